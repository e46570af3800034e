%   Check certificates: that a board has these solutions and no others.
%
%       $ swipl prolog/certificate.pl FILE...
%
%   A certificate is what a search has written down, row by row. This grammar
%   says when it is true, and searches nothing; docs/certificates.md has the
%   format. Queens are kept as in queens.pl, newest column first.

:- module(certificate, [proven/2, certificate//1]).

:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(dcg/basics), [digits//1, eos//0, string_without//2]).
:- use_module(library(pure_input), [phrase_from_stream/2]).
:- use_module(library(sha), [sha_hash/3, hash_atom/2]).
:- use_module(library(zlib), [gzopen/4]).

:- initialization(main, main).

main(Files) :-
    maplist(answer, Files, Answers),
    (   memberchk(refused, Answers)
    ->  halt(1)
    ;   true
    ).

answer(File, Answer) :-
    catch(proven(File, Solutions), Error, true),
    (   var(Error)
    ->  Answer = proven,
        length(Solutions, Number),
        format("~w: proven: solutions ~d~n", [File, Number])
    ;   Answer = refused,
        format("~w: refused: ~@~n", [File, why(Error)])
    ).

why(refused(Why, Values)) :-
    !,
    format(Why, Values).
why(error(Formal, _)) :-
    print(Formal).

%!  proven(+File, -Solutions) is det.
%
%   Solutions are all that the board of the certificate has, each a list of
%   rows, column 0 first. Throws refused(Why, Values), or what the reading of
%   a damaged file throws.

proven(File, Solutions) :-
    setup_call_cleanup(
        gzopen(File, read, Stream, [type(binary)]),
        phrase_from_stream(certificate(Solutions), Stream),
        close(Stream)).

certificate(Solutions) -->
    header(Board, Prefix, Number, Digest),
    !,
    { length(Prefix, Column),
      reverse(Prefix, Queens)
    },
    below(Column, Queens, Board, Solutions, []),
    (   eos
    ->  { claimed(Board, Solutions, Number, Digest) }
    ;   { throw(refused("there are more tokens than squares", [])) }
    ).
certificate(_) -->
    { throw(refused("its header is not that of a certificate", [])) }.

%   header(-Board, -Prefix, -Number, -Digest)//: Board is board(N, Blocked),
%   and Blocked an association list whose keys are Column-Row.

header(board(N, Blocked), Prefix, Number, Digest) -->
    "queens certificate 1\nn ", number(3, N),
    "\nprefix", rows(Prefix),
    "\nblocked", squares(Squares),
    "\nsolutions ", number(39, Number),
    "\nsha256 ", string_without(`\n`, Digest), "\n",
    { N =< 255,
      length(Prefix, Length),
      Length =< N,
      sort(Squares, Keys),
      pairs_keys(Pairs, Keys),
      list_to_assoc(Pairs, Blocked)
    }.

rows([Row|Rows]) --> " ", !, number(3, Row), rows(Rows).
rows([]) --> [].

squares([Column-Row|Squares]) -->
    " ", !, number(3, Column), ":", number(3, Row), squares(Squares).
squares([]) --> [].

number(Most, Number) -->
    digits(Digits),
    { length(Digits, Length),
      between(1, Most, Length),
      number_codes(Number, Digits)
    }.

%   below(+Column, +Queens, +Board, -Solutions, ?Rest)//: the tokens of all
%   that begins with Queens, which stand in the columns before Column.

below(N, Queens, board(N, Blocked), Solutions, Rest) -->
    !,
    { solves(Queens, N, Blocked)
    ->  reverse(Queens, Solution),
        Solutions = [Solution|Rest]
    ;   Solutions = Rest
    }.
below(Column, Queens, Board, Solutions, Rest) -->
    squares(0, Column, Queens, Board, Solutions, Rest).

squares(N, _, _, board(N, _), Rest, Rest) -->
    !.
squares(Row, Column, Queens, Board, Solutions, Rest) -->
    [Token],
    !,
    square(Token, Row, Column, Queens, Board, Solutions, More),
    { Next is Row+1 },
    squares(Next, Column, Queens, Board, More, Rest).
squares(Row, Column, _, _, _, _) -->
    { throw(refused("column ~d, row ~d: the tokens end", [Column, Row])) }.

square(255, Row, Column, Queens, Board, Solutions, More) -->
    !,
    { Next is Column+1 },
    below(Next, [Row|Queens], Board, Solutions, More).
square(Token, Row, Column, Queens, board(_, Blocked), More, More) -->
    { lost(Token, Row, Column, Queens, Blocked)
    ->  true
    ;   throw(refused("column ~d, row ~d: ~d is not true of it", [Column, Row, Token]))
    }.

%   lost(+Token, +Row, +Column, +Queens, +Blocked): what the token says of the
%   square is true: it is blocked, or the queen of the column Token attacks it.

lost(254, Row, Column, _, Blocked) :-
    !,
    get_assoc(Column-Row, Blocked, _).
lost(Left, Row, Column, Queens, _) :-
    Distance is Column-Left,
    nth1(Distance, Queens, Queen),
    attacks(Queen, Row, Distance).

attacks(Row, Row, _) :- !.
attacks(Queen, Row, Distance) :-
    abs(Queen-Row) =:= Distance.

%   solves(+Queens, +N, +Blocked): this is a solution, by its definition.

solves([], _, _).
solves([Row|Queens], N, Blocked) :-
    Row < N,
    length(Queens, Column),
    \+ get_assoc(Column-Row, Blocked, _),
    \+ ( nth1(Distance, Queens, Queen), attacks(Queen, Row, Distance) ),
    solves(Queens, N, Blocked).

%   claimed(+Board, +Solutions, +Number, +Digest): the header claims this set.

claimed(board(N, _), Solutions, Number, Digest) :-
    length(Solutions, Found),
    format(codes(Text), "~d ~d~n", [N, Found]),
    append([Text|Solutions], Bytes),
    sha_hash(Bytes, Hash, [algorithm(sha256), encoding(octet)]),
    hash_atom(Hash, Hex),
    (   Number == Found,
        atom_codes(Hex, Digest)
    ->  true
    ;   throw(refused("it claims another set than it proves: ~d, ~w", [Found, Hex]))
    ).
