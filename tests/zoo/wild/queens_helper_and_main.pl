queen(X/Y, [X1/Y1|Rest]) :-
    Y =\= Y1, abs(X - X1) =\= abs(Y - Y1), queen(X/Y, Rest).
queen(_, []).

n_queen(N, Solution) :-
    numlist(1, N, Rows),
    place(N, Rows, [], Solution).

place(0, _, Solution, Solution) :- !.
place(C, Rows, Placed, Solution) :-
    select(R, Rows, Others),
    queen(C/R, Placed),
    C1 is C - 1,
    place(C1, Others, [C/R|Placed], Solution).
