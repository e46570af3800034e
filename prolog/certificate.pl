%   Check certificates: that a board has these solutions and no others.
%
%       $ swipl prolog/certificate.pl FILE...
%
%   A search writes down a certificate, row by row. This grammar says when it is
%   true, and searches nothing. Queens are kept as in queens.pl, newest column
%   first.

:- module(certificate, [certificate//2]).
:- use_module(library(assoc)).
:- use_module(library(dcg/basics), [digits//1, eos//0, string_without//2]).
:- use_module(library(dcg/high_order), [sequence//2]).
:- use_module(library(pure_input)).
:- use_module(library(sha)).
:- use_module(library(zlib)).

:- initialization(main, main).

main(Files) :-
    maplist(answer, Files, Answers),
    (   memberchk(refused, Answers)
    ->  halt(1)
    ;   true
    ).

answer(File, Answer) :-
    (   catch(proven(File, Lines), error(Why, _), damaged(File, Why))
    ->  Answer = proven,
        atomic_list_concat(Lines, '; ', Board),
        format("~w: proven: ~w~n", [File, Board])
    ;   Answer = refused,
        format("~w: refused~n", [File])
    ).

damaged(File, Why) :-
    format(user_error, "~w: ~p~n", [File, Why]),
    fail.

proven(File, Lines) :-
    setup_call_cleanup(
        gzopen(File, read, Stream, [type(binary)]),
        phrase_from_stream(certificate(Lines, _), Stream),
        close(Stream)).

%!  certificate(-Lines, -Solutions)// is semidet.
%
%   Solutions are all that a board has, each a list of rows, column 0 first.
%   Lines are those of the header, which name the board.

certificate(Lines, Solutions) -->
    header(Lines, Board, Queens, Number, Digest),
    !,
    { length(Queens, Column)
    },
    below(Column, Queens, Board, Solutions, []),
    eos,
    { length(Solutions, Number),
      digest(Board, Solutions, Digest)
    }.

%   below(+Column, +Queens, +Board, -Solutions, ?Rest)//: the tokens of all
%   placements that begin with Queens, which stand in the columns before
%   Column. Board is board(N, Blocked, Colours); the keys of Blocked are
%   Column-Row, and Colours is none or has a term for each column, whose
%   arguments are the colours of its squares.
%   Cuts remove no answer: they let go of what has been read.

below(N, Queens, Board, Solutions, Rest) -->
    { Board = board(N, _, _) },
    !,
    { solves(Queens, Board)
    ->  reverse(Queens, Solution),
        Solutions = [Solution|Rest]
    ;   Solutions = Rest
    }.
below(Column, Queens, Board, Solutions, Rest) -->
    squares(0, Column, Queens, Board, Solutions, Rest).

%   squares(+Row, ...)//: the tokens of Column's squares from Row on, one each:
%
%       0...   the column of the first queen that attacks the square
%       254    none does, but the square is blocked
%       255    a queen is placed there; the tokens of the next column follow
%
%   For n = 2: 255 0 0 255 0 0. Solutions is their solutions, then Rest.

squares(N, _, _, board(N, _, _), Rest, Rest) -->
    !.
squares(Row, Column, Queens, Board, Solutions, Rest) -->
    [Token],
    { right_token(Queens, Column, Column-Row, Board, Right),
      Token = Right
    },
    square(Token, Row, Column, Queens, Board, Solutions, More),
    { Next is Row+1 },
    squares(Next, Column, Queens, Board, More, Rest).

square(255, Row, Column, Queens, Board, Solutions, Rest) -->
    !,
    { Next is Column+1 },
    below(Next, [Row|Queens], Board, Solutions, Rest).
square(_, _, _, _, _, Rest, Rest) -->
    [].

%   right_token(+Queens, +Number, +Square, +Board, -Token): the one token that is
%   right for the square, so a board has one certificate. Number is that of the
%   Queens.

right_token([], 0, Square, board(_, Blocked, _), Token) :-
    (   get_assoc(Square, Blocked, _)
    ->  Token = 254
    ;   Token = 255
    ).
right_token([Queen|Queens], Number, Square, Board, Token) :-
    Left is Number-1,
    right_token(Queens, Left, Square, Board, First),
    Board = board(_, _, Colours),
    (   First >= 254,
        attacks(Colours, Left-Queen, Square)
    ->  Token = Left
    ;   Token = First
    ).

%   attacks(+Colours, +Square, +Other): queens on these squares of two columns
%   attack each other; each square is Column-Row.

attacks(_, _-Row, _-Row).
attacks(none, Left-Queen, Column-Row) :-
    abs(Queen-Row) =:= Column-Left.
attacks(colours(Columns), Left-Queen, Column-Row) :-
    (   Column-Left =:= 1,
        abs(Queen-Row) =:= 1
    ;   colour(Columns, Left-Queen, Colour),
        colour(Columns, Column-Row, Colour)
    ).

colour(Columns, Column-Row, Colour) :-
    Place is Column+1,
    At is Row+1,
    arg(Place, Columns, Rows),
    arg(At, Rows, Colour).

%   solves(+Queens, +Board): this is a solution, by its definition.

solves([], _).
solves([Row|Queens], Board) :-
    Board = board(N, Blocked, Colours),
    Row < N,
    length(Queens, Column),
    \+ get_assoc(Column-Row, Blocked, _),
    \+ ( nth1(Distance, Queens, Queen),
         Left is Column-Distance,
         attacks(Colours, Left-Queen, Column-Row)
       ),
    solves(Queens, Board).

%   header(-Lines, -Board, -Queens, -Number, -Digest)//: the board makes sense.

header(Lines, board(Size, Squares, Colours), Queens, Count, Sha) -->
    "queens certificate 1\n",
    line("n", N, number(3, Size)),
    line("prefix", Prefix, rows(Rows)),
    line("blocked", Blocked, blocked(Keys)),
    colours(Line, Numbers),
    line("solutions", Number, number(39, Count)),
    line("sha256", Digest, sha(Sha)),
    { append([N, Prefix, Blocked|Line], [Number, Digest], Lines),
      Size =< 255,
      length(Rows, Length),
      Length =< Size,
      sort(Keys, Keys),
      forall(member(Column-Row, Keys), ( Column < Size, Row < Size )),
      pairs_keys(Pairs, Keys),
      list_to_assoc(Pairs, Squares),
      coloured(Numbers, Size, Colours),
      reverse(Rows, Queens),
      solves(Queens, board(Size, Squares, Colours))
    }.

%   colours(-Lines, -Numbers)//: the line of a coloured board, if it is there.

colours([Line], Numbers) --> line("colours", Line, rows(Numbers)), !.
colours([], none) --> [].

%   coloured(+Numbers, +Size, -Colours): Size colours, of Size squares per column.

coloured(none, _, none) :-
    !.
coloured(Numbers, Size, colours(Columns)) :-
    Size > 0,
    Last is Size-1,
    numlist(0, Last, Each),
    sort(Numbers, Each),
    columns(Numbers, Size, Lists),
    length(Lists, Size),
    maplist([List, Term]>>(Term =.. [rows|List]), Lists, Terms),
    Columns =.. [columns|Terms].

columns([], _, []) :-
    !.
columns(Numbers, Size, [Column|Columns]) :-
    length(Column, Size),
    append(Column, Others, Numbers),
    columns(Others, Size, Columns).

%   line(+Keyword, -Line, :Rest)//: a line is the keyword and the rest.

line(Keyword, Line, Rest) -->
    string_without(`\n`, Codes), "\n",
    { string_codes(Keyword, Start),
      append(Start, Others, Codes),
      phrase(Rest, Others),
      atom_codes(Line, Codes)
    }.

rows([Row|Rows]) --> number(3, Row), rows(Rows).
rows([]) --> [].

blocked([Column-Row|Squares]) -->
    number(3, Column), ":", decimal(3, Row), blocked(Squares).
blocked([]) --> [].

sha(Digits) -->
    " ", sequence(hexadecimal, Digits),
    { length(Digits, 64) }.

hexadecimal(Digit) -->
    [Digit],
    { memberchk(Digit, `0123456789abcdef`) }.

number(Most, Number) -->
    " ", decimal(Most, Number).

%   decimal(+Most, -Number)//: at most so many digits, and no zero before them.

decimal(Most, Number) -->
    digits(Digits),
    { length(Digits, Length),
      between(1, Most, Length),
      \+ ( Digits = [0'0|_], Length > 1 ),
      number_codes(Number, Digits)
    }.

%   digest(+Board, +Solutions, -Digest): as the header has it.

digest(board(N, _, _), Solutions, Digest) :-
    length(Solutions, Number),
    format(codes(Text), "~d ~d~n", [N, Number]),
    append([Text|Solutions], Bytes),
    sha_hash(Bytes, Hash, [algorithm(sha256), encoding(octet)]),
    hash_atom(Hash, Hex),
    atom_codes(Hex, Digest).
