%   The natural changes of a Prolog program, and the trial of each; runs in the sandbox.
%
%   The harness loads this file as a program. The student's file lies beside it. Changes are made in its
%   text, at the positions that SWI-Prolog gives for its terms. Nothing that is told here is believed
%   before it was checked.

:- module(queens_changes, [changes/2, tried/6]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(gensym)).
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
    gensym(changed_, Module), per_second(Rate), Limit is round(Seconds*Rate), Longest is 10*Seconds,
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

% ------------------------------------------------------------------------------- the changes
%   changes(+Name, -Change): Change is [Kind, Start, End, New], as in catalogue.py.
changes(Name, [Kind, Start, End, New]) :-
    text_of(Name, Text),
    setup_call_cleanup(open_string(Text, In), clauses(In, Clauses), close(In)),
    change(Clauses, Text, Kind, Start-End, New0),
    atom_string(New0, New).

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

change(Clauses, Text, Kind, Span, New) :-
    member(clause(Term, At, Names), Clauses),
    (   part(Term, At, Part, Place), of_term(Part, Place, Names, Text, Kind, Span, New)
    ;   body(Term, At, Body, PlaceOfBody), goal(Body, PlaceOfBody, Goal, Place),
        (   of_goal(Goal, Place, Clauses, Text, Kind, Span, New)
        ;   of_arguments(Goal, Place, Clauses, Names, Text, Kind, Span, New)
        )
    ;   body(Term, At, Body, PlaceOfBody), of_body(Body, PlaceOfBody, Names, Text, Kind, Span, New)
    ).
change(Clauses, Text, Kind, Span, New) :- of_clauses(Clauses, Text, Kind, Span, New).

%   body(+Clause, +Position, -Body, -Position)
body((_ :- Body), term_position(_, _, _, _, [_, At]), Body, At).
body((_ --> Body), term_position(_, _, _, _, [_, At]), Body, At).

%   goal(+Body, +Position, -Goal, -Position): every goal, the larger ones first.
goal(Goal, parentheses_term_position(_, _, At), Inner, Place) :- !, goal(Goal, At, Inner, Place).
goal(Goal, At, Goal, At).
goal({Goal}, brace_term_position(_, _, At), Inner, Place) :- goal(Goal, At, Inner, Place).
goal(Goal, term_position(_, _, _, _, Ats), Inner, Place) :-
    nonvar(Goal), Goal =.. [Name|Goals],
    memberchk(Name, [',', ;, ->, *->, \+, forall, once, findall, ^, call, not, ignore]),
    nth1(At, Goals, Part), nth1(At, Ats, PartAt), nonvar(Part), goal(Part, PartAt, Inner, Place).

%   part(+Term, +Position, -Part, -Position): every part of a term that has a position.
part(Term, parentheses_term_position(_, _, At), Part, Place) :- !, part(Term, At, Part, Place).
part(Term, At, Term, At).
part(Term, term_position(_, _, _, _, Ats), Part, Place) :-
    compound(Term), nth1(K, Ats, At), arg(K, Term, Inner), part(Inner, At, Part, Place).
part(Term, list_position(_, _, Ats, TailAt), Part, Place) :-
    length(Ats, Count), length(Items, Count), append(Items, Tail, Term), !,
    ( nth1(K, Ats, At), nth1(K, Items, Inner) ; TailAt \== none, At = TailAt, Inner = Tail ),
    part(Inner, At, Part, Place).
part({Term}, brace_term_position(_, _, At), Part, Place) :- part(Term, At, Part, Place).

span(Start-End, Start-End) :- !.
span(At, Start-End) :- arg(1, At, Start), arg(2, At, End).
text(Text, At, Part) :-
    span(At, Start-End), Length is End-Start, sub_string(Text, Start, Length, _, Part).
exchanged(Text, One, Other, Start-End, New) :-
    span(One, Start-Middle), span(Other, Next-End), maplist(text(Text), [One, Middle-Next, Other], [A, B, C]),
    atomic_list_concat([C, B, A], New).

%   of_term(+Term, +Position, +Names, +Text, -Kind, -Span, -New)
of_term(Term, Start-End, Names, _, variable, Start-End, Name) :-
    var(Term), member(Name=Other, Names), Other \== Term.
of_term(Number, Span, _, _, 'plus or minus one', Span, New) :-
    integer(Number), member(By, [1, -1]), Other is Number+By,
    ( Other < 0 -> format(string(New), "(~w)", [Other]) ; New = Other ).
of_term([], Span0, _, _, 'base case', Span, '[_]') :- span(Span0, Span).
of_term([_|_], list_position(Start, End, _, Tail), _, Text, variable, Start-End, New) :-
    Tail \== none, text(Text, Tail, New).
of_term(Term, At, _, _, Kind, Start-End, New) :-
    operator(Term, At, Name, Start-End), other(Kind, Name, Others), member(Other, Others),
    format(string(New), " ~w ", [Other]).
of_term(Term, At, _, Text, sign, Span, New) :-
    operator(Term, At, -, _), span(At, Span), text(Text, At, Old), format(string(New), "abs(~w)", [Old]).
of_term(abs(_), At, _, Text, sign, Span, New) :-
    At = term_position(_, _, _, _, [Inner]), span(At, Span), text(Text, Inner, New0),
    format(string(New), "(~w)", [New0]).
of_term(Term, At, _, Text, 'plus or minus one', Span, New) :-
    ( operator(Term, At, +, _) ; operator(Term, At, -, _) ), arg(2, Term, By), integer(By),
    span(At, Span), At = term_position(_, _, _, _, [Left, _]), text(Text, Left, New).

operator(Term, term_position(Start, _, From, To, [_, _]), Name, From-To) :-
    compound(Term), functor(Term, Name, 2), From > Start.

%   other(?Kind, +Operator, -Others): those that take its place.
other(comparison, =\=, [=:=, <, >, \==]).
other(comparison, =:=, [=\=, is, <, >, >=, =<]).
other(comparison, =, [=:=, is, ==, =\=, #=, \=]).
other(comparison, is, [=:=, =]).
other(comparison, \==, [=\=, \=, ==]).
other(comparison, ==, [=:=, =, \==, =\=]).
other(comparison, \=, [=\=, \==, =]).
other(comparison, <, [=<, >, >=, =\=]).
other(comparison, =<, [<, >=, >]).
other(comparison, >, [>=, <, =<, =\=]).
other(comparison, >=, [>, =<, <]).
other(comparison, #\=, [#=, #<, #>]).
other(comparison, #=, [#\=]).
other(comparison, #<, [#=<, #>, #\=]).
other(comparison, #>, [#>=, #<, #\=]).
other(comparison, #=<, [#<]).
other(comparison, #>=, [#>]).
other(sign, +, [-]).
other(sign, -, [+]).
other('and/or', ;, [',']).
other('and/or', ',', [;]).
other(cut, ->, [',', *->]).

%   of_goal(+Goal, +Position, +Clauses, +Text, -Kind, -Span, -New)
of_goal(!, At, _, _, cut, Span, true) :- !, span(At, Span).
of_goal(Goal, At, _, Text, cut, Span, New) :-       % a cut after it
    \+ control(Goal), span(At, Span), text(Text, At, Old), format(string(New), "~w, !", [Old]).
of_goal(Goal, At, _, _, Kind, Span, true) :-
    \+ control(Goal), span(At, Span),
    ( is_test(Goal) -> Kind = 'condition too many' ; Kind = 'statement too many' ).
of_goal(\+ _, At, _, Text, negation, Span, New) :-
    At = term_position(_, _, _, _, [Inner]), span(At, Span), text(Text, Inner, New).
of_goal(Goal, At, _, Text, negation, Span, New) :-
    \+ control(Goal), span(At, Span), text(Text, At, Old), format(string(New), "\\+ (~w)", [Old]).
of_goal(Goal, At, _, Text, 'argument order', Span, New) :-
    \+ control(Goal), At = term_position(From, _, From, _, Ats), append(_, [One, Other|_], Ats),
    exchanged(Text, One, Other, Span, New).
of_goal(Goal, At, _, Text, 'argument order', Start-End, New) :-    % of three, one step on
    \+ control(Goal), At = term_position(From, _, From, _, [One, Other, Third]),
    span(One, Start-_), span(Third, _-End), maplist(text(Text), [One, Other, Third], [A, B, C]),
    member(Order, [[B, C, A], [C, A, B]]), format(string(New), "~w, ~w, ~w", Order).
of_goal(Goal, At, _, Text, 'condition missing', Span, New) :-      % of the rows beside a diagonal
    is_test(Goal), At = term_position(_, _, From, To, [Left, Right]), arg(2, Goal, Sum),
    Right = term_position(_, _, _, _, [Row, _]), nonvar(Sum), ( Sum = _+_ ; Sum = _-_ ),
    span(At, Span), maplist(text(Text), [At, Left, From-To, Row], Texts),
    member(Form, ["~w, ~w ~w ~w", "( ~w ; ~w ~w ~w )"]), format(string(New), Form, Texts).
of_goal(Goal, At, _, Text, 'condition missing', Span, New) :-
    is_test(Goal), span(At, Span), text(Text, At, Old), turned(Old, Second),
    member(Form, ["~w, ~w", "( ~w ; ~w )"]), format(string(New), Form, [Old, Second]).
of_goal(Goal, At, Clauses, _, function, Start-End, New) :-
    \+ control(Goal), callable(Goal), functor(Goal, Name, Arity),
    ( At = term_position(From, _, From, End, _) -> Start = From ; At = Start-End ),
    findall(Other, other_name(Name, Arity, Clauses, Other), Others0), sort(Others0, Others),
    member(Other, Others), format(string(New), "~q", [Other]).
of_goal(Goal, At, _, Text, 'statement missing', Span, New) :-      % the braces of a grammar rule
    nonvar(Goal), ( Goal = (_ is _) ; is_test(Goal) ), span(At, Span), text(Text, At, Old),
    format(string(New), "{ ~w }", [Old]).

of_goal(Goal, At, _, Text, function, Span, New) :-                 % its list comes second
    nonvar(Goal), Goal = delete(_, _, _), At = term_position(_, _, _, _, [One, Other, Third]), span(At, Span),
    maplist(text(Text), [Other, One, Third], Texts), format(string(New), "select(~w, ~w, ~w)", Texts).
of_goal(Goal, At, _, Text, sign, Span, New) :-
    is_test(Goal), Goal =.. [_, One, Other], var(One), var(Other), At = term_position(_, _, _, _, [Left, Right]),
    span(At, Span), maplist(text(Text), [Left, Right], [First, Last]), member(Sign, [=:=, =\=]),
    format(string(New), "abs(~w) ~w abs(~w)", [First, Sign, Last]).

%   of_arguments(+Goal, +Position, +Clauses, +Names, +Text, -Kind, -Span, -New): of its arguments.
of_arguments(Goal, At, _, _, Text, 'plus or minus one', Span, New) :-
    nonvar(Goal), functor(Goal, Name, _), computes(Name), part(Goal, At, Part, Place), var(Part), span(Place, Span),
    text(Text, Place, Old), member(Sign, [+, -]), format(string(New), "(~w ~w 1)", [Old, Sign]).
of_arguments(Goal, At, Clauses, Names, _, variable, Span, New) :-  % with one more in front
    nonvar(Goal), functor(Goal, Name, Arity),
    member(clause(Term, _, _), Clauses), ( head(Term, Head) ; Term = (Head --> _) ), functor(Head, Name, Arity), !,
    Goal =.. [_|Arguments], At = term_position(_, _, _, _, Ats), nth1(K, Arguments, Argument), nth1(K, Ats, Place),
    var(Argument), span(Place, Span), member(Own=V, Names), V == Argument, member(Other=_, Names), Other \== Own,
    format(string(New), "[~w|~w]", [Other, Own]).

computes(Name) :-
    memberchk(Name, [is, =:=, =\=, <, =<, >, >=, #=, #\=, #<, #=<, #>, #>=, between, numlist, length, ins, in]).

control(Goal) :- var(Goal), !.
control(Goal) :- functor(Goal, Name, _), memberchk(Name, [',', ;, ->, *->, {}]).

is_test(Goal) :-
    nonvar(Goal), functor(Goal, Name, _),
    memberchk(Name, [=\=, =:=, =, ==, \==, \=, <, =<, >, >=, #\=, #=, #<, #>, #=<, #>=, \+, memberchk,
                     member, nonvar, var, integer, dif, not, forall]).

%   other_name(+Name, +Arity, +Clauses, -Other): what may have been meant.
other_name(nth0, 3, _, nth1).
other_name(nth1, 3, _, nth0).
other_name(findall, 3, _, setof).
other_name(setof, 3, _, findall).
other_name(member, 2, _, memberchk).
other_name(memberchk, 2, _, member).
other_name(selectchk, 3, _, select).
other_name(subtract, 3, _, select).
other_name(delete, 3, _, select).
other_name(label, 1, _, all_different).
other_name(Name, Arity, Clauses, Other) :-
    member(clause(Term, _, _), Clauses), head(Term, Head), functor(Head, Other, Arity), Other \== Name.

head(Term, Head) :- ( Term = (H :- _) -> Head = H ; Term = (_ --> _) -> fail ; Head = Term ), callable(Head).

%   turned(+Text, -Other): with one + and - exchanged, or the difference from the other side.
turned(Old, New) :- member(Sign-Other, ['+'-'-', '-'-'+']), sub_string(Old, At, 1, _, Sign0), atom_string(Sign, Sign0),
    \+ neighbours(Old, At), changed_at(Old, At, Other, New).
neighbours(Text, At) :- Before is At-1, Before >= 0, sub_string(Text, Before, 1, _, C), memberchk(C, ["=", "\\", "#"]).
changed_at(Old, At, Other, New) :- End is At+1, changed(Old, At, End, Other, New).

%   of_body(+Body, +Position, +Names, +Text, -Kind, -Span, -New)
of_body(Body, At, _, Text, order, Span, New) :-
    conjunction(Body, At, Goals), append(_, [One|More], Goals), member(Other, More),
    exchanged(Text, One, Other, Span, New).
of_body(Body, At, _, Text, order, Start-End, New) :-               % one goal further on
    conjunction(Body, At, Goals), append(_, [One, Next|More], Goals), More \== [], last(More, Last),
    span(One, Start-_), span(Next, From-_), span(Last, _-End),
    maplist(text(Text), [From-End, One], Texts), format(string(New), "~w, ~w", Texts).
of_body(Body, At, _, Text, negation, Start-End, New) :-            % of a goal and the next one
    conjunction(Body, At, Goals), append(_, [One, Next|_], Goals), span(One, Start-_), span(Next, _-End),
    text(Text, Start-End, Both), string_concat("\\+", Inner, Both), format(string(New), "\\+ (~w)", [Inner]).
of_body(_, At, Names, _, 'condition missing', Start-Start, New) :-
    span(At, Start-_), member(Name=_, Names), format(string(New), "~w > 0, ", [Name]).

%   conjunction(+Body, +Position, -Positions): the goals of a conjunction.
conjunction(Body, parentheses_term_position(_, _, At), Goals) :- !, conjunction(Body, At, Goals).
conjunction((A, B), term_position(_, _, _, _, [AtA, AtB]), Goals) :-
    ( nonvar(A), A = (_, _) -> conjunction(A, AtA, First) ; First = [AtA] ),
    ( nonvar(B), B = (_, _) -> conjunction(B, AtB, Rest) ; Rest = [AtB] ),
    append(First, Rest, Goals).

%   of_clauses(+Clauses, +Text, -Kind, -Span, -New)
of_clauses(Clauses, _, 'statement too many', Start-End, "") :-
    member(clause(_, At, _), Clauses), span(At, Start-Last), End is Last+1.
of_clauses(Clauses, Text, order, Span, New) :-
    append(_, [clause(_, One, _), clause(_, Other, _)|_], Clauses),
    exchanged(Text, One, Other, Span, New).
of_clauses(Clauses, _, 'base case', Start-Start, New) :-
    append(Before, [clause(Term, At, _)|_], Clauses), head(Term, Head), functor(Head, Name, Arity), Arity > 0,
    \+ ( member(clause(T, _, _), Before), head(T, H), functor(H, Name, Arity) ),
    span(At, Start-_), length(Arguments, Arity), nth1(_, Arguments, [], Others),
    maplist(=('$VAR'('_')), Others), Fact =.. [Name|Arguments],
    format(string(New), "~W.\n", [Fact, [numbervars(true), quoted(true)]]).
