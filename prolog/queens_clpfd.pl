%   The N-Queens puzzle with constraints over finite domains, CLP(FD), after
%   the manual of SWI-Prolog's library(clpfd) by M. Triska.
%
%   A board is the list of its queens' rows, newest column first, as in
%   queens.pl; rows count from 0. Try it:
%
%       $ swipl prolog/queens_clpfd.pl
%       ?- solve(8, QP).
%       ?- use_module(library(clpfd)).
%       ?- length(QP, 8), QP ins 0..7, no_attacks(QP).
%
%   The last query states the problem without searching: the answer shows
%   the remaining domains and constraints.

:- module(queens_clpfd,
          [ solve/2,
            no_attacks/1
          ]).

:- use_module(library(clpfd)).

%!  solve(+N, -QP) is nondet.
%
%   QP is a placement of N queens that do not attack each other. State the
%   constraints first, then label the column with the fewest rows left.

solve(N, QP) :-
    length(QP, N),
    NM1 is N-1,
    QP ins 0..NM1,
    no_attacks(QP),
    labeling([ff], QP).

%!  no_attacks(?QP) is det.
%
%   No two queens of the list share a row or a diagonal.

no_attacks([]).
no_attacks([V|QPT]) :-
    no_attack(V, QPT, 1),
    no_attacks(QPT).

%   no_attack(?V, ?P, +D): a queen in row V attacks none of the queens in P,
%   of which the first is D columns away. Like nc/3 of queens.pl, but the
%   rows may still be unknown.

no_attack(_, [], _).
no_attack(V, [H|T], D) :-
    H #\= V,
    H #\= V+D,
    H #\= V-D,
    D1 is D+1,
    no_attack(V, T, D1).
