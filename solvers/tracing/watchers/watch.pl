%   Watches a Prolog submission: the four ports of its own predicates.
%
%   Stands in place of the submission inside the sandbox. Behind it stand
%   submission_text(Text), submission_entry(Name), "-" for none, and the
%   directive load_submission. The answers of watched_steps/2 are the ports:
%   ["port", Depth, Line, Goal]. Line is that of the clause that calls the goal.

:- module(queens_watch, []).
:- use_module(library(prolog_wrap)).

:- dynamic told/4.

most(20000).
most_inferences(20000000).

load_submission :-
    submission_text(Text),
    open_string(Text, Stream),
    load_files(user:submission, [stream(Stream)]).

watched_steps(N, [Port, Depth, Line, Shown]) :-
    forall(own(Module, Head), watch_ports(Module, Head)),
    entry(Module, Name),
    Goal =.. [Name, N, _],
    nb_setval(watch_told, 0),
    b_setval(watch_depth, 0),
    set_prolog_flag(last_call_optimisation, false),
    most_inferences(Inferences),
    catch(( call_with_inference_limit(forall(Module:Goal, true), Inferences, How),
            How \== inference_limit_exceeded
          ->  true
          ;   throw(watched_enough(Inferences, inferences))
          ),
          Stopped,
          stopped(Stopped)),
    told(Port, Depth, Line, Shown).

stopped(watched_enough(Most, What)) :-
    !,
    format(string(Text), "~D ~w", [Most, What]),
    assertz(told("stop", 0, 0, Text)).
stopped(Error) :-
    format(string(Text), "~p", [Error]),
    assertz(told("raise", 0, 0, Text)).

%   own(-Module, -Head): a predicate that the submission defines.

own(Module, Head) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, imported_from(_)),
    \+ predicate_property(Module:Head, dynamic),
    predicate_property(Module:Head, file(File)),
    file_base_name(File, submission).

entry(Module, Name) :-
    submission_entry(Wanted),
    Wanted \== "-",
    !,
    split_string(Wanted, "/", "", [Text|_]),
    atom_string(Name, Text),
    once(( functor(Head, Name, 2), own(Module, Head) )).
entry(Module, Name) :-
    member(Plain, [nqueens,queens,solvenqueens,eightqueens,queen,nqueen,solve]),
    own(Module, Head),
    functor(Head, Name, 2),
    downcase_atom(Name, Lower),
    atomic_list_concat(Parts, '_', Lower),
    atomic_list_concat(Parts, Plain),
    !.

watch_ports(Module, Head) :-
    wrap_predicate(Module:Head, watch, Body, queens_watch:watched(Head, Body)).

%   A goal that exits without a choice point left is not entered again.

:- meta_predicate watched(+, 0).

watched(Goal, Body) :-
    b_getval(watch_depth, Outside),
    Depth is Outside+1,
    (   tell_port("call", Depth, Goal)
    ;   tell_port("fail", Depth, Goal),
        fail
    ),
    b_setval(watch_depth, Depth),
    call_cleanup(Body, Det = true),
    b_setval(watch_depth, Outside),
    (   Det == true
    ->  !,
        tell_port("exit", Depth, Goal)
    ;   (   tell_port("exit", Depth, Goal)
        ;   tell_port("redo", Depth, Goal),
            fail
        )
    ).

tell_port(Port, Depth, Goal) :-
    nb_getval(watch_told, Told),
    most(Most),
    (   Told >= Most
    ->  throw(watched_enough(Most, ports))
    ;   true
    ),
    Told1 is Told+1,
    nb_setval(watch_told, Told1),
    prolog_current_frame(Frame),
    calling_line(Frame, Line),
    \+ \+ ( copy_term(Goal, Copy, _),
            term_variables(Copy, Variables),
            maplist(=('_'), Variables),
            format(string(Shown), "~W", [Copy, [max_depth(30), numbervars(true)]]),
            assertz(told(Port, Depth, Line, Shown))
          ).

%   calling_line(+Frame, -Line): the first line of the submission's clause
%   that is nearest above; 0 if none is.

calling_line(Frame, Line) :-
    prolog_frame_attribute(Frame, clause, Clause),
    clause_property(Clause, file(File)),
    file_base_name(File, submission),
    !,
    clause_property(Clause, line_count(Line)).
calling_line(Frame, Line) :-
    prolog_frame_attribute(Frame, parent, Above),
    !,
    calling_line(Above, Line).
calling_line(_, 0).
