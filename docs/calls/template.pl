% Eight queens alone: the template has the columns, the solution the rows.

template([1/_, 2/_, 3/_, 4/_, 5/_, 6/_, 7/_, 8/_]).

solution([]).
solution([X/Y|Others]) :-
    solution(Others),
    member(Y, [1, 2, 3, 4, 5, 6, 7, 8]),
    no_attack(X/Y, Others).

no_attack(_, []).
no_attack(X/Y, [X1/Y1|Others]) :-
    Y =\= Y1,
    Y1-Y =\= X1-X,
    Y1-Y =\= X-X1,
    no_attack(X/Y, Others).
