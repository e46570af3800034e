solve(N, Squares) :- columns(1, N, [], Squares).

columns(C, N, Placed, Squares) :-
    C > N, !, reverse(Placed, Squares).
columns(C, N, Placed, Squares) :-
    between(1, N, R),
    \+ ( member(square(C1, R1), Placed), ( R =:= R1 ; abs(R - R1) =:= abs(C - C1) ) ),
    C1 is C + 1,
    columns(C1, N, [square(C, R)|Placed], Squares).
