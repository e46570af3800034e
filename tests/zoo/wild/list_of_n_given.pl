% ?- length(Qs, 8), queens(Qs).
queens(Qs) :-
    length(Qs, N),
    numlist(1, N, Rows),
    permutation(Rows, Qs),
    safe(Qs).

safe([]).
safe([Q|Qs]) :- no_threat(Q, Qs, 1), safe(Qs).

no_threat(_, [], _).
no_threat(Q, [P|Ps], D) :-
    abs(Q - P) =\= D,
    D1 is D + 1,
    no_threat(Q, Ps, D1).
