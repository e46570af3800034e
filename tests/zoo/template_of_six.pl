form([1/_, 2/_, 3/_, 4/_, 5/_, 6/_]).

good([]).
good([X/Y|Rest]) :-
    good(Rest),
    member(Y, [1, 2, 3, 4, 5, 6]),
    \+ ( member(A/B, Rest), ( B =:= Y ; abs(B-Y) =:= abs(A-X) ) ).
