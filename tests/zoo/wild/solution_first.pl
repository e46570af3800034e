queens(Qs, N) :-
    findall(X, between(1, N, X), L),
    permutation(L, Qs),
    safe(Qs).

safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).

no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :-
    Q1 =\= Q + D, Q1 =\= Q - D,
    D1 is D + 1,
    no_attack(Q, Qs, D1).
