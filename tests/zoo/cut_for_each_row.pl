queens(N, [First|Rest]) :-
    numlist(1, N, Rows),
    select(First, Rows, Others),
    extend(Others, [First], Rest).

extend([], _, []) :- !.
extend(Rows, Before, [Row|Rest]) :-
    select(Row, Rows, Others),
    free(Row, 1, Before),
    extend(Others, [Row|Before], Rest),
    !.

free(_, _, []).
free(Row, D, [Q|Qs]) :- abs(Row-Q) =\= D, D1 is D+1, free(Row, D1, Qs).
