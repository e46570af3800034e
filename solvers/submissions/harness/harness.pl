%   Runs a Prolog submission; stands alone, inside the sandbox.
%
%   The job comes on stdin, a line each: token, file, entry point (or "-"), n,
%   and the number of the file descriptor for the records. A record is a line:
%   token, kind, JSON.

:- module(harness, []).
:- use_module(library(readutil)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).

:- dynamic load_error/2, phase/1.

:- initialization(main, main).

%   While the file is loaded, a halt only ends the directive it stands in.

:- multifile user:goal_expansion/2.
:- dynamic user:goal_expansion/2.

user:goal_expansion(halt, harness:leave(0)) :-
    harness:phase(loading).
user:goal_expansion(halt(Status), harness:leave(Status)) :-
    harness:phase(loading).

leave(_) :-
    phase(loading),
    !,
    throw(harness_left).
leave(Status) :-
    halt(Status).

:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

user:message_hook(Term, _, _) :-
    phase(loading),
    sub_term(Part, Term),
    Part == harness_left,
    !.

user:message_hook(Term, Kind, Lines) :-
    phase(loading),
    memberchk(Kind, [error, warning]),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)),
    split_string(Text, "\n", " \t\n", Parts0),
    exclude(==(""), Parts0, Parts),
    atomic_list_concat(Parts, ' ', Message),
    (   source_location(_, Line)
    ->  true
    ;   Line = 0
    ),
    (   Term = error(syntax_error(_), Context)
    ->  What = syntax, syntax_line(Context, Line, At)
    ;   What = Kind, At = Line
    ),
    assertz(load_error(What, At-Message)),
    fail.

syntax_line(file(_, Line, _, _), _, Line) :- !.
syntax_line(stream(_, Line, _, _), _, Line) :- !.
syntax_line(_, Line, Line).

main :-
    maplist([Text]>>read_line_to_string(user_input, Text), [Token, File, Entry, NText, Descriptor]),
    atom_number(NText, N),
    format(atom(Path), "/dev/fd/~w", [Descriptor]),
    open(Path, write, Records, [encoding(utf8), buffer(full)]),
    nb_setval(harness_records, Records),
    nb_setval(harness_token, Token),
    open('/dev/null', read, Nothing),
    set_input(Nothing),
    set_stream(Nothing, alias(user_input)),
    current_prolog_flag(version, Version),
    (   Version < 80000
    ->  fail_with(old, "SWI-Prolog is too old; version 8 or newer is needed")
    ;   true
    ),
    send(loading, "{}"),
    flush_output(Records),
    assertz(phase(loading)),
    catch(user:load_files(File, []), Error, load_error(Error)),
    retractall(phase(loading)),
    find_entry(File, Entry, Goal, N, Solution),
    (   ( load_error(syntax, Line-Message) ; load_error(error, Line-Message) )
    ->  format(string(Trouble), "line ~w: ~w", [Line, Message]),
        json_string(Trouble, TroubleText)
    ;   TroubleText = "\"\""
    ),
    format(string(Ready), "{\"load_error\":~s}", [TroubleText]),
    send(ready, Ready),
    flush_output(Records),
    get_time(Start),
    nb_setval(harness_count, 0),
    catch(answers(Goal, Solution), Error, run_error(Error)),
    get_time(End),
    nb_getval(harness_count, Count),
    Seconds is End-Start,
    format(string(Text), "{\"count\":~d,\"seconds\":~w}", [Count, Seconds]),
    flush_output(user_output),
    send(end, Text),
    flush_output(Records),
    halt(0).

answers(Goal, Solution) :-
    forall(call(Goal), answer(Solution)).

answer(Solution) :-
    encode(Solution, 0, Text),
    send(answer, Text),
    nb_getval(harness_count, Count0),
    Count is Count0+1,
    nb_setval(harness_count, Count),
    nb_getval(harness_records, Records),
    flush_output(Records).

send(Kind, Text) :-
    nb_getval(harness_records, Records),
    nb_getval(harness_token, Token),
    format(Records, "~s ~w ~s~n", [Token, Kind, Text]).

load_error(harness_left) :- !.
load_error(Error) :-
    message_to_text(Error, Message),
    assertz(load_error(error, 0-Message)).

run_error(Error) :-
    (   Error = error(resource_error(_), _)
    ->  What = memory
    ;   Error = unwind(halt(_))
    ->  What = left
    ;   What = error
    ),
    message_to_text(Error, Message),
    fail_with(What, Message).

message_to_text(Error, Message) :-
    catch(message_to_codes_text(Error, Message), _, format(string(Message), "~p", [Error])).

message_to_codes_text(Error, Message) :-
    '$messages':translate_message(Error, Lines, []),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)),
    split_string(Text, "\n", " \t\n", Parts0),
    exclude(==(""), Parts0, Parts),
    atomic_list_concat(Parts, ' ', Message).

fail_with(What, Message) :-
    json_string(Message, Text),
    format(string(Record), "{\"what\":\"~w\",\"message\":~s}", [What, Text]),
    send(failed, Record),
    nb_getval(harness_records, Records),
    flush_output(Records),
    halt(1).

find_entry(File, Entry, Module:Goal, N, Solution) :-
    findall(Name-Module0, defined(File, Name, Module0), Defined0),
    sort(Defined0, Defined),
    (   Entry == "-"
    ->  findall(Rank-(Name-M),
                ( member(Name-M, Defined),
                  plain(Name, Plain),
                  nth0(Rank, [nqueens,queens,solvenqueens,eightqueens,queen,nqueen,solve], Plain)
                ),
                Ranked0),
        keysort(Ranked0, Ranked),
        Ranked = [_-(Found-Module)|_]
    ;   split_string(Entry, "/", "", [WantedText|_]),
        atom_string(Found, WantedText),
        member(Found-Module, Defined)
    ),
    !,
    Goal =.. [Found, N, Solution].
find_entry(File, Entry, _, _, _) :-
    (   load_error(syntax, Line-Message)
    ->  format(string(Text), "line ~w: ~w", [Line, Message]),
        fail_with(syntax, Text)
    ;   load_error(error, Line-Message)
    ->  format(string(Text), "line ~w: ~w", [Line, Message]),
        fail_with(error, Text)
    ;   findall(Name/2, defined(File, Name, _), Names0),
        sort(Names0, Names),
        (   Names == []
        ->  Has = "it defines no predicate of two arguments"
        ;   maplist([Indicator, Shown]>>format(atom(Shown), "~w", [Indicator]), Names, Shown0),
            atomic_list_concat(Shown0, ', ', Listed),
            string_concat("it defines ", Listed, Has)
        ),
        (   Entry == "-" -> Wanted = "queens/2, solve/2 or the like" ; Wanted = Entry ),
        format(string(Text), "no predicate ~w: ~w", [Wanted, Has]),
        fail_with(missing, Text)
    ).

defined(File, Name, Module) :-
    current_predicate(Module:Name/2),
    functor(Head, Name, 2),
    \+ predicate_property(Module:Head, imported_from(_)),
    predicate_property(Module:Head, file(Source)),
    same_file(Source, File).

plain(Name, Plain) :-
    downcase_atom(Name, Lower),
    atomic_list_concat(Parts, '_', Lower),
    atomic_list_concat(Parts, Plain).

%   encode(+Term, +Depth, -Text): a term as JSON.

encode(_, Depth, "{\"other\":\"nested too deeply\"}") :-
    Depth > 50,
    !.
encode(Term, _, "{\"unbound\":true}") :-
    var(Term),
    !.
encode(Term, _, Text) :-
    integer(Term),
    !,
    format(string(Text), "~d", [Term]).
encode(Term, _, Text) :-
    float(Term),
    !,
    format(string(Text), "{\"float\":\"~w\"}", [Term]).
encode([], _, "[]") :- !.
encode(Term, _, Text) :-
    atom(Term),
    !,
    json_string(Term, Name),
    format(string(Text), "{\"symbol\":~s}", [Name]).
encode(Term, _, Text) :-
    string(Term),
    !,
    json_string(Term, Text).
encode(Term, Depth, Text) :-
    is_list(Term),
    !,
    Deeper is Depth+1,
    encode_all(Term, Deeper, Texts),
    atomic_list_concat(Texts, ',', Inner),
    format(string(Text), "[~w]", [Inner]).
encode([_|_], _, "{\"partial\":true}") :- !.
encode(Term, Depth, Text) :-
    compound(Term),
    acyclic_term(Term),
    !,
    compound_name_arguments(Term, Name, Arguments),
    Deeper is Depth+1,
    json_string(Name, NameText),
    encode_all(Arguments, Deeper, Texts),
    atomic_list_concat([NameText|Texts], ',', Inner),
    format(string(Text), "{\"term\":[~w]}", [Inner]).
encode(Term, _, Text) :-
    catch(format(string(Shown), "~p", [Term]), _, Shown = "?"),
    json_string(Shown, Inner),
    format(string(Text), "{\"other\":~s}", [Inner]).

encode_all([], _, []).
encode_all([Term|Terms], Depth, [Text|Texts]) :-
    encode(Term, Depth, Text),
    encode_all(Terms, Depth, Texts).

json_string(Value, Text) :-
    format(string(String), "~w", [Value]),
    string_codes(String, Codes),
    foldl([Code, Parts, [Part|Parts]]>>json_code(Code, Part), Codes, [], Reversed),
    reverse(Reversed, Parts),
    atomic_list_concat(Parts, Inner),
    format(string(Text), "\"~w\"", [Inner]).

json_code(0'", "\\\"") :- !.
json_code(0'\\, "\\\\") :- !.
json_code(Code, Part) :-
    Code < 32,
    !,
    format(string(Part), "\\u~|~`0t~16r~4+", [Code]).
json_code(Code, Part) :-
    char_code(Part, Code).
