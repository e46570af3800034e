%   queens.pl with its arithmetic compiled.
%
%   Without the flag, SWI-Prolog builds the term V-H and calls a predicate
%   to evaluate it; with it, arithmetic becomes instructions of the virtual
%   machine. The clauses are those of queens.pl, which explains them.
%
%       $ swipl prolog/queens_optimised.pl
%       ?- solve(8, QP).

:- module(queens_optimised, [solve/2, solve/3, solve/4]).

:- set_prolog_flag(optimise, true).

solve(N, QP) :-
    solve(N, [], QP).

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

solve(N, _, QPT, QP) :-
    length(QPT, N),
    !,
    QP = QPT.
solve(N, [Rows|Further], QPT, QP) :-
    member(V, Rows),
    nc(V, QPT, 1),
    QPT1 = [V|QPT],
    solve(N, Further, QPT1, QP).

nc(_, [], _).
nc(V, [H|T], D) :-
    V =\= H,
    abs(V-H) =\= D,
    D1 is D+1,
    nc(V, T, D1).
