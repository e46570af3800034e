:- module(nqueens, [n_queens/2]).
:- use_module(library(lists)).
:- use_module(library(apply)).

n_queens(N, Board) :- n_queens_(N, N, [], Board).

n_queens_(0, _, Board, Board) :- !.
n_queens_(K, N, Acc, Board) :-
    between(1, N, R),
    foldl(apart(R), Acc, 1, _),
    K1 is K - 1,
    n_queens_(K1, N, [R|Acc], Board).

apart(R, Q, D, D1) :- R =\= Q, abs(R - Q) =\= D, D1 is D + 1.
