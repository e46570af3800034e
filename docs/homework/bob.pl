% Queens, by Bob

queens(N, QP) :-
    place(N, [], QP).

place(N, QP, QP) :-
    length(QP, N).
place(N, QPT, QP) :-
    length(QPT, Length),
    Length < N,
    Last is N-1,
    between(0, Last, V),
    nc(V, QPT, 1),
    place(N, [V|QPT], QP).

nc(_, [], _).
nc(V, [H|T], D) :-
    H =\= V,
    H =\= V+D,
    D1 is D+1,
    nc(V, T, D1).
