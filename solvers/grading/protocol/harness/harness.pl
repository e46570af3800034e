%   Runs a Prolog submission; stands alone, inside the sandbox.
%
%   The protocol is described in protocol/__init__.py. A page that has no
%   processes calls harness:load_program/4 and then harness:answer_line/1; nothing
%   is exported, since the names of the program are its own.

:- module(harness, []).
:- use_module(library(readutil)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(solution_sequences)).
:- set_prolog_flag(backtrace, false).  % a library that the suite loads would print stacks

:- dynamic load_error/3, load_warning/3, phase/1.

:- initialization(main, main).

%   A halt only ends the directive, or the call, that it stands in.

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
leave(_) :-
    throw(harness_left(answering)).

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
    message_lines(Term, Lines, Message),
    (   source_location(_, Line)
    ->  true
    ;   Line = 0
    ),
    (   Term = error(syntax_error(_), Context)
    ->  What = syntax, syntax_line(Context, Line, At)
    ;   failure_kind(Term, Kind, What), At = Line
    ),
    (   source_location(Path, _), file_base_name(Path, File), \+ is_program(Path)
    ->  true
    ;   File = ''
    ),
    ( What == warning -> assertz(load_warning(File, At, Message)) ; true ),
    assertz(load_error(What, At, Message)),
    fail.

is_program(Path) :-
    nb_current(harness_program, Program),
    same_file(Path, Program).

%   failure_kind(+Term, +Default, -What)

failure_kind(Term, _, package) :-
    sub_term(Part, Term),
    nonvar(Part),
    (   Part = existence_error(source_sink, _)
    ;   Part = existence_error(library, _)
    ),
    !.
failure_kind(error(syntax_error(_), _), _, syntax) :- !.
failure_kind(Term, _, unbound) :-
    sub_term(Part, Term),
    nonvar(Part),
    Part = existence_error(procedure, _),
    !.
failure_kind(_, Default, Default).

syntax_line(file(_, Line, _, _), _, Line) :- !.
syntax_line(stream(_, Line, _, _), _, Line) :- !.
syntax_line(_, Line, Line).

main :-
    stream_property(Asks, alias(user_input)),
    maplist(read_line_to_string(Asks), [Token, File, Descriptor, Start]),
    format(atom(Path), "/dev/fd/~w", [Descriptor]),
    open(Path, write, Records, [encoding(utf8), buffer(full)]),
    load_program(Records, Token, File, Start),
    set_prolog_flag(toplevel_goal, true),
    serve(Asks),
    flush_both,
    halt(0).

%   load_program(+Records, +Token, +File, +Start): Records is the stream of the
%   records, and Start is "load", or "run" with arguments.

load_program(Records, Token, File, Start) :-
    nb_setval(harness_records, Records),
    nb_setval(harness_token, Token),
    use_input,
    current_prolog_flag(version, Version),
    (   Version < 80000
    ->  failed(error, "SWI-Prolog is too old; version 8 or newer is needed"),
        halt(1)
    ;   true
    ),
    split_string(Start, " ", " ", [How|Arguments0]),
    maplist([Text, Atom]>>atom_string(Atom, Text), Arguments0, Arguments),
    set_prolog_flag(argv, Arguments),
    send(loading, []),
    absolute_file_name(File, Program),
    nb_setval(harness_program, Program),
    assertz(phase(loading)),
    catch(user:load_files(File, []), Error, load_error(Error)),
    (   How == "run"
    ->  catch(ignore(( nb_current(harness_main, Goal), user:Goal )), Error2, load_error(Error2))
    ;   true
    ),
    retractall(phase(loading)),
    flush_both,
    send_ready(File).

%   A program that is started runs the goal of ":- initialization(main, main)".

user:goal_expansion(initialization(Goal, main), harness:note_main(Goal)) :-
    harness:phase(loading).

note_main(Goal) :-
    nb_setval(harness_main, Goal).

use_input :-
    source_file(harness:main, Harness),
    file_directory_name(Harness, Folder),
    atom_concat(Folder, '/input', Path),
    open(Path, read, Input, [encoding(utf8)]),
    set_input(Input),
    set_stream(Input, alias(user_input)).

send_ready(File) :-
    (   ( Kind0 = syntax ; true ),
        load_error(Kind0, Line, Message),
        Kind0 \== warning
    ->  findall(Other, ( Kind0 == package, load_error(package, _, Other) ), Others0),
        list_to_set([Message|Others0], Others),
        atomic_list_concat(Others, '; ', All),
        format(string(Trouble), "line ~w: ~w", [Line, All]),
        atom_string(Kind0, Kind)
    ;   Trouble = "", Kind = ""
    ),
    findall(Name/Arity, limit(1000, defined(File, Name, Arity, _)), Defined0),
    sort(Defined0, Defined),
    findall([Text, Arity, Arity, [], -1, -1],
            ( member(Name/Arity, Defined), format(string(Text), "~q", [Name]) ), Entries),
    findall([Name, Line, Text],
            limit(5, ( load_warning(Name0, Line, Text0), atom_string(Name0, Name), atom_string(Text0, Text) )),
            Warnings),
    send(ready, [load_error=Trouble, kind=Kind, entries=Entries, warnings=Warnings]).

%   defined(+File, ?Name, ?Arity, -Module): what stands in the program.

defined(File, Name, Arity, Module) :-
    file_directory_name(File, Folder),
    current_predicate(Module:Name/Arity),
    Arity =< 6,
    Module \== harness,
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, imported_from(_)),
    predicate_property(Module:Head, file(Source)),
    \+ sub_atom(Name, 0, _, _, '$'),
    \+ sub_atom(Name, _, _, _, '__aux'),
    sub_atom(Source, 0, _, _, Folder).

%   serve(+Asks): answer every line until there are no more.

serve(Asks) :-
    repeat,
    read_line_to_string(Asks, Line),
    (   Line == end_of_file
    ->  !
    ;   answer_line(Line),
        fail
    ).

%   answer_line(+Line): call what the line names, and send what comes of it.

answer_line(Line) :-
    split_string(Line, "\t", "", [Token, Text]),
    nb_setval(harness_token, Token),
    catch(answer_all(Text), Error, run_error(Error)).

answer_all(Text) :-
    nb_setval(harness_raised, none),
    nb_setval(harness_count, 0),
    (   Text == ""
    ->  true
    ;   nb_getval(harness_program, File),
        ( module_property(Module, file(File)) -> true ; Module = user ),
        term_string(Goal, Text, [module(harness), variable_names(Names)]),
        answers(Module:Goal, Names)
    ),
    send_end.

send_end :-
    nb_getval(harness_count, Count),
    flush_both,
    send(end, [count=Count]).

%   answers(+Goal, +Names): its answers are the values of the variable Solution.

answers(Goal, Names) :-
    memberchk('Solution'=Solution, Names),
    !,
    forall(( call(Goal), labelled(Solution) ), answer(Solution)).
answers(Goal, _) :-
    catch(forall(call(Goal), true), harness_left(answering), true).

%   What has finite domains and no value yet is tried, as a caller would.

labelled(Solution) :-
    term_variables(Solution, Variables0),
    include(attvar, Variables0, Variables),
    (   Variables == []
    ->  true
    ;   clpfd:label(Variables)
    ).

flush_both :-
    catch(flush_output(user_output), _, true),
    catch(flush_output(user_error), _, true).

answer(Solution) :-
    encode(Solution, 0, Text),
    send_text(answer, Text),
    nb_getval(harness_count, Count0),
    Count is Count0+1,
    nb_setval(harness_count, Count).

%   send(+Kind, +Fields): a record; each field is Name=Value, a string, a number or a list.

send(Kind, Fields) :-
    findall(Field, ( member(Name=Value, Fields),
                     encode(Value, 0, Inner),
                     format(string(Field), "\"~w\":~s", [Name, Inner]) ), Texts),
    atomic_list_concat(Texts, ',', All),
    format(string(Text), "{~w}", [All]),
    send_text(Kind, Text).

send_text(Kind, Text) :-
    nb_getval(harness_records, Records),
    nb_getval(harness_token, Token),
    format(Records, "~s ~w ~s~n", [Token, Kind, Text]),
    flush_output(Records).

load_error(harness_left) :- !.
load_error(unwind(halt(_))) :- !.
load_error(Error) :-
    message_to_text(Error, Message),
    failure_kind(Error, error, Kind),
    assertz(load_error(Kind, 0, Message)).

run_error(Error) :-
    (   ( Error = unwind(halt(_)) ; Error = harness_left(_) )
    ->  What = left, Message = "halt"
    ;   (   Error = error(What0, _), catch(raised_at(What0, Place, Unbound), _, fail)
        ->  ( What0 = existence_error(procedure, _) -> Told = error(What0, _) ; Told = Error )
        ;   Place = "", Unbound = "", Told = Error
        ),
        message_to_text(Told, Message0),
        atomic_list_concat([Place, Message0, Unbound], Message),
        (   Error = error(resource_error(_), Context), recursion_in(Context, Name, Line)
        ->  What = recursion, send(at, [function=Name, line=Line])
        ;   Error = error(resource_error(_), _)
        ->  What = memory
        ;   failure_kind(Error, error, What)
        )
    ),
    flush_both,
    failed(What, Message).

%   recursion_in(+Context, -Name, -Line): the predicate that calls itself without end.

recursion_in(Context, Name, Line) :-
    is_dict(Context),
    ( get_dict(non_terminating, Context, Frames) ; get_dict(cycle, Context, Frames) ),
    member(frame(_, Goal, _), Frames),
    strip_module(Goal, Module, Head),
    predicate_property(Module:Head, file(Path)),
    predicate_property(Module:Head, line_count(First)),
    !,
    functor(Head, Functor, Arity),
    ( catch(findall(L, call_in(Path, Functor, Arity, L, Functor/Arity), [Line]), _, fail) -> true ; Line = First ),
    format(string(Name), "~w/~w", [Functor, Arity]).

%   Where in the program an error was thrown: the innermost clause, and the goal that it had called.

:- multifile user:prolog_exception_hook/4.
:- dynamic user:prolog_exception_hook/4.

user:prolog_exception_hook(error(Error, _), _, Frame, _) :-
    Error \= resource_error(_),
    \+ harness:phase(loading),
    nb_current(harness_program, File),
    file_directory_name(File, Folder),
    (   harness:clause_in(Frame, Folder, Clause)
    ->  Goal = none, Counter = none
    ;   harness:called_in(Frame, Folder, Clause, Goal, Counter)
    ),
    catch(nb_setval(harness_raised, raised(Clause, Counter, Goal)), _, true),
    fail.

%   Newer systems, as Debian 13 has one, call it by this name.

:- multifile prolog:prolog_exception_hook/5.
:- dynamic prolog:prolog_exception_hook/5.

prolog:prolog_exception_hook(Error, Changed, Frame, Catcher, _) :-
    user:prolog_exception_hook(Error, Changed, Frame, Catcher).

clause_in(Frame, Folder, Clause) :-
    prolog_frame_attribute(Frame, clause, Clause),
    clause_property(Clause, predicate(Module:_)),
    Module \== harness,
    clause_property(Clause, file(File)),
    file_directory_name(File, Folder).

called_in(Frame, Folder, Clause, Goal, Counter) :-
    prolog_frame_attribute(Frame, parent, Parent),
    (   clause_in(Parent, Folder, Clause)
    ->  prolog_frame_attribute(Frame, goal, Goal), prolog_frame_attribute(Frame, pc, Counter)
    ;   called_in(Parent, Folder, Clause, Goal, Counter)
    ).

%   raised_at(+Error, -Place, -Unbound): the line and the predicate, and which variables have no value.
%   A clause whose last goal is called has left the stack; then a goal of this name has to be the only one.

raised_at(Error, Place, Unbound) :-
    nb_current(harness_raised, raised(Clause, Counter, Goal)),
    clause_property(Clause, predicate(_:Name)),
    clause_property(Clause, file(Path)),
    (   Goal == none
    ->  clause_property(Clause, line_count(Line)), Name = In, Unbound = ""
    ;   functor(Goal, Called, Arity),
        (   goal_at(Clause, Counter, Path, Line0, Source, Term),
            is_call(Term, Called, Arity)
        ->  Line = Line0, In = Name,
            unbound_in(Error, Source, Goal, Unbound)
        ;   findall(L-P, call_in(Path, Called, Arity, L, P), [Line-In]), Unbound = ""
        )
    ),
    nb_getval(harness_program, File),
    (   same_file(Path, File)
    ->  format(string(Place), "line ~w, in ~w: ", [Line, In])
    ;   file_base_name(Path, Base), format(string(Place), "line ~w of ~w, in ~w: ", [Line, Base, In])
    ).

goal_at(Clause, Counter, Path, Line, Source, Term) :-
    catch(use_module(library(prolog_stack), []), _, fail),
    catch(prolog_stack:subgoal_position(Clause, Counter, Path, From, To), _, fail),
    integer(From),
    read_file_to_string(Path, Text, [encoding(utf8), newline(posix)]),
    sub_string(Text, 0, From, _, Before),
    split_string(Before, "\n", "", Lines), length(Lines, Line),
    Length is To-From,
    sub_string(Text, From, Length, _, Source),
    catch(term_string(Term, Source), _, fail).

is_call(Term, Name, Arity) :-
    callable(Term), functor(Term, Name, Arity0), ( Arity =:= Arity0 ; Arity =:= Arity0+2 ), !.

%   call_in(+Path, +Name, +Arity, -Line, -In): each goal of this name in a clause of the file.

call_in(Path, Name, Arity, Line, In) :-
    setup_call_cleanup(open(Path, read, Stream, [encoding(utf8)]),
                       findall(Terms, terms_of(Stream, Terms), All), close(Stream)),
    member(term(Term, At, First), All),
    ( Term = (Head :- Body), Added = 0 ; Term = (Head --> Body), Added = 2 ),
    arg(5, At, [_, AtBody]),
    call_at(Body, AtBody, Name, Arity, From),
    arg(1, At, Start),
    read_file_to_string(Path, Text, [encoding(utf8)]),
    Length is From-Start,
    sub_string(Text, Start, Length, _, Between),
    split_string(Between, "\n", "", Lines), length(Lines, Number), Line is First+Number-1,
    functor(Head, HeadName, HeadArity), Full is HeadArity+Added, In = HeadName/Full.

terms_of(Stream, term(Term, At, Line)) :-
    repeat,
    catch(read_term(Stream, Term, [subterm_positions(At), term_position(Position), module(user)]), _, Term = (:- true)),
    ( Term == end_of_file -> !, fail ; nonvar(Term), stream_position_data(line_count, Position, Line) ).

call_at(Goal, At, Name, Arity, From) :-
    is_call(Goal, Name, Arity), arg(1, At, From).
call_at(Goal, parentheses_term_position(_, _, At), Name, Arity, From) :-
    call_at(Goal, At, Name, Arity, From).
call_at({Goal}, brace_term_position(_, _, At), Name, Arity, From) :-
    call_at(Goal, At, Name, Arity, From).
call_at(Goal, term_position(_, _, _, _, Ats), Name, Arity, From) :-
    compound(Goal),
    nth0(K, Ats, At), K1 is K+1, arg(K1, Goal, Inner),
    call_at(Inner, At, Name, Arity, From).

unbound_in(instantiation_error, Source, Goal, Unbound) :-
    catch(term_string(Term, Source, [variable_names(Names)]), _, fail),
    Term = Goal,
    ( Term = (_ is Used) -> true ; Used = Term ),
    term_variables(Used, Variables),
    findall(Name, ( member(Name=V, Names), member(V1, Variables), V1 == V ), [First|Others]),
    !,
    atomic_list_concat([First|Others], ' and ', Given),
    ( Others == [] -> Verb = "has" ; Verb = "have" ),
    format(string(Unbound), "; ~w ~w no value in ~w", [Given, Verb, Source]).
unbound_in(_, _, _, "").

message_to_text(Error, Message) :-
    message_of(Error, Text),
    (   atom_concat('Unknown message: ', Thrown, Text)  % a term that the program throws
    ->  format(string(Message), "it throws ~w", [Thrown])
    ;   Message = Text
    ).

message_of(Error, Message) :-
    catch(( '$messages':translate_message(Error, Lines, []), message_lines(Error, Lines, Message) ),
          _, format(string(Message), "~p", [Error])).

%   message_lines(+Term, +Lines, -Message): one line; where a stack overflowed, only the first.

message_lines(Term, Lines0, Message) :-
    (   sub_term(Part, Term), nonvar(Part), Part = resource_error(_), append(Lines, [nl|_], Lines0)
    ->  true
    ;   Lines = Lines0
    ),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)),
    split_string(Text, "\n", " \t\n", Parts0),
    exclude(==(""), Parts0, Parts),
    atomic_list_concat(Parts, ' ', Message).

failed(Kind, Text) :-
    format(string(What), "~w", [Kind]),
    format(string(Message), "~w", [Text]),
    send(failed, [what=What, message=Message]).

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
encode(Term, Depth, Text) :-
    is_list(Term),
    !,
    Deeper is Depth+1,
    encode_all(Term, Deeper, Texts),
    atomic_list_concat(Texts, ',', Inner),
    format(string(Text), "[~w]", [Inner]).
encode(Term, _, Text) :-
    string(Term),
    !,
    json_string(Term, Text).
encode(Term, _, Text) :-
    atom(Term),
    !,
    json_string(Term, Name),
    format(string(Text), "{\"symbol\":~s}", [Name]).
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
    maplist(json_code, Codes, Parts),
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
