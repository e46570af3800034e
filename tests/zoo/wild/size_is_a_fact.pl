board_size(8).

solution(Qs) :-
    board_size(N),
    numlist(1, N, Rows),
    perm(Rows, Qs),
    safe(Qs).

perm([], []).
perm(L, [X|P]) :- select(X, L, R), perm(R, P).

safe([]).
safe([Q|Qs]) :- free(Q, 1, Qs), safe(Qs).

free(_, _, []).
free(Q, D, [P|Ps]) :- P - Q =\= D, Q - P =\= D, D1 is D + 1, free(Q, D1, Ps).
