% In a permutation, no two queens share a row or a column. What is left to test?

queens(N, Board) :-
    numlist(1, N, Rows),
    permutation(Rows, Board),
    safe(Board).

safe([]).
safe([Queen|Others]) :-
    no_attack(Queen, Others, 1),
    safe(Others).

no_attack(_, [], _).
no_attack(Queen, [Other|Others], Distance) :-
    Other =\= Queen + Distance,
    Next is Distance + 1,
    no_attack(Queen, Others, Next).
