%   Why? The smallest part of a program that shows its fault.
%
%   U. Neumerkel and F. Mesnard, "Localizing and explaining reasons for non-terminating logic
%   programs with failure-slices", PPDP 1999, for goals without an end; E. Y. Shapiro, "Algorithmic
%   program debugging", MIT Press 1983, for missing and wrong answers.
%
%   A part of a program is a list of clauses c(Id, Mode, Head, Tree, Names), Mode rule or dcg, in
%   which goals are left out; simpler/5 gives every part with one goal less. Whatever is said about
%   a part was run: its clauses, in a module of their own. A tree is one of
%
%     true, and(Tree, Tree)
%     node(Id, Mode, Goal, Inner, Shared)  a goal; each in(Variable, Signs, Tree) stands where its
%                                          Variable does, and Shared also occur outside of it
%     gone(Id, Mode), stop(Id, Mode)       a goal replaced by true, by false
%     else(Id, Tree)                       all that is left of an if-then-else
%
%   A sign tells how a goal is called: + as it stands, - inside a negation, and both in a condition,
%   before a cut, or in findall.

:- module(why, []).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(occurs)).
:- use_module(library(gensym)).
:- use_module(library(aggregate)).

:- dynamic program/1, span/3, header/2, declared/1, defined/1, cutting/1, acting/1,
           seen/3, noted/4, answered/2.

longest(3_000_000).         % inferences for a goal of the whole program
most_of_all(12_000_000).    % for all trials together

% ---------------------------------------------------------------------- reading the program

%   ready(+File): the clauses of the file beside this one are known; nothing of it was started.

ready(_) :- program(_), !.
ready(File) :-
    source_file(why:ready(_), Here), file_directory_name(Here, Folder), working_directory(_, Folder),
    set_prolog_flag(stack_limit, 64_000_000) ,      % so that a recursion without end is soon over
    style_check(-singleton),
    add_import_module(student, user, start),
    student:use_module(library(lists)), student:use_module(library(apply)),
    open(File, read, In, [encoding(utf8), newline(posix)]),
    call_cleanup(clauses(In, Read), close(In)),
    include(is_definable, Read, All),
    forall(( member(C, All), name_of(C, P), \+ defined(P) ), assertz(defined(P))),
    forall(( clause_of(P, All, T), live_cut(T), \+ cutting(P) ), assertz(cutting(P))),
    find_acting(All),
    assertz(program(All)).

clauses(In, Clauses) :-
    catch(read_term(In, Term, [module(student), variable_names(Names), subterm_positions(At)]),
          error(syntax_error(_), _), Term = (?- skipped)),
    (   Term == end_of_file -> Clauses = []
    ;   read_clause(Term, At, Names, C) -> Clauses = [C|Others], clauses(In, Others)
    ;   clauses(In, Clauses)
    ).

read_clause((:- Directive), At, _, _) :- !, obey(Directive, At), fail.
read_clause((?- _), _, _, _) :- !, fail.
read_clause(Term, At0, Names, c(Id, Mode, Head, Tree, Names)) :-
    bare(At0, At), new(At, Id),
    (   Term = (Head0 --> Body) -> Mode = dcg
    ;   Term = (Head0 :- Body) -> Mode = rule
    ;   Head0 = Term, Body = true, Mode = rule
    ),
    ( nonvar(Head0), Head0 = _:Head -> true ; Head = Head0 ), callable(Head),
    ( At = term_position(_, _, _, _, [_, AtBody]) -> true ; AtBody = At ),
    tree(Body, AtBody, Mode, Term, Tree).

obey(Directive, At) :-
    (   member(Directive, [use_module(_), use_module(_, _), ensure_loaded(_), consult(_), [_|_],
                           op(_, _, _), set_prolog_flag(double_quotes, _)])
    ->  catch(student:Directive, _, true), keep(At)
    ;   Directive = dynamic(Names) -> assertz(declared(Names)), keep(At)
    ;   memberchk(Directive, [table(_), chr_constraint(_)]) -> throw(unexplained(Directive))
    ;   true
    ).

keep(At) :- arg(1, At, From), arg(2, At, To), assertz(header(From, To)).

new(At, Id) :- flag(why, Id, Id+1), arg(1, At, From), arg(2, At, To), assertz(span(Id, From, To)).

bare(At0, At) :- ( At0 = parentheses_term_position(_, _, Inner) -> bare(Inner, At) ; At = At0 ).

name_of(c(_, Mode, Head, _, _), Name/Arity) :-
    ( Mode == dcg, Head = (H, _) -> true ; H = Head ),
    functor(H, Name, A), ( Mode == dcg -> Arity is A+2 ; Arity = A ).

is_definable(C) :- name_of(C, P), catch(definable:dynamic(P), _, fail).

clause_of(P, Part, Tree) :- member(C, Part), name_of(C, P), C = c(_, _, _, Tree, _).

%   tree(+Goal, +Position, +Mode, +Clause, -Tree)

tree(true, _, rule, _, true) :- !.
tree(G, At0, M, C, T) :- At0 = parentheses_term_position(_, _, _), !, bare(At0, At), tree(G, At, M, C, T).
tree((A, B), term_position(_, _, _, _, [AtA, AtB]), M, C, T) :- !,
    T = and(TA, TB), tree(A, AtA, M, C, TA), tree(B, AtB, M, C, TB).
tree(G, At, M, C, T) :-
    new(At, Id),
    (   M == rule, prints(G) -> T = gone(Id, rule)
    ;   T = node(Id, M, Goal, Inner, Shared),
        term_variables(G, Vs), include(stands_outside(G, C), Vs, Shared),
        (   nonvar(G), control(M, G, C, At, Goal, Goals) -> ( G = {_} -> M1 = rule ; M1 = M ), maplist(inner(M1, C), Goals, Inner)
        ;   Inner = [], ( var(G), M == rule -> Goal = call(G) ; Goal = G )
        )
    ).

inner(M, C, goal(G, At, Signs, V), in(V, Signs, T)) :- tree(G, At, M, C, T).

stands_outside(G, C, V) :- occurrences_of_var(V, G, Inside), occurrences_of_var(V, C, All), All > Inside.

prints(G) :-
    callable(G), functor(G, Name, _),
    memberchk(Name, [write, print, writeln, display, nl, tab, put_char, writeq, write_canonical, writef,
                     portray_clause, flush_output, halt])
    ;   G = format(_) ; G = format(_, _).

%   control(+Mode, +Goal, +Clause, +Position, -Template, -Goals): the goals inside, each with its
%   signs. A list of all answers that goes straight to the caller grows with the answers.

control(_, (If ; B), _, term_position(_, _, _, _, [At0, AtB]), (X -> Y ; Z),
        [goal(C, AtC, [+, -], X), goal(A, AtA, [+], Y), goal(B, AtB, [+], Z)]) :-
    nonvar(If), If = (C -> A), !, bare(At0, term_position(_, _, _, _, [AtC, AtA])).
control(rule, All, (_ :- Body), term_position(_, _, _, _, [_, At, _]), Template, [goal(G, AtG, [+], X)]) :-
    All =.. [F, T, G0, L], memberchk(F, [findall, setof, bagof]), !,
    var(L), occurrences_of_var(L, Body, 1), for_any(G0, At, G, AtG, X, G1), Template =.. [F, T, G1, L].
control(M, G, _, At, Template, Goals) :-
    inside(G, M, Signs),
    ( At = brace_term_position(_, _, At1) -> Ats = [At1] ; arg(5, At, Ats) ),
    G =.. [F|As], in_goals(As, Ats, Signs, Vs, Goals), Template =.. [F|Vs].

for_any(G0, At0, G, At, X, T) :-
    (   nonvar(G0), G0 = V^G1, bare(At0, term_position(_, _, _, _, [_, At1]))
    ->  T = V^T1, for_any(G1, At1, G, At, X, T1)
    ;   G = G0, At = At0, T = X
    ).

in_goals([], _, _, [], []).
in_goals([A|As], [At|Ats], [S|Ss], [V|Vs], [goal(A, At, S, V)|Gs]) :- in_goals(As, Ats, Ss, Vs, Gs).

inside({_}, dcg, [[+]]).
inside((_ ; _), _, [[+], [+]]).
inside((_ -> _), _, [[+, -], [+]]).
inside(\+ _, _, [[-]]).
inside(not(_), rule, [[-]]).
inside(call(_), rule, [[+]]).
inside(forall(_, _), rule, [[-], [+]]).

% ---------------------------------------------------------------- what a goal calls, and how

%   named(+Goal, +Mode, +Sign, -Name, -Sign1): whatever it calls, also by its arguments, as in
%   maplist(safe, Boards).

named(G, _, _, P, S) :- var(G), !, defined(P), member(S, [+, -]).
named(_:G, M, S0, P, S) :- !, named(G, M, S0, P, S).
named(_^G, M, S0, P, S) :- !, named(G, M, S0, P, S).
named(_>>G, M, _, P, S) :- !, member(S0, [+, -]), named(G, M, S0, P, S).
named(G, dcg, S0, P, S) :- !, longer(G, 2, G2), named(G2, rule, S0, P, S).
named(G, rule, S, Name/Arity, S) :- callable(G), functor(G, Name, Arity).
named(G, rule, S0, P, S) :-
    callable(G), functor(G, Name, Arity), \+ defined(Name/Arity),
    functor(General, Name, Arity),
    catch(predicate_property(student:General, meta_predicate(Spec)), _, fail),
    arg(K, Spec, Kind), arg(K, G, Closure),
    ( integer(Kind) -> More = Kind ; memberchk(Kind-More, [(^)-0, (//)-2]) ),
    ( memberchk(Name, [maplist, foldl, call, phrase, ',']) -> S1 = S0 ; member(S1, [+, -]) ),
    longer(Closure, More, Longer), named(Longer, rule, S1, P, S).

longer(G, More, Longer) :-
    (   ( var(G) ; More == 0 ; G = _>>_ ) -> Longer = G
    ;   G = _:G1 -> longer(G1, More, Longer)
    ;   callable(G), length(Others, More), G =.. As0, append(As0, Others, As), Longer =.. As
    ).

%   called(+Tree, +Sign, +CutFollows, -Name, -Sign1)

called(and(A, B), S, Cut, P, S1) :-
    ( cut_after(B, Cut, CutA), called(A, S, CutA, P, S1) ; called(B, S, Cut, P, S1) ).
called(else(_, T), S, Cut, P, S1) :- called(T, S, Cut, P, S1).
called(node(_, M, G, [], _), S0, Cut, P, S1) :-
    ( Cut == yes -> member(S, [+, -]) ; S = S0 ), named(G, M, S, P, S1).
called(node(_, _, _, Inner, _), S0, Cut, P, S1) :-
    member(in(_, Signs, T), Inner), member(Sign, Signs), product(Sign, S0, S), called(T, S, Cut, P, S1).

product(+, S, S).
product(-, +, -).
product(-, -, +).

cut_after(B, Cut0, Cut) :- ( live_cut(B) -> Cut = yes ; Cut = Cut0 ).

live_cut(node(_, _, G, _, _)) :- G == !.
live_cut(and(A, B)) :- ( live_cut(A) -> true ; live_cut(B) ).
live_cut(else(_, T)) :- live_cut(T).
live_cut(node(_, _, G, Inner, _)) :-
    nonvar(G), memberchk(G, [(_ ; _), (_ -> _), {_}]), member(in(_, [+], T), Inner), live_cut(T), !.

%   reached(+Part, +Query, -Reached): every Name-Sign that the query reaches, the nearest first.

reached(Part, Query, Reached) :-
    findall(P-S, named(Query, rule, +, P, S), First),
    reached(First, Part, [], Reached).

reached([], _, Seen, Reached) :- reverse(Seen, Reached).
reached([P-S|Waiting], Part, Seen, Reached) :-
    (   ( memberchk(P-S, Seen) ; \+ defined(P) ) -> reached(Waiting, Part, Seen, Reached)
    ;   findall(P1-S1, ( clause_of(P, Part, T), called(T, S, no, P1, S1) ), Found0),
        list_to_set(Found0, Found), append(Waiting, Found, Waiting1),
        reached(Waiting1, Part, [P-S|Seen], Reached)
    ).

%   What changes the database or a global variable stays, and so does whoever calls it.

find_acting(All) :-
    (   clause_of(P, All, T), \+ acting(P), acts(T) -> assertz(acting(P)), find_acting(All) ; true ).

acts(T) :-
    called(T, +, no, P, _),
    ( acting(P) ; P = Name/_, memberchk(Name, [assert, asserta, assertz, retract, retractall, nb_setval,
                                               b_setval, flag, setarg, nb_setarg, gensym, random]) ), !.

% ----------------------------------------------------------------------- parts of a program

%   simpler(+Kind, +Reached, +Part, -Move, -Simpler): a goal or a clause less. For a missing answer,
%   the part answers all that the program does, or more; for a goal without an end (kind ending), it
%   makes no step that the program does not make.

simpler(Kind, Reached, Part, Move, Simpler) :-
    pairs_keys(Reached, Names0), list_to_set(Names0, Names), member(P, Names),
    findall(S, member(P-S, Reached), Signs0), sort(Signs0, Signs),
    append(Before, [C|After], Part), name_of(C, P), C = c(Id, Mode, Head, T0, Names1),
    (   specialised(Kind, Signs), \+ live_cut(T0), Move = Id-clause, append(Before, After, Simpler)
    ;   less(T0, Kind, Signs, no, Move, T), append(Before, [c(Id, Mode, Head, T, Names1)|After], Simpler)
    ).

specialised(missing, [-]).
specialised(ending, [+]).

less(and(A, B), Kind, S, Cut, Move, and(A1, B1)) :-
    (   cut_after(B, Cut, CutA), less(A, Kind, S, CutA, Move, A1), ( stops(A1) -> empty(B, B1) ; B1 = B )
    ;   A1 = A, less(B, Kind, S, Cut, Move, B1)
    ).
less(else(Id, T), Kind, S, Cut, Move, else(Id, T1)) :- less(T, Kind, S, Cut, Move, T1).
less(T0, Kind, S, Cut, Id-Way, T) :- replaced(Kind, S, Cut, T0, T), functor(T, Way, _), arg(1, T, Id).
less(node(Id, M, G, Inner, Sh), Kind, S, Cut, Move, node(Id, M, G, Inner1, Sh)) :-
    append(Before, [in(V, Signs, T)|After], Inner),
    findall(S2, ( member(S0, S), member(S1, Signs), product(S1, S0, S2) ), All), sort(All, Below),
    less(T, Kind, Below, Cut, Move, T1),
    append(Before, [in(V, Signs, T1)|After], Inner1).

replaced(missing, [+], _, node(Id, M, G, _, _), gone(Id, M)) :- G == !, !.
replaced(_, _, _, node(_, _, G, _, _), _) :- G == !, !, fail.
replaced(missing, [+], no, T, gone(Id, rule)) :- T = node(Id, rule, _, _, _), \+ acts(T).
replaced(missing, [+], no, node(Id, rule, (_ -> _ ; _), [_, in(_, _, Then), in(_, _, Else)], _), else(Id, Else)) :-
    Then = node(_, _, G, [], _), memberchk(G, [fail, false]).
replaced(Kind, S, no, node(Id, M, _, _, _), stop(Id, M)) :- specialised(Kind, S).

stops(stop(_, _)).
stops(and(A, B)) :- ( stops(A) -> true ; stops(B) ).
stops(node(_, dcg, {_}, [in(_, _, T)], _)) :- stops(T).

%   empty(+Tree, -Empty): the same without goals, behind a false.

empty(and(A, B), and(A1, B1)) :- !, empty(A, A1), empty(B, B1).
empty(node(Id, M, _, _, _), gone(Id, M)) :- !.
empty(T, T).

%   smallest(+Kind, +Query, +Limit, +Part, -Smallest): goals are left out while the fault shows. What
%   a missing answer needed at first may be needless in the end.

smallest(Kind, Query, Limit, Part0, Part) :-
    smallest(Kind, Query, Limit, [], Part0, Part1),
    ( Kind == missing, Part1 \== Part0 -> smallest(Kind, Query, Limit, [], Part1, Part) ; Part = Part1 ).

smallest(Kind, Query, Limit, Tried, Part0, Part) :-
    statistics(inferences, Spent), most_of_all(Most), Spent < Most,
    reached(Part0, Query, Reached),
    simpler(Kind, Reached, Part0, Move, Part1), \+ memberchk(Move, Tried), !,
    ( shows(Kind, Part1, Query, Limit) -> Part2 = Part1 ; Part2 = Part0 ),
    smallest(Kind, Query, Limit, [Move|Tried], Part2, Part).
smallest(_, _, _, _, Part, Part).

shows(missing, Part, Query, Limit) :- run(Part, Query, guarded, Limit, failed).
shows(ending, Part, Query, Limit) :- run(Part, (Query, fail), plain, Limit, limit).

% --------------------------------------------------------------------------- running a part

%   run(+Part, +Query, +How, +Limit, -Result): failed, found, limit, full (a stack), or error. How is
%   plain, learning, guarded or traced.

run(Part, Query, How, Limit, Result) :-
    gensym(part_, M), nb_setval(part, M),
    add_import_module(M, student, start),
    forall(( declared(P) ; defined(P) ), catch(M:dynamic(P), _, true)),
    forall(( member(C, Part), copy_term(C, C1), as_clause(C1, How, Clause) ), M:assertz(Clause)),
    copy_term(Query, Goal),
    catch(( call_with_inference_limit(M:Goal, Limit, Ended) -> true ; Ended = failed ), Error, Ended = Error),
    ( memberchk(Ended-Result0, [failed-failed, inference_limit_exceeded-limit, !-found, true-found,
                                error(resource_error(_), _)-full]) -> Result = Result0 ; Result = error ),
    catch('$destroy_module'(M), _, true).

as_clause(c(Id, Mode, Head, Tree, Names), How, Clause) :-
    goal(Tree, How, Names, Body0),
    (   How \== traced -> Body = Body0
    ;   Mode == dcg -> Body = ({why:step(clause(Id))}, Body0)
    ;   Body = (why:step(clause(Id)), Body0)
    ),
    ( Mode == dcg -> dcg_translate_rule((Head --> Body), Clause) ; Clause = (Head :- Body) ).

goal(true, _, _, true).
goal(and(A, B), How, Names, (X, Y)) :- goal(A, How, Names, X), goal(B, How, Names, Y).
goal(gone(_, M), _, _, X) :- ( M == dcg -> X = [] ; X = true ).
goal(stop(_, M), _, _, X) :- ( M == dcg -> X = {false} ; X = false ).
goal(else(_, T), How, Names, X) :- goal(T, How, Names, X).
goal(node(Id, M, G, Inner, Shared), How, Names, X) :-
    forall(member(in(V, _, _), Inner), var(V)),
    maplist(inner_goal(How, Names), Inner),
    (   How == traced, M == rule -> traced(Id, G, Inner, Names, X)
    ;   memberchk(How, [learning, guarded]), Shared \== [], is_guarded(G, M, Inner)
    ->  Guard =.. [How, Id, Shared], ( M == dcg -> X = ({why:Guard}, G) ; X = (why:Guard, G) )
    ;   X = G
    ).

inner_goal(How, Names, in(X, _, T)) :- goal(T, How, Names, X).

%   A negation, a condition, a cut or a test such as \== answers otherwise where a goal was left out
%   that bound its variables. So these have to be bound as far as they were in the whole program.

is_guarded(_, _, Inner) :- member(in(_, Signs, _), Inner), Signs \== [+], !.
is_guarded(G, M, []) :-
    nonvar(G), G \= [_|_], G \== !,
    once(named(G, M, +, Name/Arity, _)),
    (   defined(Name/Arity) -> cutting(Name/Arity)
    ;   is_pure(Name) -> named(G, M, +, P, _), cutting(P)
    ;   true
    ), !.

is_pure(Name) :- sub_atom(Name, 0, _, _, #), !.
is_pure(Name) :-
    memberchk(Name, [=, dif, is, =:=, =\=, <, >, =<, >=, between, succ, plus, length, member, append, select,
                     permutation, reverse, nth0, nth1, last, numlist, sum_list, max_list, min_list, maplist,
                     foldl, call, phrase, transpose, all_different, all_distinct, ins, in, label, labeling,
                     sum, fail, false]).

learning(Id, Shared) :-
    forall(( nth0(K, Shared, V), \+ ground(V), copy_term_nat(V, Seen), \+ ( seen(Id, K, S), S =@= Seen ) ),
           assertz(seen(Id, K, Seen))).

guarded(Id, Shared) :-
    ( nth0(K, Shared, V), \+ ground(V), \+ ( seen(Id, K, Seen), subsumes_term(Seen, V) ) -> throw(unbound) ; true ).

% ----------------------------------------------------------------------- what can be asked

read_call(Text, Goal, Solution) :-
    term_string(Goal, Text, [module(student), variable_names(Names)]), memberchk('Solution'=Solution, Names).

%   written(+Form, +Squares, -Board): these squares Column-Row, in the order of the columns, written as
%   the first board of a call. Form is form(Text, Each, Second): each answer is one board or all; if
%   Second is 1, the column comes second in a square.

written(form(Text, Each, Second), Squares, Board) :-
    program(All), longest(Limit), read_call(Text, Goal, S),
    run(All, (Goal, harness:labelled(S), ground(S), S \== [], nb_setval(answer, S)), plain, Limit, found),
    nb_getval(answer, Answer0), ( Each == all -> Answer0 = [Answer|_] ; Answer = Answer0 ),
    (   Answer = [Row|_], integer(Row) -> pairs_values(Squares, Board)
    ;   maplist(square(Second, Make), Answer, Columns, _), msort(Columns, Sorted),
        ( Columns == Sorted -> Ordered = Squares ; reverse(Sorted, Columns), reverse(Squares, Ordered) ),
        pairs_keys_values(Ordered, Cs, Rs), maplist(square(Second, Make), Board, Cs, Rs)
    ).

square(Second, Make), Answer, Columns, _), msort(Columns, Sorted),
        ( Columns == Sorted -> Ordered = Squares ; reverse(Sorted, Columns), reverse(Squares, Ordered) ),
        pairs_keys_values(Ordered, Cs, Rs), maplist(square(Second, Make), Board, Cs, Rs)
    ).

square(Second, Make, Square, Column, Row) :-
    ( Second =:= 1 -> Parts = [Row, Column] ; Parts = [Column, Row] ),
    ( nonvar(Make) -> true ; is_list(Square) -> Make = list ; functor(Square, F, 2), Make = term(F) ),
    ( Make = term(Name) -> Square =.. [Name|Parts] ; Square = Parts ).

%   missing(+Text, +Wanted, +Limit, -Facts): the call answers nothing (Wanted is none), or not this
%   board: one(Board), where each answer is one, or all(Board).

missing(Text, Wanted, Limit, Facts) :-
    program(All), read_call(Text, Goal, S),
    (   Wanted = none, \+ answers_exchanged(All, Goal), member(Query, [Goal, (Goal, S = [_|_])]), Shown = Query
    ;   Wanted = one(B), copy_term(Goal-S, Query-B), Shown = Query
    ;   Wanted = one(B), Query = (Goal, harness:labelled(S), S = B), Shown = (Goal, S = B)
    ;   Wanted = all(B), Query = (Goal, member(B, S)), Shown = Query
    ),
    run(All, Query, plain, Limit, failed), !,
    retractall(seen(_, _, _)), statistics(inferences, I0), run(All, Query, learning, Limit, failed), statistics(inferences, I1),
    Most is max(20_000, min(10*(I1-I0), I1-I0+500_000)),
    findall(Cut, ( Wanted \== none, needless_cut(All, Query, Most, Cut) ), Cuts),
    smallest(missing, Query, Most, All, Part),
    facts(Query, Shown-S, All, Part, [Cuts], Facts).

answers_exchanged(All, Goal) :-
    Goal =.. [Name, A, B], Other =.. [Name, B, A], run(All, Other, plain, 100_000, found).

%   needless_cut(+All, +Query, +Limit, -Edit): without this cut alone the query is answered.

needless_cut(All, Query, Limit, [From, To, Text]) :-
    reached(All, Query, Reached),
    member(c(_, _, _, T, _), All), sub_term(N, T), subsumes_term(node(_, _, !, _, _), N), N = node(Id, M, _, _, _),
    once(simpler(missing, Reached, All, Id-gone, Part)),
    run(Part, Query, plain, Limit, found),
    edit(gone(Id, M), [From, To, Text]).

%   ending(+Text, -Facts): the call has not ended after so many inferences.

ending(Text, Facts) :-
    program(All), read_call(Text, Goal, S),
    member(Limit, [3_000_000, 300_000, 100_000]),
    run(All, (Goal, fail), plain, Limit, limit), !,
    smallest(ending, Goal, 50_000, All, Part),
    facts(Goal, Goal-S, All, Part, [Limit], Facts).

%   twice(+Text, -Facts): an answer that comes twice, and the places where the two ways part.

twice(Text, Facts) :-
    program(All), longest(Limit), read_call(Text, Goal, S),
    retractall(answered(_, _)), retractall(noted(_, _, _, _)), b_setval(way, []),
    run(All, (Goal, harness:labelled(S), why:again(S)), traced, Limit, found),
    nb_getval(again, [Answer, Way1, Way2]),
    parting(Way1, Way2, Id1, Id2), span(Id1, From1, _), span(Id2, From2, _),
    Query = (Goal, harness:labelled(S), S == Answer), reached(All, Query, Reached),
    include(used_on([Way1, Way2], Reached), All, Part),
    facts(Query, (Goal, S = Answer)-S, All, Part, [From1, From2], Facts).

again(Answer) :-
    way(Way), ( answered(Answer, Way0) -> nb_setval(again, [Answer, Way0, Way]) ; assertz(answered(Answer, Way)), fail ).

parting([A|As], [B|Bs], IdA, IdB) :-
    arg(1, A, Id1), arg(1, B, Id2),
    (   Id1 \== Id2 -> IdA = Id1, IdB = Id2
    ;   parting(As, Bs, IdA, IdB) -> true
    ;   A \== B, IdA = Id1, IdB = Id1
    ).

used_on(Ways, Reached, C) :-
    C = c(Id, _, _, T, _), name_of(C, P),
    ( member(Way, Ways), memberchk(clause(Id), Way) ; live_cut(T) ; memberchk(P-(-), Reached) ), !.

%   tests(+Form, +Boards, -Facts): the tests on the way to each board Text-Squares, which is an answer:
%   [From, To, Outcome, Values]. Then the places of the clauses.

tests(Form, Boards, [Ways, Clauses]) :-
    program(All), maplist(tests_for(All, Form), Boards, Ways),
    findall([From, To, 0], ( member(c(Id, _, _, _, _), All), span(Id, From, To) ), Clauses).

tests_for(All, Form, Text-Squares, Tests) :-
    read_call(Text, Goal, S), written(Form, Squares, Board),
    retractall(noted(_, _, _, _)), b_setval(way, []),
    run(All, (Goal, harness:labelled(S), S == Board, why:way(W), nb_setval(way_to, W)), traced, 1_000_000, found),
    nb_getval(way_to, Way),
    findall([From, To, Outcome, Numbers],
            ( member(goal(Id, test, Outcome, Values), Way), span(Id, From, To),
              findall([Name, V], ( member(Name0=V, Values), integer(V), atom_string(Name0, Name) ), Numbers) ),
            Tests).

%   facts(+Query, +Shown, +All, +Part, +Special, -Facts): the goal as text, as its reader sees it and
%   as it runs; the number of goals; the places of directives and clauses, with their edits.

facts(Query, Shown-S, All, Part0, Special, [ShownText, QueryText, Goals, Headers, Without, Clauses|Special]) :-
    reached(Part0, Query, Reached), include(is_reached(Reached), Part0, Part),
    aggregate_all(count, ( member(c(_, _, _, T, _), All), leaf(T) ), Goals),
    findall([From, To], header(From, To), Headers),
    findall(Text, ( member(P-_, Reached), \+ clause_of(P, Part, _), format(string(Text), "~q", [P]) ), Without0),
    list_to_set(Without0, Without),
    findall([From, To, Kept, Edits],
            ( member(c(Id, _, _, T, _), Part), span(Id, From, To), aggregate_all(count, leaf(T), Kept),
              findall(E, edit(T, E), Edits) ), Clauses),
    text_of(Query, [], QueryText),
    ( var(S) -> S = '$VAR'('Solution') ; true ), text_of(Shown, [spacing(next_argument)], ShownText).

text_of(Goal, Options, Text) :-
    with_output_to(string(Text), write_term(Goal, [module(student), quoted(true), numbervars(true)|Options])).

is_reached(Reached, C) :- name_of(C, P), memberchk(P-_, Reached).

below(and(A, B), T) :- ( T = A ; T = B ).
below(else(_, T), T).
below(node(_, _, _, Inner, _), T) :- member(in(_, _, T), Inner).

leaf(T) :- ( T = node(_, _, _, [], _) ; below(T, T1), leaf(T1) ).

%   edit(+Tree, -Edit): [From, To, Text] puts Text in the place of what stood there.

edit(gone(Id, M), [F, T, Text]) :- span(Id, F, T), ( M == dcg -> Text = "[]" ; Text = "true" ).
edit(stop(Id, M), [F, T, Text]) :- span(Id, F, T), ( M == dcg -> Text = "{false}" ; Text = "false" ).
edit(else(Id, T), E) :-
    span(Id, F, To),
    findall(F1-T1, ( sub_term(N, T), compound(N), arg(1, N, Inner), integer(Inner), span(Inner, F1, T1) ), Spans),
    pairs_keys_values(Spans, Firsts, Lasts), min_list(Firsts, First), max_list(Lasts, Last),
    ( E = [F, First, "("] ; E = [Last, To, ")"] ).
edit(T, E) :- below(T, T1), edit(T1, E).

% ------------------------------------------------------------------------ the way to an answer

%   A traced program notes the clauses that it enters and the goals that are true. What a negation or
%   a condition has tried is noted apart, and counts as soon as that is over.

traced(Id, G, [], Names, X) :- !,
    (   ( G == ! ; functor(G, Name, Arity), defined(Name/Arity) ) -> X = G
    ;   include(stands_in(G), Names, Values), X = why:noted_goal(Id, Values, G)
    ).
traced(_, ((C -> A) ; B), _, _, X) :- !, X = (why:mark(N), ( C -> why:since(N), A ; why:since(N), B )).
traced(_, (C -> A), _, _, X) :- !, X = (why:mark(N), ( C -> why:since(N), A )).
traced(_, G, Inner, _, X) :- ( Inner = [in(_, [-], _)|_] -> X = (why:mark(N), G, why:since(N)) ; X = G ).

stands_in(G, _=V) :- occurrences_of_var(V, G, N), N > 0.

noted_goal(Id, Values, G) :-
    nb_getval(part, M),
    ( is_test(G) -> Kind = test ; Kind = goal ),
    (   M:G *-> note(Kind, Id, true, Values), step(goal(Id, Kind, true, Values))
    ;   note(Kind, Id, false, Values), fail
    ).

is_test(G) :- functor(G, F, 2), memberchk(F, [=:=, =\=, <, >, =<, >=, ==, \==, \=, dif, #\=, #<, #>, #=<, #>=]).
is_test(L is _) :- nonvar(L).
is_test(A = B) :- ground(A), ground(B).

step(E) :- b_getval(way, Way), b_setval(way, [E|Way]).
way(Way) :- b_getval(way, Back), reverse(Back, Way).
mark(N) :- flag(notes, N, N).

note(Kind, Id, Outcome, Values) :-
    (   Kind == test, flag(notes, N, N+1), N < 50_000 -> assertz(noted(N, Id, Outcome, Values)) ; true ).

since(N0) :-
    flag(notes, N1, N1), Last is N1-1,
    findall(goal(Id, test, Outcome, Values), ( between(N0, Last, N), noted(N, Id, Outcome, Values) ), Notes),
    b_getval(way, Way), reverse(Notes, Back), append(Back, Way, Longer), b_setval(way, Longer).
