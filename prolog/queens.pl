%   The N-Queens puzzle in Prolog, after the COMP 333 course project.
%
%   A board is the list of its queens' rows, newest column first; rows count
%   from 0. Try it:
%
%       $ swipl prolog/queens.pl
%       ?- solve(8, QP).
%       ?- findall(QP, solve(8, QP), QPALL), length(QPALL, L).
%       ?- solve(8, QP), display_solution(QP).

:- module(queens,
          [ solve/2,
            solve/3,
            solve/4,
            nc/3,
            display_solution/1,
            display_row/2,
            display_square/3,
            display_col_headers/1,
            display_row_separator/1
          ]).

%!  solve(+N, -QP) is nondet.
%
%   QP is a placement of N queens that do not attack each other.

solve(N, QP) :-
    solve(N, [], QP).

%!  solve(+N, +QPT, -QP) is nondet.
%
%   QP is such a placement that ends in QPT, a conflict-free placement of
%   the first columns. The cut says that a full board is not tried any
%   further; it removes no solution.

solve(N, QPT, QP) :-
    length(QPT, N),
    !,
    QP = QPT.
solve(N, QPT, QP) :-
    NM1 is N-1,
    between(0, NM1, V),
    nc(V, QPT, 1),
    QPT1 = [V|QPT],
    solve(N, QPT1, QP).

%!  solve(+N, +Left, +QPT, -QP) is nondet.
%
%   As solve/3, on a board with blocked squares, which the text does not
%   have: Left holds for each column that has no queen yet, the next one
%   first, the list of the rows on which its queen may stand.

solve(N, _, QPT, QP) :-
    length(QPT, N),
    !,
    QP = QPT.
solve(N, [Rows|Further], QPT, QP) :-
    member(V, Rows),
    nc(V, QPT, 1),
    QPT1 = [V|QPT],
    solve(N, Further, QPT1, QP).

%!  nc(+V, +P, +D) is semidet.
%
%   No conflict: a queen in row V attacks none of the queens in P, of which
%   the first is D columns away and each further one a column more.

nc(_, [], _).
nc(V, [H|T], D) :-
    V =\= H,
    abs(V-H) =\= D,
    D1 is D+1,
    nc(V, T, D1).

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
    format("~*c", [Indent, 0' ]),
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

%   label_width(+N, -Width): how many characters the greatest row number takes.

label_width(N, Width) :-
    Greatest is max(N-1, 0),
    atom_length(Greatest, Width).
