%   The N-Queens puzzle on a board with blocked squares (not in the course
%   text): each column has a list of the rows that it allows.
%
%       $ swipl prolog/queens_domains.pl
%       ?- solve([[0,1],[3],[0],[1,2,3]], [], QP).

:- module(queens_domains, [solve/3]).
:- use_module(queens, [nc/3]).
:- use_module(library(lists), [member/2]).

%!  solve(+Domains, +QPT, -QP) is nondet.
%
%   QP is a placement that ends in QPT, a conflict-free placement of the
%   first columns. Domains holds, for each further column, its rows.

solve([], QP, QP).
solve([Rows|Domains], QPT, QP) :-
    member(V, Rows),
    nc(V, QPT, 1),
    solve(Domains, [V|QPT], QP).
