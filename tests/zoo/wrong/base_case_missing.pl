queens(N, Qs) :-
    numlist(1, N, Rows),
    permutation(Rows, Qs),
    safe(Qs).

safe([Q|Qs]) :- no_attack(Q, 1, Qs), safe(Qs).

no_attack(_, _, []).
no_attack(Q, D, [Q1|Qs]) :-
    abs(Q - Q1) =\= D,
    D1 is D + 1,
    no_attack(Q, D1, Qs).
