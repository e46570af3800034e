%   The COMP 333 program as its text has it: a conflict is looked for with abs/1.

solve(N, QP) :-
    solve(N, [], QP).

solve(N, QPT, QP) :-
    length(QPT, N),
    QP = QPT.
solve(N, QPT, QP) :-
    length(QPT, L),
    L < N,
    NM1 is N-1,
    between(0, NM1, V),
    nc(V, QPT, 1),
    solve(N, [V|QPT], QP).

nc(_, [], _).
nc(V, [H|T], D) :-
    V =\= H,
    abs(V-H) =\= D,
    D1 is D+1,
    nc(V, T, D1).
