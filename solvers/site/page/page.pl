%   The answers to a goal, printed as the top level prints them.

:- module(page, [print_answers/2]).

%!  print_answers(+Text, +Most) is det.
%
%   Print the first answers to the goal in Text, or why there are none. Rows
%   of CLP(FD) that are not known yet are shown with their domains.

print_answers(Text, Most) :-
    catch(all_answers(Text, Most), Error, print_error(Error)).

all_answers(Text, Most) :-
    term_string(Goal, Text, [variable_names(Names)]),
    nb_setval(page_answers, 0),
    forall(limit(Most, user:Goal), print_answer(Names)),
    nb_getval(page_answers, Count),
    (   Count =:= 0
    ->  format("false~n")
    ;   Count =:= Most
    ->  format("... only the first ~d answers are shown~n", [Most])
    ;   true
    ).

print_answer(Names) :-
    nb_getval(page_answers, Count0),
    Count is Count0+1,
    nb_setval(page_answers, Count),
    copy_term(Names, Bindings, Residual0),
    exclude(is_propagator, Residual0, Residual),
    numbervars(Bindings-Residual, 0, _),
    maplist(binding_text, Bindings, Values),
    maplist(goal_text, Residual, Goals),
    append(Values, Goals, Parts),
    (   Parts == []
    ->  format("true~n")
    ;   atomic_list_concat(Parts, ', ', Line),
        format("~w~n", [Line])
    ).

%   Of CLP(FD) the domains are shown, and not the constraints between them.

is_propagator(clpfd:Goal) :-
    Goal \= (_ in _).

binding_text(Name = Value, Text) :-
    goal_text(Value, Shown),
    format(string(Text), "~w = ~w", [Name, Shown]).

goal_text(_:Goal, Text) :-
    !,
    goal_text(Goal, Text).
goal_text(Term, Text) :-
    format(string(Text), "~W", [Term, [quoted(true), numbervars(true), spacing(next_argument)]]).

print_error(Error) :-
    message_to_codes(Error, Text),
    format("~w~n", [Text]).

message_to_codes(Error, Text) :-
    catch('$messages':translate_message(Error, Lines, []), _, fail),
    !,
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)).
message_to_codes(Error, Text) :-
    format(string(Text), "~p", [Error]).
