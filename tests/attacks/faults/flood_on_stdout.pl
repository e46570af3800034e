queens(_, _) :- between(1, 1000000, _), format("~`xt~1000|~n"), fail.
