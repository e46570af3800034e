% 8 queens, by J.R. Fisher
queens([]).
queens([ Row/Col | Rest]) :-
    queens(Rest),
    member(Col, [1,2,3,4,5,6,7,8]),
    safe( Row/Col, Rest).
safe(_/_, []).
safe(Row/Col, [Row1/Col1 | Rest]) :-
    Col =\= Col1,
    Col1 - Col =\= Row1 - Row,
    Col1 - Col =\= Row - Row1,
    safe(Row/Col, Rest).
board([1/_, 2/_, 3/_, 4/_, 5/_, 6/_, 7/_, 8/_]).
