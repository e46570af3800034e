%   Steps through a Prolog submission with SWI-Prolog's own tracer; loaded beside harness.pl.
%
%   steps(+Module, +Text, +Most, +Seconds) runs the goal in Text, whose variable
%   Solution is its answer, sends a record for each port of the program's own
%   predicates, and fails. A record is a list:
%
%       port, depth, goal, file, line, open goals, bindings, choice points, answer
%
%   A port is call, exit, redo, fail or exception. "answer" stands for one answer of
%   Goal, "end" for its end, "error" for an exception that leaves it, and "steps" and
%   "time" for the limits, at which everything stops. The line is that of the call, or
%   else of the clause that runs, from 1; it is 0 where none is known. The file is "",
%   or the name of another file of the program. Bindings are those of the clause that
%   calls; choice points come newest first, each with the file and the line of the call
%   that left it. The answer is a list, empty until it is bound.

:- module(stepper, []).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(prolog_clause)).
:- use_module(library(prolog_stack)).

:- dynamic own/2, place/3, names/2.

:- multifile user:prolog_trace_interception/4.
:- dynamic user:prolog_trace_interception/4.

user:prolog_trace_interception(Port, Frame, Choice, Action) :-
    stepper:step(Port, Frame, Choice, Action).

most_goals(30).
most_choices(12).
most_letters(200).

steps(Module, Text, Most, Seconds) :-
    catch(term_string(Goal, Text, [module(Module), variable_names(Names)]), Error,
          ( failed(Error), fail )),
    ignore(memberchk('Solution'=Answer, Names)),
    get_time(Now),
    Until is Now+Seconds,
    nb_setval(stepper_left, Most),
    nb_setval(stepper_until, Until),
    b_setval(stepper_answer, Answer),
    visible(+all),
    leash(-all),
    (   catch(( traced(Module:Goal), note(answer, Answer), fail ), Error, true)
    ->  quiet,
        failed(Error)
    ;   quiet,
        note(end, [])
    ),
    fail.

failed(Error0) :-
    (   nonvar(Error0),
        Error0 = error(What, context(stepper:_, More))  % the caller is none of the program's
    ->  Error = error(What, context(_, More))
    ;   Error = Error0
    ),
    (   nonvar(Error),
        ( Error = harness_left(_) ; Error = unwind(halt(_)) )
    ->  Message = "halt ends the program"
    ;   harness:message_to_text(Error, Message)
    ),
    harness:answer([error, 0, Message, "", 0, [], [], [], []]).

traced(Goal) :-
    (   trace,
        call(Goal),
        quiet
    ;   quiet,
        fail
    ).

%   An answer that is not the last one is left with the tracer off; redo turns it on.

note(answer, Answer) :-
    !,
    (   send_answer(Answer)
    ;   trace,
        fail
    ).
note(What, _) :-
    harness:answer([What, 0, "", "", 0, [], [], [], []]).

send_answer(Answer) :-
    ( ground(Answer) -> Known = [Answer] ; Known = [] ),
    shown(Answer, Text),
    harness:answer([answer, 0, Text, "", 0, [], [], [], Known]).

quiet :-
    notrace,
    nodebug.

%   step(+Port, +Frame, +Choice, -Action): what the tracer asks at every port.

step(Port, Frame, Choice, Action) :-
    (   get_time(Now),
        nb_getval(stepper_until, Until),
        Now > Until
    ->  over(time, Action)
    ;   functor(Port, Name, _),
        memberchk(Name, [call, exit, redo, fail, exception]),
        is_own(Frame, Goal)
    ->  nb_getval(stepper_left, Left),
        (   Left =< 0
        ->  over(steps, Action)
        ;   Left1 is Left-1,
            nb_setval(stepper_left, Left1),
            tell(Name, Frame, Choice, Goal),
            Action = continue
        )
    ;   Action = continue
    ).

%   Nothing that the program does after its last step counts.

over(Limit, Action) :-
    note(Limit, []),
    (   current_prolog_flag(emscripten, true)
    ->  Action = abort
    ;   harness:send_end,
        halt(0)
    ).

tell(Port, Frame, Choice, Goal) :-
    own_frames(Frame, Frames),
    length(Frames, Depth),
    most_goals(MostGoals),
    first(MostGoals, Frames, Innermost),
    maplist(frame_text, Innermost, Goals),
    reverse(Goals, Outermost),
    shown(Goal, Text),
    (   call_place(Frame, [File, Line])
    ->  true
    ;   prolog_frame_attribute(Frame, clause, Clause),
        clause_property(Clause, file(Path)),
        clause_property(Clause, line_count(Line))
    ->  file_name(Path, File)
    ;   File = "", Line = 0
    ),
    ( bindings(Frame, Bindings0) -> Bindings = Bindings0 ; Bindings = [] ),
    most_choices(Most),
    findall(Left, choice(Choice, Left), Choices0),
    first(Most, Choices0, Choices),
    b_getval(stepper_answer, Answer),
    ( ground(Answer) -> Known = [Answer] ; Known = [] ),
    harness:answer([Port, Depth, Text, File, Line, Outermost, Bindings, Choices, Known]).

first(Most, List, First) :-
    length(List, Length),
    (   Length =< Most
    ->  First = List
    ;   length(First, Most),
        append(First, _, List)
    ).

%   own_frames(+Frame, -Frames): those that run the program's predicates, innermost first.

own_frames(Frame, Frames) :-
    (   is_own(Frame, _)
    ->  Frames = [Frame|More]
    ;   Frames = More
    ),
    (   prolog_frame_attribute(Frame, parent, Parent)
    ->  own_frames(Parent, More)
    ;   More = []
    ).

frame_text(Frame, Text) :-
    is_own(Frame, Goal),
    shown(Goal, Text).

%   is_own(+Frame, -Goal): the frame runs a predicate of the program.

is_own(Frame, Goal) :-
    prolog_frame_attribute(Frame, goal, Goal0),
    strip_module(user:Goal0, Module, Goal),
    callable(Goal),
    functor(Goal, Name, Arity),
    (   own(Module:Name/Arity, Own)
    ->  true
    ;   ( defined_here(Module, Goal) -> Own = true ; Own = false ),
        assertz(own(Module:Name/Arity, Own))
    ),
    Own == true.

defined_here(Module, Goal) :-
    \+ predicate_property(Module:Goal, imported_from(_)),
    nb_getval(harness_program, File),
    (   predicate_property(Module:Goal, file(Source))
    ->  file_directory_name(File, Folder),
        sub_atom(Source, 0, _, _, Folder)
    ;   predicate_property(Module:Goal, dynamic),
        ( module_property(Module, file(File)) -> true ; Module == user )
    ).

%   call_place(+Frame, -Place): the file and the line where the clause of its parent calls it.

call_place(Frame, Place) :-
    prolog_frame_attribute(Frame, parent, Parent),
    is_own(Parent, _),
    prolog_frame_attribute(Frame, pc, PC),
    prolog_frame_attribute(Parent, clause, Clause),
    (   place(Clause, PC, Known)
    ->  true
    ;   ( place_of(Clause, PC, Place0) -> Known = Place0 ; Known = none ),
        assertz(place(Clause, PC, Known))
    ),
    Place = Known,
    Place = [_, _].

place_of(Clause, PC, [File, Line]) :-
    catch(prolog_stack:subgoal_position(Clause, PC, Path, Start, _), _, fail),
    integer(Start),
    catch(setup_call_cleanup(open(Path, read, In, [newline(detect)]),
                             ( read_string(In, Start, _), line_count(In, Line) ),
                             close(In)), _, fail),
    file_name(Path, File).

%   file_name(+Path, -Name): "" for the program itself, else the file's name in its folder.

file_name(Path, Name) :-
    nb_getval(harness_program, Program),
    (   Path == Program
    ->  Name = ""
    ;   file_directory_name(Program, Folder0),
        atom_concat(Folder0, '/', Folder),
        atom_concat(Folder, Name0, Path)
    ->  atom_string(Name0, Name)
    ;   file_base_name(Path, Name0),
        atom_string(Name0, Name)
    ).

%   bindings(+Frame, -Texts): the named variables of the clause that calls it.

bindings(Frame, Texts) :-
    prolog_frame_attribute(Frame, parent, Parent),
    is_own(Parent, _),
    prolog_frame_attribute(Parent, clause, Clause),
    names_of(Clause, Names),
    findall(Text, binding(Parent, Names, Text), Texts).

names_of(Clause, Names) :-
    names(Clause, Names),
    !.
names_of(Clause, Names) :-
    (   catch(clause_info(Clause, _, _, Offsets), _, fail)
    ->  Offsets =.. [_|Names]
    ;   Names = []
    ),
    assertz(names(Clause, Names)).

binding(Frame, Names, Text) :-
    nth1(Slot, Names, Name),
    atom(Name),
    \+ sub_atom(Name, 0, _, _, '_'),
    prolog_frame_attribute(Frame, argument(Slot), Value),
    shown(Value, ValueText),
    format(string(Text), "~w = ~w", [Name, ValueText]).

%   choice(+Choice, -Left): the choice points, newest first, that the program's calls have left.

choice(Choice, Left) :-
    prolog_choice_attribute(Choice, type, Type),
    memberchk(Type, [jump, clause, foreign]),
    prolog_choice_attribute(Choice, frame, Frame),
    left_by(Frame, Type, Left).
choice(Choice, Left) :-
    prolog_choice_attribute(Choice, parent, Older),
    choice(Older, Left).

%   A choice of a library belongs to the goal of the program that has called the library.

left_by(Frame, Type, Left) :-
    (   is_own(Frame, _)
    ->  ( Type == jump -> Before = "an alternative in " ; Before = "" )
    ;   prolog_frame_attribute(Frame, parent, Parent),
        is_own(Parent, _)
    ->  Before = ""
    ),
    !,
    prolog_frame_attribute(Frame, predicate_indicator, Which),
    strip_module(Which, _, Name),
    format(string(Text), "~s~w", [Before, Name]),
    ( call_place(Frame, [File, Line]) -> true ; File = "", Line = 0 ),
    Left = [Text, File, Line].
left_by(Frame, _, Left) :-
    prolog_frame_attribute(Frame, parent, Parent),
    left_by(Parent, clause, Left).

%   shown(+Term, -Text): as Prolog writes it; a variable is _.

shown(Term0, Text) :-
    copy_term(Term0, Term, _),
    term_variables(Term, Variables),
    maplist(=('$VAR'('_')), Variables),
    catch(with_output_to(string(Text0), write_term(Term, [quoted(true), numbervars(true)])),
          _, Text0 = "?"),
    most_letters(Most),
    (   string_length(Text0, Length),
        Length > Most
    ->  sub_string(Text0, 0, Most, _, Text1),
        string_concat(Text1, "...", Text)
    ;   Text = Text0
    ).
