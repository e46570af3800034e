:- use_module(library(clpfd)).
:- use_module(library(lists)).

queens(N, Qs) :-
    length(Qs, N),
    domain(Qs, 1, N),
    all_different(Qs),
    constrain_all(Qs),
    labeling([], Qs).

constrain_all([]).
constrain_all([X|Xs]) :- constrain_between(X, Xs, 1), constrain_all(Xs).

constrain_between(_, [], _).
constrain_between(X, [Y|Ys], N) :-
    X #\= Y + N, Y #\= X + N,
    N1 is N + 1,
    constrain_between(X, Ys, N1).
