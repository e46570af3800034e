%   Queens on a coloured board: one in each column, row and colour, and no two
%   that touch, not even at a corner. After queens_domains.pl.
%
%   A queen is V-Colour: its row, and the colour of its square. Rows and
%   colours count from 0.
%
%       $ swipl prolog/queens_coloured.pl
%       ?- solve([[0-0,1-0,2-1,3-1], [0-0,1-0,2-1,3-1],
%                 [0-0,1-2,2-3,3-1], [0-2,1-2,2-3,3-3]], QP).

:- module(queens_coloured, [solve/2]).
:- use_module(library(lists), [member/2]).
:- use_module(library(pairs), [pairs_keys/2]).

%!  solve(+Columns, -QP) is nondet.
%
%   QP is a placement, newest column first. Columns holds, for each column,
%   its squares.

solve(Columns, QP) :-
    solve(Columns, [], Queens),
    pairs_keys(Queens, QP).

solve([], QP, QP).
solve([Squares|Columns], QPT, QP) :-
    member(V-Colour, Squares),
    nc(V-Colour, QPT, 1),
    solve(Columns, [V-Colour|QPT], QP).

%   nc(+Queen, +P, +D): no conflict with the queens in P, the first of which is
%   D columns away. Two queens in different rows touch if they are one column
%   and one row apart.

nc(_, [], _).
nc(V-Colour, [H-Other|T], D) :-
    V =\= H,
    Colour =\= Other,
    abs(V-H)+D > 2,
    D1 is D+1,
    nc(V-Colour, T, D1).
