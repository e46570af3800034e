% The user chooses what to do, and then gives the size: both end with a full stop.

main :-
    write('1. All solutions'), nl,
    write('2. Leave'), nl,
    read(Choice),
    do(Choice).

do(1) :-
    write('How many queens? '), read(N), nl,
    numlist(1, N, Rows),
    forall(arranged(Rows, [], Board), (write(Board), nl)),
    main.
do(2).

arranged([], Board, Board).
arranged(Rows, Placed, Board) :-
    select(Row, Rows, Rest),
    quiet(Row, 1, Placed),
    arranged(Rest, [Row|Placed], Board).

quiet(_, _, []).
quiet(Row, Distance, [Other|Others]) :-
    abs(Row - Other) =\= Distance,
    Next is Distance + 1,
    quiet(Row, Next, Others).

:- initialization(main).
