queens(N, QP) :-
    place(N, [], QP).

place(N, QPT, QPT) :-
    length(QPT, N).
place(N, QPT, QP) :-
    length(QPT, Length),
    Length < N,
    Low is 0, High is N-2,
    between(Low, High, V),
    nc(V, QPT, 1),
    place(N, [V|QPT], QP).

nc(_, [], _).
nc(V, [H|T], D) :-
    H =\= V, H =\= V+D, H =\= V-D,
    D1 is D+1,
    nc(V, T, D1).
