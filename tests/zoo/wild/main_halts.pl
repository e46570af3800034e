:- initialization(main).

main :-
    forall(eight_queens(Qs), ( write(Qs), nl )),
    halt.

eight_queens(Qs) :- place(8, [1,2,3,4,5,6,7,8], [], Qs).

place(0, [], Qs, Qs).
place(K, Free, Placed, Qs) :-
    K > 0,
    select(Q, Free, Rest),
    safe(Q, 1, Placed),
    K1 is K - 1,
    place(K1, Rest, [Q|Placed], Qs).

safe(_, _, []).
safe(Q, D, [P|Ps]) :- Q =\= P + D, Q =\= P - D, E is D + 1, safe(Q, E, Ps).
