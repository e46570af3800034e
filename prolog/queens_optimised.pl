%   The program queens.pl with its arithmetic compiled.
%
%   Without the flag, SWI-Prolog builds the term V-H and calls a predicate
%   to evaluate it; with it, arithmetic becomes instructions of the virtual
%   machine. The clauses are those of queens.pl.
%
%       $ swipl prolog/queens_optimised.pl
%       ?- solve(8, QP).

:- module(queens_optimised, [solve/2, solve/3]).

%   The flag holds for the clauses of this file, which are compiled after it.

:- set_prolog_flag(optimise, true).

%   A file has one module. So the header of queens.pl is left out, and its
%   clauses become clauses of this module.

term_expansion((:- module(queens, _)), []).

:- include(queens).
