queens(N, Qs) :-
    numlist(1, N, Rows),
    length(Qs, N),
    place(Qs, Rows).

place([], _).
place([Q|Qs], Rows) :-
    place(Qs, Rows),
    member(Q, Rows),
    no_attack(Q, 1, Qs).

no_attack(_, _, []).
no_attack(Q, D, [Q1|Qs]) :-
    abs(Q - Q1) =\= D,
    D1 is D + 1,
    no_attack(Q, D1, Qs).
