queens(N, Qs) :-
    numlist(1, N, Rows),
    permutation(Rows, Qs),
    safe(Qs, 1).

safe([], _).
safe([Q|Qs], D) :-
    no_attack(Q, Qs, D),
    D1 is D + 1,
    safe(Qs, D1).

no_attack(_, [], _).
no_attack(Q, [X|Xs], D) :-
    abs(Q - X) =\= D,
    D1 is D + 1,
    no_attack(Q, Xs, D1).
