%   The N-Queens puzzle as constraint handling rules.
%
%   Source: T. Frühwirth, Constraint Handling Rules (2009), on finite domains
%   and their labelling. The constraints are a store; rules rewrite it. Rows
%   and columns count from 0. Try it:
%
%       $ swipl prolog/queens_chr.pl
%       ?- solve(8, Rows).
%       ?- findall(Rows, solve(8, Rows), All), length(All, L).

:- module(queens_chr, [solve/2, queens/2]).

:- use_module(library(chr)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(pairs)).
:- use_module(library(when)).  % else it is loaded during the search, by the first rule

:- chr_constraint in(+int, +any), queen(+int, +int), label(+int), rows(?any).

%   in(C, Rows): the queen of column C stands in one of these rows. label(C)
%   chooses a row for column C. A rule "Kept \ Removed <=> Guard | Added"
%   rewrites the store where the guard holds; the first rule that fits applies.

%   A column without a row is a dead end: Prolog goes back to the last choice.
no_row @ in(_, []) <=> fail.
%   A queen stays, and removes from another column the rows it attacks there.
attack @ queen(C, R) \ in(D, Rows) <=>
             exclude(attacks(C, R, D), Rows, Left), Left \== Rows
           | in(D, Left).
%   Choose a row of column C, then go on with the next column.
choose @ label(C), in(C, Rows) <=>
             member(R, Rows),
             queen(C, R),
             D is C+1,
             label(D).
%   No column is left: all queens are placed.
full   @ label(_) <=> true.
%   rows(Pairs) takes the queens out of the store, as a list of pairs. This rule
%   stands before the next one, so it applies as long as there is a queen.
collect @ rows(Pairs), queen(C, R) <=> Pairs = [C-R|Rest], rows(Rest).
%   No queen is left: the list ends here.
ready  @ rows(Pairs) <=> Pairs = [].

%!  attacks(+C, +R, +D, +S) is semidet.
%
%   A queen in row R of column C attacks row S of another column D.

attacks(_, R, _, R) :- !.
attacks(C, R, D, S) :- abs(R-S) =:= abs(C-D).

%!  queens(+Domains, -Rows) is nondet.
%
%   Rows has a row for each column, out of those that Domains lists for it.

queens(Domains, Rows) :-
    foldl(column, Domains, 0, _),
    label(0),
    rows(Queens),
    keysort(Queens, Sorted),
    pairs_values(Sorted, Rows).

column(Rows, C, D) :-
    in(C, Rows),
    D is C+1.

%!  solve(+N, -Rows) is nondet.
%
%   Rows is a placement of N queens that do not attack each other.

solve(N, Rows) :-
    Last is N-1,
    numlist(0, Last, Allowed),
    length(Domains, N),
    maplist(=(Allowed), Domains),
    queens(Domains, Rows).
