/* GNU Prolog */
queens(N, L, Lab) :-
    length(L, N),
    fd_domain(L, 1, N),
    safe(L),
    lab(Lab, L).

lab(normal, L) :- fd_labeling(L).
lab(ff, L) :- fd_labelingff(L).

safe([]).
safe([X|L]) :- noattack(L, X, 1), safe(L).

noattack([], _, _).
noattack([Y|L], X, I) :-
    I1 is I + 1,
    noattack(L, X, I1),
    diff(X, Y, I).

diff(X, Y, I) :- X #\= Y, X #\= Y + I, X + I #\= Y.

n_queens(N, L) :- queens(N, L, ff).
