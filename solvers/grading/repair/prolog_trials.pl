%   The parts of a Prolog program, and the trial of each change; runs in the sandbox.
%
%   The harness loads this file as a program. The student's file lies beside it. Changes are made in its
%   text, at the positions that SWI-Prolog gives for its terms. Nothing that is told here is believed
%   before it was checked.

:- module(queens_changes, [parts/2, tried/6]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(gensym)).
:- use_module(library(yall)).
:- use_module(library(readutil)).
:- use_module(library(solution_sequences)).
:- use_module(library(time)).

most_answers(40).               % more than there are solutions for n = 6
most_cells(20_000).             % of a term with the answers
per_second(5_000_000).          % inferences

% --------------------------------------------------------------------------------- the trial
%   tried(+Name, +Call, +Sizes, +Edits, +Seconds, -Tried): Tried is [Number, Outcomes] for one of the
%   Edits [Number, Start, End, New]. An outcome is [Answers, Printed], or 0 after an error or a limit.
tried(Name, Call, Sizes, Edits, Seconds, [Number, Outcomes]) :-
    text_of(Name, Text),
    set_prolog_flag(stack_limit, 100_000_000),
    member([Number, Start, End, New], Edits),
    changed(Text, Start, End, New, Changed),
    maplist(outcome(Changed, Call, Seconds), Sizes, Outcomes).

changed(Text, Start, End, New, Changed) :-
    sub_string(Text, 0, Start, _, Before), sub_string(Text, End, _, 0, After),
    string_concat(Before, New, Begun), string_concat(Begun, After, Changed).

outcome(Text, Call, Seconds, N, Outcome) :-
    gensym(changed_, Module), per_second(Rate), Limit is round(Seconds*Rate), Longest is max(2, 10*Seconds),
    (   catch(call_with_time_limit(Longest,
                  call_with_inference_limit(given(Module, Text, Call, N, Outcome0), Limit, How)), _, fail),
        How \== inference_limit_exceeded
    ->  Outcome = Outcome0
    ;   Outcome = 0
    ),
    retractall(harness:phase(loading)), retractall(harness:load_error(_, _, _)),
    catch(unload_file(Module), _, true), catch('$destroy_module'(Module), _, true).

given(Module, Text, Call, N, [Answers, Printed]) :-
    with_output_to(string(Printed), answers(Module, Text, Call, N, Answers)),
    most_cells(Most), term_size(Answers, Cells), Cells =< Most.

answers(Module, Text, "", N, []) :- !,
    atom_number(Argument, N), set_prolog_flag(argv, [Argument]),
    format(string(Line), "~w.~n", [N]), open_string(Line, Input), set_input(Input),
    nb_setval(harness_main, true), loaded(Module, Text),
    nb_getval(harness_main, Main), ignore(catch(Module:Main, harness_left, true)).
answers(Module, Text, Call, N, Answers) :-
    loaded(Module, Text),
    atomic_list_concat(Parts, '{n}', Call), atomic_list_concat(Parts, N, Asked),
    term_string(Goal, Asked, [variable_names(Names), module(Module)]),
    ( memberchk('Solution'=Solution, Names) -> true ; Solution = [] ),
    most_answers(Most), findall(Solution, limit(Most, Module:Goal), Answers).

loaded(Module, Text) :-
    assertz(harness:phase(loading)),        % so that a halt only ends what it stands in
    setup_call_cleanup(open_string(Text, In), load_files(Module:Module, [stream(In), silent(true)]), close(In)),
    retractall(harness:phase(loading)).

text_of(Name, Text) :-
    source_file(queens_changes:tried(_, _, _, _, _, _), Here), file_directory_name(Here, Folder),
    working_directory(_, Folder), read_file_to_string(Name, Text, [encoding(utf8), newline(posix)]).

% --------------------------------------------------------------------------------- the parts
%   parts(+Name, -Row): Row is [Role, Head, Start, End] of a part of the program, as in changes.py.
parts(Name, [Role, Head, Start, End]) :-
    text_of(Name, Text),
    setup_call_cleanup(open_string(Text, In), clauses(In, Clauses), close(In)),
    member(clause(Term, At, Names), Clauses), maplist([Own='$VAR'(Own)]>>true, Names),
    of_clause(Term, At, Role, Head0, Start-End), atom_string(Head0, Head).

clauses(In, Clauses) :-
    catch(read_term(In, Term, [module(student), variable_names(Names), subterm_positions(At)]),
          error(syntax_error(_), _), Term = (:- true)),
    (   Term == end_of_file -> Clauses = []
    ;   nonvar(Term), Term = (:- Directive) -> obey(Directive), clauses(In, Clauses)
    ;   Clauses = [clause(Term, At, Names)|Others], clauses(In, Others)
    ).

obey(Directive) :-
    (   member(Directive, [use_module(library(_)), use_module(library(_), _), op(_, _, _)])
    ->  catch(student:Directive, _, true)
    ;   true
    ).

of_clause(Term, At, Role, Head, Span) :-
    (   nonvar(Term), Term =.. [Neck, Own, Body], memberchk(Neck, [:-, -->]), At = term_position(_, _, _, _, [OwnAt, BodyAt])
    ->  true
    ;   Neck = fact, Own = Term, OwnAt = At, BodyAt = none
    ),
    (   Role = clause, Head = Neck, span(At, Start-Last), End is Last+1, Span = Start-End     % with its full stop
    ;   part(signature, Own, OwnAt, Role, Head, Span)
    ;   BodyAt \== none, of_body(Body, BodyAt, Role, Head, Span)
    ).

%   of_body(+Body, +Position, -Role, -Head, -Span): the goals, as a block, and what is in each.
of_body(_, At, block, ',', Span) :- span(At, Span).
of_body(Body, At, Role, Head, Span) :- goal(Body, At, Goal, GoalAt), part(statement, Goal, GoalAt, Role, Head, Span).

goal(Body, parentheses_term_position(_, _, At), Goal, GoalAt) :- !, goal(Body, At, Goal, GoalAt).
goal({Body}, brace_term_position(_, _, At), Goal, GoalAt) :- !, goal(Body, At, Goal, GoalAt).
goal((A, B), term_position(_, _, _, _, [AtA, AtB]), Goal, GoalAt) :- !,
    ( goal(A, AtA, Goal, GoalAt) ; goal(B, AtB, Goal, GoalAt) ).
goal(Goal, At, Goal, At).

%   part(+Role, +Term, +Position, -Role, -Head, -Span): a term, and its parts.
part(Role, Term, parentheses_term_position(_, _, At), Own, Head, Span) :- !, part(Role, Term, At, Own, Head, Span).
part(_, Term, At, variable, '_', Span) :- var(Term), !, span(At, Span).
part(_, '$VAR'(Name), At, variable, Name, Span) :- !, span(At, Span).
part(Role, Term, Span, Role, Head, Span) :- Span = _-_, !, format(atom(Head), "~w", [Term]).
part(Role, _, list_position(Start, End, _, Tail), Role, Head, Start-End) :- ( Tail == none -> Head = '[...]' ; Head = '[|]' ).
part(_, Term, list_position(_, _, Items, Tail), Role, Head, Span) :-
    items(Items, Tail, Term, Parts), member(Part-At, Parts), part(value, Part, At, Role, Head, Span).
part(Role, Term, term_position(Start, End, _, _, _), Role, Head, Start-End) :- compound_name_arity(Term, Head, _).
part(Role0, Term, term_position(_, _, _, _, Ats), Role, Head, Span) :-
    compound_name_arguments(Term, Name, Parts), nth1(K, Parts, Part), nth1(K, Ats, At),
    (   Role0 == statement, goal_in(Name, K) -> of_body(Part, At, Role, Head, Span)
    ;   part(value, Part, At, Role, Head, Span)
    ).

items([], none, [], []) :- !.
items([], At, Tail, [Tail-At]).
items([At|Ats], TailAt, [Item|Items], [Item-At|Parts]) :- items(Ats, TailAt, Items, Parts).

goal_in(Name, _) :- memberchk(Name, [;, ->, *->, \+, forall, once, call, not, ignore]).
goal_in(findall, 2).

span(Start-End, Start-End) :- !.
span(At, Start-End) :- arg(1, At, Start), arg(2, At, End).
