queens(N, Board, Count) :-
    findall(B, one(N, B), Bs),
    length(Bs, Count),
    member(Board, Bs).

one(N, B) :- numlist(1, N, L), permutation(L, B), safe(B).

safe([]).
safe([Q|Qs]) :- ok(Q, Qs, 1), safe(Qs).
ok(_, [], _).
ok(Q, [P|Ps], D) :- Q - P =\= D, P - Q =\= D, D1 is D + 1, ok(Q, Ps, D1).
