queens(N, QP) :-
    length(QP, N).
