% COMP 333 as in Prolog: define a solution. between/3 leaves a choice point for
% each row, and Prolog itself comes back to it.

queens(N, QP) :-
    queens(N, [], QP).

queens(N, QP, QP) :-
    length(QP, N),
    !.
queens(N, Before, QP) :-
    Last is N - 1,
    between(0, Last, Row),
    no_conflict(Row, Before, 1),
    queens(N, [Row|Before], QP).

no_conflict(_, [], _).
no_conflict(Row, [Other|Others], Distance) :-
    Row =\= Other,
    abs(Row - Other) =\= Distance,
    Further is Distance + 1,
    no_conflict(Row, Others, Further).
