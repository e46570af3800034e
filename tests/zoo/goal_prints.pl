show(N) :-
    forall(board(N, N, [], Board), ( maplist(line(N), Board), nl )).

board(0, _, Board, Board) :- !.
board(K, N, Before, Board) :-
    between(1, N, C),
    safe(Before, C, 1),
    K1 is K-1,
    board(K1, N, [C|Before], Board).

safe([], _, _).
safe([D|Ds], C, K) :- D =\= C, D =\= C+K, D =\= C-K, K1 is K+1, safe(Ds, C, K1).

line(N, C) :-
    forall(between(1, N, I), ( I =:= C -> write('Q ') ; write('. ') )),
    nl.
