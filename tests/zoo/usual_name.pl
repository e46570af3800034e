% Columns from left to right, rows counted from 1.
'N-Queens'(N, Rows) :-
    numlist(1, N, All),
    fill(All, [], Rows).

fill([], Rows, Rows).
fill(Left, Placed, Rows) :-
    select(Row, Left, Rest),
    quiet(Row, 1, Placed),
    fill(Rest, [Row|Placed], Rows).

quiet(_, _, []).
quiet(Row, Distance, [Other|Others]) :-
    abs(Row-Other) =\= Distance,
    Next is Distance+1,
    quiet(Row, Next, Others).
