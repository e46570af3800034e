%   Check certificates: that a board has these solutions and no others.
%
%       $ swipl prolog/certificate.pl FILE...
%
%   A certificate is what a search has written down, row by row. This grammar
%   says when it is true, and searches nothing; docs/certificates.md has the
%   format. Queens are kept as in queens.pl, newest column first.

:- module(certificate, [certificate//1]).
:- use_module(library(assoc)).
:- use_module(library(dcg/basics), [digits//1, eos//0, string_without//2]).
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
    (   catch(proven(File, Solutions), error(Why, _), damaged(File, Why))
    ->  Answer = proven,
        length(Solutions, Number),
        format("~w: proven: solutions ~d~n", [File, Number])
    ;   Answer = refused,
        format("~w: refused~n", [File])
    ).

damaged(File, Why) :-
    format(user_error, "~w: ~p~n", [File, Why]),
    fail.

proven(File, Solutions) :-
    setup_call_cleanup(
        gzopen(File, read, Stream, [type(binary)]),
        phrase_from_stream(certificate(Solutions), Stream),
        close(Stream)).

%!  certificate(-Solutions)// is semidet.
%
%   Solutions are all that the board of the certificate has, each a list of
%   rows, column 0 first.

certificate(Solutions) -->
    header(Board, Prefix, Number, Digest),
    !,
    { length(Prefix, Column),
      reverse(Prefix, Queens)
    },
    below(Column, Queens, Board, Solutions, []),
    eos,
    { length(Solutions, Number),
      digest(Board, Solutions, Digest)
    }.

%   below(+Column, +Queens, +Board, -Solutions, ?Rest)//: the tokens of all
%   placements that begin with Queens, which stand in the columns before
%   Column. Board is board(N, Blocked), and the keys of Blocked Column-Row.
%   Cuts remove no answer: they let go of what has been read.

below(N, Queens, board(N, Blocked), Solutions, Rest) -->
    !,
    { solves(Queens, N, Blocked)
    ->  reverse(Queens, Solution),
        Solutions = [Solution|Rest]
    ;   Solutions = Rest
    }.
below(Column, Queens, Board, Solutions, Rest) -->
    squares(0, Column, Queens, Board, Solutions, Rest).

%   squares(+Row, ...)//: those of the squares of Column from Row on.

squares(N, _, _, board(N, _), Rest, Rest) -->
    !.
squares(Row, Column, Queens, Board, Solutions, Rest) -->
    [Token],
    square(Token, Row, Column, Queens, Board, Solutions, More),
    { Next is Row+1 },
    squares(Next, Column, Queens, Board, More, Rest).

square(255, Row, Column, Queens, Board, Solutions, Rest) -->
    !,
    { Next is Column+1 },
    below(Next, [Row|Queens], Board, Solutions, Rest).
square(254, Row, Column, _, board(_, Blocked), Rest, Rest) -->
    !,
    { get_assoc(Column-Row, Blocked, _) }.
square(Left, Row, Column, Queens, _, Rest, Rest) -->
    { Distance is Column-Left,
      nth1(Distance, Queens, Queen),
      attacks(Queen, Row, Distance)
    },
    !.

attacks(Row, Row, _).
attacks(Queen, Row, Distance) :-
    abs(Queen-Row) =:= Distance.

%   solves(+Queens, +N, +Blocked): this is a solution, by its definition.

solves([], _, _).
solves([Row|Queens], N, Blocked) :-
    Row < N,
    length(Queens, Column),
    \+ get_assoc(Column-Row, Blocked, _),
    \+ ( nth1(Distance, Queens, Queen),
         attacks(Queen, Row, Distance)
       ),
    solves(Queens, N, Blocked).

%   header(-Board, -Prefix, -Number, -Digest)//

header(board(N, Blocked), Prefix, Number, Digest) -->
    "queens certificate 1\nn ", number(3, N),
    "\nprefix", rows(Prefix),
    "\nblocked", blocked(Squares),
    "\nsolutions ", number(39, Number),
    "\nsha256 ", string_without(`\n`, Digest), "\n",
    { N =< 255,
      length(Prefix, Length),
      Length =< N,
      sort(Squares, Keys),
      pairs_keys(Pairs, Keys),
      list_to_assoc(Pairs, Blocked)
    }.

rows([Row|Rows]) --> " ", number(3, Row), rows(Rows).
rows([]) --> [].

blocked([Column-Row|Squares]) -->
    " ", number(3, Column), ":", number(3, Row), blocked(Squares).
blocked([]) --> [].

number(Most, Number) -->
    digits(Digits),
    { length(Digits, Length),
      between(1, Most, Length),
      number_codes(Number, Digits)
    }.

%   digest(+Board, +Solutions, -Digest): as the header has it.

digest(board(N, _), Solutions, Digest) :-
    length(Solutions, Number),
    format(codes(Text), "~d ~d~n", [N, Number]),
    append([Text|Solutions], Bytes),
    sha_hash(Bytes, Hash, [algorithm(sha256), encoding(octet)]),
    hash_atom(Hash, Hex),
    atom_codes(Hex, Digest).
