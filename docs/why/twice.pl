% One case too many.
queens(N, Qs) :-
    numlist(1, N, Ns),
    permutation(Ns, Qs),
    safe(Qs).

safe([]).
safe([_]).
safe([Q|Qs]) :-
    apart(Q, Qs, 1),
    safe(Qs).

apart(_, [], _).
apart(Q, [R|Rs], D) :-
    abs(Q - R) =\= D,
    D1 is D + 1,
    apart(Q, Rs, D1).
