% The rules first, the search last. Each constraint removes rows from domains
% as soon as it can; labeling/2 guesses only where nothing more can be deduced.

:- use_module(library(clpfd)).

queens(N, Rows) :-
    length(Rows, N),
    Rows ins 1..N,
    safe(Rows),
    labeling([ff], Rows).

safe([]).
safe([Row|Rows]) :-
    no_attack(Row, Rows, 1),
    safe(Rows).

no_attack(_, [], _).
no_attack(Row, [Other|Others], Distance) :-
    Row #\= Other,
    Row #\= Other + Distance,
    Row #\= Other - Distance,
    Further #= Distance + 1,
    no_attack(Row, Others, Further).
