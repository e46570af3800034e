%   Boards as the COMP 333 course project draws them.
%
%       $ swipl prolog/display.pl
%       ?- solve(8, QP), display_solution(QP).

:- module(display,
          [ display_solution/1,
            display_row/2,
            display_square/3,
            display_col_headers/1,
            display_row_separator/1
          ]).
:- reexport(queens).

%!  display_solution(+QP) is det.
%
%   Draw the board: the list's first queen stands in the leftmost column.

display_solution(QP) :-
    length(QP, N),
    NM1 is N-1,
    display_col_headers(N),
    display_row_separator(N),
    forall(between(0, NM1, R),
           ( display_row(R, QP),
             display_row_separator(N)
           )).

%!  display_row(+R, +QP) is det.
%
%   Draw row R: its number, then each of its squares.

display_row(R, QP) :-
    length(QP, N),
    NM1 is N-1,
    label_width(N, Width),
    format("~t~w~*||", [R, Width]),
    forall(between(0, NM1, C), display_square(R, C, QP)),
    writeln("").

%!  display_square(+R, +C, +QP) is det.
%
%   Draw the square of row R and column C, with or without a queen.

display_square(R, C, QP) :-
    nth0(C, QP, V),
    (   R == V
    ->  write(" X|")
    ;   write("  |")
    ).

%!  display_col_headers(+N) is det.
%
%   Draw the numbers of N columns, each as wide as a square.

display_col_headers(N) :-
    NM1 is N-1,
    label_width(N, Width),
    Indent is Width-1,
    format("~*c", [Indent, 0'\s]),
    forall(between(0, NM1, C),
           ( format(string(Header), "~t~w~3|", [C]),
             write(Header)
           )),
    writeln("").

%!  display_row_separator(+N) is det.
%
%   Draw a line as wide as a board of N columns.

display_row_separator(N) :-
    label_width(N, Width),
    Length is Width+1+3*N,
    format("~*c~n", [Length, 0'-]).

%   label_width(+N, -Width): the number of characters in the largest row number.

label_width(N, Width) :-
    Greatest is max(N-1, 0),
    atom_length(Greatest, Width).
