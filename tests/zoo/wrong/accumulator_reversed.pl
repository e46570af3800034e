queens(N, Qs) :-
    numlist(1, N, Rows),
    place(Rows, [], Qs).

place([], Qs, Qs).
place(Rows, Placed, Qs) :-
    select(Row, Rows, Rest),
    free(Row, 1, Placed),
    append(Placed, [Row], Placed1),
    place(Rest, Placed1, Qs).

free(_, _, []).
free(Row, D, [Other|Others]) :-
    abs(Row - Other) =\= D,
    D1 is D + 1,
    free(Row, D1, Others).
