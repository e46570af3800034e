%   The N-Queens puzzle in Prolog, after the COMP 333 course project.
%
%   A board is the list of its queens' rows, newest column first; rows count
%   from 0. Try it:
%
%       $ swipl prolog/queens.pl
%       ?- solve(8, QP).
%       ?- findall(QP, solve(8, QP), QPALL), length(QPALL, L).

:- module(queens, [solve/2, solve/3, nc/3]).

%!  solve(+N, -QP) is nondet.
%
%   QP is a placement of N queens that do not attack each other.

solve(N, QP) :-
    solve(N, [], QP).

%!  solve(+N, +QPT, -QP) is nondet.
%
%   QP extends QPT, a conflict-free placement of the first columns. The cut
%   commits to this clause once the board is full; it removes no solution.

solve(N, QPT, QP) :-
    length(QPT, N),
    !,
    QP = QPT.
solve(N, QPT, QP) :-
    NM1 is N-1,
    between(0, NM1, V),
    nc(V, QPT, 1),
    QPT1 = [V|QPT],
    solve(N, QPT1, QP).

%!  nc(+V, +P, +D) is semidet.
%
%   No conflict: a queen in row V attacks none of the queens in P, the first
%   of which is D columns away, the second D+1, and so on.

nc(_, [], _).
nc(V, [H|T], D) :-
    V =\= H,
    abs(V-H) =\= D,
    D1 is D+1,
    nc(V, T, D1).
