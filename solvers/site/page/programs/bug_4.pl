% Ask for all solutions: how many do you get? Look for a cut.

queens(N, Board) :-
    place(N, N, [], Board).

place(_, 0, Board, Board) :- !.
place(N, Left, Placed, Board) :-
    Last is N - 1,
    between(0, Last, Row),
    no_attack(Row, Placed, 1),
    !,
    Next is Left - 1,
    place(N, Next, [Row|Placed], Board).

no_attack(_, [], _).
no_attack(Row, [Other|Others], Distance) :-
    Row =\= Other,
    abs(Row - Other) =\= Distance,
    Further is Distance + 1,
    no_attack(Row, Others, Further).
