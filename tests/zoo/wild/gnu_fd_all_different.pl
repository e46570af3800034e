nqueens(N, Qs) :-
    length(Qs, N),
    fd_domain(Qs, 1, N),
    fd_all_different(Qs),
    diagonals(Qs),
    fd_labeling(Qs).

diagonals([]).
diagonals([Q|Qs]) :- apart(Q, Qs, 1), diagonals(Qs).

apart(_, [], _).
apart(Q, [R|Rs], D) :-
    Q #\= R + D, Q #\= R - D,
    D1 is D + 1,
    apart(Q, Rs, D1).
