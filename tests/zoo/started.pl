:- initialization(main, main).

main :-
    current_prolog_flag(argv, [Argument|_]),
    atom_number(Argument, Size),
    numlist(1, Size, Rows),
    forall(( permutation(Rows, Board), peaceful(Board) ), ( write(Board), nl )).

peaceful([]).
peaceful([Q|Qs]) :-
    forall(nth1(D, Qs, Other), abs(Q-Other) =\= D),
    peaceful(Qs).
