n_queens(N, Qs) :-
    numlist(1, N, Rows),
    place(Rows, [], Qs).

place([], Qs, Qs).
place(Rows, Placed, Qs) :-
    select(Row, Rows, Rest),
    \+ attack(Row, 1, Placed),
    place(Rest, [Row|Placed], Qs).

attack(Row, D, [Other|_]) :- Row =:= Other + D.
attack(Row, D, [_|Others]) :- D1 is D + 1, attack(Row, D1, Others).
