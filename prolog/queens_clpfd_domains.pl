%   The program queens_clpfd.pl on a board on which queens stand or squares
%   are blocked: each column has a list of the rows that it allows.
%
%       $ swipl prolog/queens_clpfd_domains.pl
%       ?- solve([[0,1],[3],[0],[1,2,3]], QP).

:- module(queens_clpfd_domains, [solve/2]).
:- use_module(queens_clpfd, [no_attacks/1]).
:- use_module(library(apply)).
:- use_module(library(clpfd)).
:- use_module(library(lists)).

%!  solve(+Domains, -QP) is nondet.
%
%   QP is a placement of queens that do not attack each other. Domains holds
%   for each column, the first one first, its rows, at least one.

solve(Domains, QP) :-
    same_length(Domains, Columns),
    reverse(Columns, QP),
    maplist(in_rows, Columns, Domains),
    no_attacks(QP),
    labeling([ff], QP).

%   in_rows(?V, +Rows): V is one of these rows. From [0,2,3], the fold makes
%   0, then 0\/2, then the domain 0\/2\/3.

in_rows(V, [Row|Rows]) :-
    foldl(with_row, Rows, Row, Domain),
    V in Domain.

with_row(Row, Before, Before\/Row).
