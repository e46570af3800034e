queens(Board, N) :-
    integer(N),
    length(Board, N),
    last_row(N, Last),
    rows(Board, Last, []).

last_row(N, Last) :- Last is N-1.

rows([], _, _).
rows([Row|Rest], Last, Before) :-
    between(0, Last, Row),
    \+ hit(Row, 1, Before),
    rows(Rest, Last, [Row|Before]).

hit(Row, D, [Other|_]) :- ( Row =:= Other ; Row =:= Other+D ; Row =:= Other-D ), !.
hit(Row, D, [_|Others]) :- E is D+1, hit(Row, E, Others).
