% render solutions nicely.
:- use_rendering(chess).

:- use_module(library(clpfd)).

queens(N, Queens) :-
    length(Queens, N),
    Queens ins 1..N,
    safe(Queens),
    labeling([ff], Queens).

safe([]).
safe([Queen|Others]) :-
    no_attack(Queen, Others, 1),
    safe(Others).

no_attack(_, [], _).
no_attack(Y, [Y1|Ys], D) :-
    Y #\= Y1, abs(Y - Y1) #\= D,
    D1 is D + 1,
    no_attack(Y, Ys, D1).

/** <examples>
?- queens(8, Queens).
*/
