:- use_module(library(clpfd)).

n_queens(N, Columns) :-
    length(Columns, N),
    Columns ins 1..N,
    all_distinct(Columns),
    apart(Columns).

apart([]).
apart([C|Cs]) :-
    apart(Cs, C, 1),
    apart(Cs).

apart([], _, _).
apart([D|Ds], C, K) :-
    C #\= D + K,
    D #\= C + K,
    K1 #= K + 1,
    apart(Ds, C, K1).
