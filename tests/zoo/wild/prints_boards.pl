queens(N) :-
    numlist(1, N, Rows),
    permutation(Rows, Qs),
    safe(Qs),
    print_board(N, Qs).

safe([]).
safe([Q|Qs]) :- ok(Q, Qs, 1), safe(Qs).

ok(_, [], _).
ok(Q, [P|Ps], D) :- Q =\= P + D, Q =\= P - D, E is D + 1, ok(Q, Ps, E).

print_board(_, []) :- nl.
print_board(N, [Q|Qs]) :-
    forall(between(1, N, C), ( C =:= Q -> write('Q ') ; write('. ') )),
    nl,
    print_board(N, Qs).
