queens(N, Board) :- numlist(1, N, Rows), arrange(Rows, [], Board).

arrange([], Board, Board).
arrange(Rows, Before, Board) :-
    select(Row, Rows, Others),
    clear(Row, Before, 1),
    arrange(Others, [Row|Before], Board).

clear(_, [], _).
clear(Row, [Other|Rest], D) :-
    Row =\= Other+D,
    D1 is D+1,
    clear(Row, Rest, D1).
