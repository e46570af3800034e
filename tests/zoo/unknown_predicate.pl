queens(N, Board) :-
    numlist(1, N, Rows),
    permutation(Rows, Board),
    nobody_attacks(Board).
