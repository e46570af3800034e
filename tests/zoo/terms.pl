queens(N, Queens) :- from(1, N, N, [], Queens).

from(C, N, _, Queens, Queens) :- C > N, !.
from(C, N, Size, Before, Queens) :-
    between(1, Size, R),
    forall(member(queen(C0, R0), Before), ( R0 =\= R, abs(R0-R) =\= C-C0 )),
    C1 is C+1,
    from(C1, N, Size, [queen(C, R)|Before], Queens).
