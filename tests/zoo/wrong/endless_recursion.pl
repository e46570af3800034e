queens(N, QP) :-
    queens(N, QP),
    true.
