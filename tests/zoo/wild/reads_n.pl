start :-
    write('How many queens? '), read(N),
    numlist(1, N, Rs),
    forall(( permutation(Rs, Qs), safe(Qs) ), ( print(Qs), nl )).

:- initialization(start).

safe([]).
safe([Q|Qs]) :- ok(Q, Qs, 1), safe(Qs).
ok(_, [], _).
ok(Q, [P|Ps], D) :- Q - P =\= D, P - Q =\= D, D1 is D + 1, ok(Q, Ps, D1).
