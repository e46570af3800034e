%   Queens on a coloured board, with constraints over finite domains: one in
%   each column, row and colour, and no two that touch, not even at a corner.
%   After queens_clpfd.pl.
%
%   A queen is V-Colour: its row, and the colour of its square. Rows and
%   colours count from 0.
%
%       $ swipl prolog/queens_clpfd_coloured.pl
%       ?- solve([[[0,0],[1,0],[2,1],[3,1]], [[0,0],[1,0],[2,1],[3,1]],
%                 [[0,0],[1,2],[2,3],[3,1]], [[0,2],[1,2],[2,3],[3,3]]], QP).

:- module(queens_clpfd_coloured, [solve/2]).

:- use_module(library(apply)).
:- use_module(library(clpfd)).
:- use_module(library(lists)).
:- use_module(library(pairs)).

%!  solve(+Columns, -QP) is nondet.
%
%   QP is a placement, newest column first. Columns holds, for each column,
%   its squares: [V,Colour].

solve(Columns, QP) :-
    same_length(Columns, QP),
    pairs_keys(Queens, QP),
    reverse(Queens, FirstToLast),
    maplist(on_a_square, Columns, FirstToLast),
    no_attacks(Queens),
    labeling([ff], QP).

on_a_square(Squares, V-Colour) :-
    tuples_in([[V,Colour]], Squares).

no_attacks([]).
no_attacks([Queen|QPT]) :-
    no_attack(Queen, QPT, 1),
    no_attacks(QPT).

%   no_attack(?Queen, ?P, +D): a queen attacks none of those in P, of which the
%   first is D columns away. Two queens in different rows touch if they are one
%   column and one row apart.

no_attack(_, [], _).
no_attack(V-Colour, [H-Other|T], D) :-
    H #\= V,
    Other #\= Colour,
    abs(V-H) #> 2-D,
    D1 is D+1,
    no_attack(V-Colour, T, D1).
