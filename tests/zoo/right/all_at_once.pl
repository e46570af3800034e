:- module(mine, [n_queens/2]).

n_queens(N, All) :- findall(QP, place(N, [], QP), All).

place(N, QP, QP) :- length(QP, N), !.
place(N, QPT, QP) :-
    M is N - 1,
    between(0, M, V),
    nc(V, QPT, 1),
    place(N, [V|QPT], QP).

nc(_, [], _).
nc(V, [H|T], D) :- V =\= H, abs(V - H) =\= D, E is D + 1, nc(V, T, E).
