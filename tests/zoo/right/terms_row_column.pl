solve(N, Board) :- solve(N, N, Board).

solve(_, 0, []).
solve(N, C, [R-C|Rest]) :-
    C > 0,
    C1 is C - 1,
    solve(N, C1, Rest),
    between(1, N, R),
    \+ ( member(R1-C2, Rest), ( R1 =:= R ; abs(R1 - R) =:= C - C2 ) ).
