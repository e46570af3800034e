% One solution after another, each as a list of Column/Row.

queens(N, Squares) :-
    numlist(1, N, Numbers),
    place(Numbers, Numbers, [], Squares).

place([], _, _, []).
place([Column|Columns], Rows, Placed, [Column/Row|Squares]) :-
    select(Row, Rows, Left),
    safe(Column/Row, Placed),
    place(Columns, Left, [Column/Row|Placed], Squares).

safe(Column/Row, Placed) :-
    forall(member(C/R, Placed), abs(Row - R) =\= Column - C).
