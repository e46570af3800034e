% Eight queens: a solution is a list of columns, one for each row.
solution(Queens) :-
    permutation([1,2,3,4,5,6,7,8], Queens),
    safe(Queens).

safe([]).
safe([Queen|Others]) :-
    no_attack(Queen, Others, 1),
    safe(Others).

no_attack(_, [], _).
no_attack(Queen, [Other|Others], Distance) :-
    abs(Queen - Other) =\= Distance,
    Next is Distance + 1,
    no_attack(Queen, Others, Next).
