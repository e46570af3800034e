%   Why? The smallest part of a program that shows its fault.
%
%   U. Neumerkel and F. Mesnard, "Localizing and explaining reasons for
%   non-terminating logic programs with failure-slices", PPDP 1999, for goals that
%   do not end; E. Y. Shapiro, "Algorithmic program debugging", MIT Press 1983, for
%   missing answers, wrong answers, and the right ones as the only oracle.
%
%   The program is data: a list of clauses c(Id, Mode, Head, Tree, Names), where
%   Mode is rule or dcg. A part of the program is such a list, too, in which goals
%   are left out; simpler/5 gives every part with one goal less. Whatever is said
%   about a part was run: its clauses, in a module of their own.
%
%   Tree is one of
%     true, and(Tree, Tree), braces(Tree)
%     node(Id, Mode, Goal, Parts, Shared)  a goal; each part(Variable, Signs, Tree)
%                                          stands in Goal where its Variable does
%     gone(Id, Mode), stop(Id, Mode)       a goal replaced by true, by false
%     else(Id, Tree)                       an if-then-else, of which that is left
%
%   A sign tells how a goal is called: + as it stands, - inside a negation. In a
%   condition, before a cut, or in findall, it is both.

:- module(why, []).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(gensym)).

:- dynamic program/1, span/3, header/2, declared/1, defined/1, cutting/1, acting/1,
           sometimes_unbound/2, noted/4, answered/2.

longest(3_000_000).             % inferences of the whole program for one goal
longest_trial(20_000).          % at least that many for a part
most_of_all(12_000_000).        % for all trials together

% ------------------------------------------------------------ reading a program

%   ready(+File): the program, beside this file, is read.

ready(_) :- program(_), !.
ready(File) :-
    source_file(why:ready(_), Here),
    file_directory_name(Here, Folder),
    working_directory(_, Folder),
    style_check(-singleton),
    set_prolog_flag(stack_limit, 128_000_000),       % what recurs without end is found out soon
    add_import_module(student, user, start),
    forall(member(Library, [lists, apply]), student:use_module(library(Library))),
    open(File, read, In, [encoding(utf8), newline(posix)]),
    call_cleanup(clauses(In, Clauses), close(In)),
    assertz(program(Clauses)),
    forall(( member(C, Clauses), name_of(C, P), \+ defined(P) ), assertz(defined(P))),
    forall(( member(C, Clauses), C = c(_, _, _, T, _), live_cut(T), name_of(C, P), \+ cutting(P) ),
           assertz(cutting(P))),
    find_acting(Clauses).

clauses(In, Clauses) :-
    catch(read_term(In, Term, [module(student), variable_names(Names), subterm_positions(At)]),
          error(syntax_error(_), _), Term = (?- skipped)),
    (   Term == end_of_file
    ->  Clauses = []
    ;   clause_in(Term, At, Names, C)
    ->  Clauses = [C|Others], clauses(In, Others)
    ;   clauses(In, Clauses)
    ).

clause_in((:- Directive), At, _, _) :- !, obey(Directive, At), fail.
clause_in((?- _), _, _, _) :- !, fail.
clause_in(Term, At0, Names, c(Id, Mode, Head, Tree, Names)) :-
    bare(At0, At),
    new(At, Id),
    (   Term = (Head0 --> Body) -> Mode = dcg
    ;   Term = (Head0 :- Body) -> Mode = rule
    ;   Head0 = Term, Mode = rule, Body = true
    ),
    ( nonvar(Head0), Head0 = _:Head -> true ; Head = Head0 ),
    callable(Head),
    ( At = term_position(_, _, _, _, [_, AtBody]), Body \== true -> true ; AtBody = none ),
    tree(Body, AtBody, Mode, Term, Tree).

%   Only what the clauses need: a file is not loaded here, nothing is started.

obey(Directive, At) :-
    (   member(Directive, [use_module(_), use_module(_, _), ensure_loaded(_), consult(_), [_|_],
                           op(_, _, _), set_prolog_flag(double_quotes, _)])
    ->  catch(student:Directive, _, true), keep(At)
    ;   Directive = dynamic(Names)
    ->  assertz(declared(Names)), keep(At)
    ;   memberchk(Directive, [table(_), chr_constraint(_)])
    ->  throw(unexplained(Directive))
    ;   true
    ).

keep(At) :- arg(1, At, From), arg(2, At, To), assertz(header(From, To)).

new(At, Id) :- flag(why, Id, Id+1), arg(1, At, From), arg(2, At, To), assertz(span(Id, From, To)).

bare(parentheses_term_position(_, _, At0), At) :- !, bare(At0, At).
bare(At, At).

%   tree(+Goal, +Position, +Mode, +Clause, -Tree)

tree(true, _, rule, _, true) :- !.
tree(G, At, M, C, T) :- At = parentheses_term_position(_, _, Inner), !, tree(G, Inner, M, C, T).
tree(G, At, M, C, node(Id, M, Goal, [], Shared)) :-
    var(G), !,
    new(At, Id), ( M == dcg -> Goal = G ; Goal = call(G) ), shared(G, C, Shared).
tree((A, B), term_position(_, _, _, _, [AtA, AtB]), M, C, and(TA, TB)) :- !,
    tree(A, AtA, M, C, TA), tree(B, AtB, M, C, TB).
tree({G}, brace_term_position(_, _, At), dcg, C, braces(T)) :- !, tree(G, At, rule, C, T).
tree(G, At, rule, _, gone(Id, rule)) :- prints(G), !, new(At, Id).
tree(G, At, M, C, node(Id, M, Goal, Parts, Shared)) :-
    new(At, Id),
    shared(G, C, Shared),
    (   control(M, G, At, Goal, Inner) -> maplist(part(M, C), Inner, Parts)
    ;   Goal = G, Parts = []
    ).

part(M, C, in(G, At, Signs, V), part(V, Signs, T)) :- tree(G, At, M, C, T).

%   control(+Mode, +Goal, +Position, -Template, -Inner): the goals inside, each with its signs.

control(_, (IfThen ; B), term_position(_, _, _, _, [At0, AtB]), (X -> Y ; Z),
        [in(C, AtC, [+, -], X), in(A, AtA, [+], Y), in(B, AtB, [+], Z)]) :-
    nonvar(IfThen), IfThen = (C -> A), !, bare(At0, term_position(_, _, _, _, [AtC, AtA])).
control(_, (A ; B), term_position(_, _, _, _, [AtA, AtB]), (X ; Y),
        [in(A, AtA, [+], X), in(B, AtB, [+], Y)]).
control(_, (C -> A), term_position(_, _, _, _, [AtC, AtA]), (X -> Y),
        [in(C, AtC, [+, -], X), in(A, AtA, [+], Y)]).
control(_, \+ A, term_position(_, _, _, _, [At]), \+ X, [in(A, At, [-], X)]).
control(rule, not(A), term_position(_, _, _, _, [At]), not(X), [in(A, At, [-], X)]).
control(rule, call(A), term_position(_, _, _, _, [At]), call(X), [in(A, At, [+], X)]).
control(rule, forall(A, B), term_position(_, _, _, _, [AtA, AtB]), forall(X, Y),
        [in(A, AtA, [-], X), in(B, AtB, [+], Y)]).

%   shared(+Goal, +Clause, -Variables): those of its variables that also stand elsewhere.

shared(Goal, Clause, Variables) :-
    term_variables(Goal, Found),
    include(stands_outside(Goal, Clause), Found, Variables).

stands_outside(Goal, Clause, V) :-
    occurrences_of_var(V, Goal, Inside),
    occurrences_of_var(V, Clause, All),
    All > Inside.

name_of(c(_, Mode, Head, _, _), Name/Arity) :-
    ( Mode == dcg, nonvar(Head), Head = (H, _) -> true ; H = Head ),
    functor(H, Name, A),
    ( Mode == dcg -> Arity is A+2 ; Arity = A ).

prints(Goal) :-
    callable(Goal), functor(Goal, Name, Arity),
    memberchk(Name/Arity, [write/1, print/1, writeln/1, display/1, nl/0, tab/1, put_char/1, format/1,
                           format/2, writeq/1, write_canonical/1, portray_clause/1, writef/1,
                           writef/2, write/2, nl/1, flush_output/0, halt/0, halt/1]).

% ------------------------------------------------------- what a goal calls, and how

%   named(+Goal, +Mode, +Sign, -Name, -Sign1): the predicates that it calls, or that its arguments
%   call, as in maplist(safe, Boards).

named(G, _, _, P, S) :- var(G), !, defined(P), member(S, [+, -]).
named(_:G, M, S0, P, S) :- !, named(G, M, S0, P, S).
named(_^G, M, S0, P, S) :- !, named(G, M, S0, P, S).
named(_>>G, M, _, P, S) :- !, member(S0, [+, -]), named(G, M, S0, P, S).
named(G, dcg, S0, P, S) :- !, callable(G), longer(G, 2, G2), named(G2, rule, S0, P, S).
named(G, rule, S, Name/Arity, S) :- callable(G), functor(G, Name, Arity).
named(G, rule, S0, P, S) :-
    callable(G), functor(G, Name, Arity),
    \+ defined(Name/Arity),
    functor(General, Name, Arity),
    catch(predicate_property(student:General, meta_predicate(Spec)), _, fail),
    arg(K, Spec, More0), arg(K, G, Inner),
    more(More0, More),
    ( memberchk(Name, [maplist, foldl, call, phrase, ',']) -> S1 = S0 ; member(S1, [+, -]) ),
    ( var(Inner) -> Longer = Inner ; longer(Inner, More, Longer) ),
    named(Longer, rule, S1, P, S).

more(More, More) :- integer(More).
more(^, 0).
more(//, 2).

longer(G, 0, G) :- !.
longer(_>>G, _, G) :- !.
longer(_:G, More, Longer) :- !, longer(G, More, Longer).
longer(G, More, Longer) :-
    callable(G), length(Others, More), G =.. Parts0, append(Parts0, Others, Parts), Longer =.. Parts.

%   called(+Tree, +Sign, +CutFollows, -Name, -Sign1)

called(and(A, B), S, Cut, P, S1) :-
    (   ( live_cut(B) -> CutA = yes ; CutA = Cut ), called(A, S, CutA, P, S1)
    ;   called(B, S, Cut, P, S1)
    ).
called(braces(T), S, Cut, P, S1) :- called(T, S, Cut, P, S1).
called(else(_, T), S, Cut, P, S1) :- called(T, S, Cut, P, S1).
called(node(_, M, G, [], _), S0, Cut, P, S1) :-
    ( Cut == yes -> member(S, [+, -]) ; S = S0 ),
    named(G, M, S, P, S1).
called(node(_, _, _, [Part|Parts], _), S0, Cut, P, S1) :-
    member(part(_, Signs, T), [Part|Parts]), member(Sign, Signs),
    product(Sign, S0, S), called(T, S, Cut, P, S1).

product(+, S, S).
product(-, +, -).
product(-, -, +).

live_cut(node(_, _, G, _, _)) :- G == !.
live_cut(and(A, B)) :- ( live_cut(A) -> true ; live_cut(B) ).
live_cut(else(_, T)) :- live_cut(T).
live_cut(node(_, _, G, Parts, _)) :-
    nonvar(G), ( G = (_ ; _) ; G = (_ -> _) ), member(part(_, [+], T), Parts), live_cut(T), !.

%   reached(+Part, +Query, -Reached): every Name-Sign that the query reaches, the nearest first.

reached(Part, Query, Reached) :-
    findall(P-S, ( in_query(Query, G), named(G, rule, +, P, S) ), First),
    reached(First, Part, [], Reached).

reached([], _, Seen, Reached) :- reverse(Seen, Reached).
reached([P-S|Waiting], Part, Seen, Reached) :-
    (   ( memberchk(P-S, Seen) ; \+ defined(P) )
    ->  reached(Waiting, Part, Seen, Reached)
    ;   findall(Next, ( clause_for(P, Part, T), called(T, S, no, P1, S1), Next = P1-S1 ), Found0),
        list_to_set(Found0, Found),
        append(Waiting, Found, Waiting1),
        reached(Waiting1, Part, [P-S|Seen], Reached)
    ).

clause_for(P, Part, Tree) :- member(C, Part), name_of(C, P), C = c(_, _, _, Tree, _).

in_query((A, B), G) :- !, ( in_query(A, G) ; in_query(B, G) ).
in_query(G, G).

%   What changes the database or a global variable stays, and so does whoever calls it.

find_acting(Clauses) :-
    member(C, Clauses), name_of(C, P), \+ acting(P),
    C = c(_, _, _, T, _), acts(T), !,
    assertz(acting(P)),
    find_acting(Clauses).
find_acting(_).

acts(T) :-
    called(T, +, no, P, _),
    (   acting(P)
    ;   memberchk(P, [assert/1, asserta/1, assertz/1, retract/1, retractall/1, nb_setval/2,
                      b_setval/2, flag/3, nb_setarg/3, setarg/3, gensym/2, random/1])
    ), !.

% ------------------------------------------------------------- parts of a program

%   simpler(+Kind, +Reached, +Part, -Move, -Simpler): a goal or a clause less. For a missing answer,
%   the part answers whatever the program does, or more; for a goal without an end, it makes no
%   step that the program does not make.

simpler(Kind, Reached, Part, Move, Simpler) :-
    findall(P, member(P-_, Reached), Names0), list_to_set(Names0, Names),
    member(P, Names),
    findall(S, member(P-S, Reached), Signs0), sort(Signs0, Signs),
    append(Before, [C|After], Part),
    name_of(C, P),
    C = c(Id, Mode, Head, T0, Variables),
    (   specialised(Kind, Signs), \+ live_cut(T0),
        Move = Id-clause, append(Before, After, Simpler)
    ;   less(T0, Kind, Signs, no, Move, T),
        append(Before, [c(Id, Mode, Head, T, Variables)|After], Simpler)
    ).

specialised(missing, [-]).
specialised(ending, [+]).

less(and(A, B), Kind, S, Cut, Move, and(A1, B1)) :-
    (   ( live_cut(B) -> CutA = yes ; CutA = Cut ),
        less(A, Kind, S, CutA, Move, A1),
        ( stops(A1) -> none_of(B, B1) ; B1 = B )
    ;   A1 = A, less(B, Kind, S, Cut, Move, B1)
    ).
less(braces(T), Kind, S, Cut, Move, braces(T1)) :- less(T, Kind, S, Cut, Move, T1).
less(else(Id, T), Kind, S, Cut, Move, else(Id, T1)) :- less(T, Kind, S, Cut, Move, T1).
less(T0, Kind, S, Cut, Id-Way, T) :- replaced(Kind, S, Cut, T0, T), functor(T, Way, _), arg(1, T, Id).
less(node(Id, M, G, Parts, Sh), Kind, S, Cut, Move, node(Id, M, G, Parts1, Sh)) :-
    append(Before, [part(V, Signs, T)|After], Parts),
    findall(S2, ( member(S0, S), member(S1, Signs), product(S1, S0, S2) ), Both), sort(Both, Inner),
    less(T, Kind, Inner, Cut, Move, T1),
    append(Before, [part(V, Signs, T1)|After], Parts1).

replaced(missing, [+], _, node(Id, M, G, _, _), gone(Id, M)) :- G == !, !.
replaced(_, _, _, node(_, _, G, _, _), _) :- G == !, !, fail.
replaced(missing, [+], no, T, gone(Id, rule)) :- T = node(Id, rule, _, _, _), \+ acts(T).
replaced(missing, [+], no, node(Id, rule, (_ -> _ ; _), [_, part(_, _, Then), part(_, _, Else)], _),
         else(Id, Else)) :-
    Then = node(_, _, G, [], _), memberchk(G, [fail, false]).
replaced(Kind, S, no, node(Id, M, _, _, _), stop(Id, M)) :- specialised(Kind, S).

stops(stop(_, _)).
stops(and(A, B)) :- ( stops(A) -> true ; stops(B) ).
stops(braces(T)) :- stops(T).

%   none_of(+Tree, -Gone): the same without any goal, for what stands behind a false.

none_of(and(A, B), and(A1, B1)) :- !, none_of(A, A1), none_of(B, B1).
none_of(braces(T), braces(T1)) :- !, none_of(T, T1).
none_of(node(Id, M, _, _, _), gone(Id, M)) :- !.
none_of(T, T).

%   smallest(+Kind, +Query, +Limit, +Part, -Smallest): goals are left out as long as the fault shows.

smallest(Kind, Query, Limit, Part0, Part) :-
    smallest(Kind, Query, Limit, [], Part0, Part1),
    (   Kind == missing, Part1 \== Part0     % what was needed before may be needless now
    ->  smallest(Kind, Query, Limit, [], Part1, Part)
    ;   Part = Part1
    ).

smallest(Kind, Query, Limit, Tried, Part0, Part) :-
    statistics(inferences, Spent), most_of_all(Most), Spent < Most,
    reached(Part0, Query, Reached),
    simpler(Kind, Reached, Part0, Move, Part1),
    \+ memberchk(Move, Tried), !,
    ( shows(Kind, Part1, Query, Limit) -> Part2 = Part1 ; Part2 = Part0 ),
    smallest(Kind, Query, Limit, [Move|Tried], Part2, Part).
smallest(_, _, _, _, Part, Part).

shows(missing, Part, Query, Limit) :- run(Part, Query, guarded, Limit, failed).
shows(ending, Part, Query, Limit) :- run(Part, (Query, fail), plain, Limit, limit).

% ---------------------------------------------------------------- running a part

%   run(+Part, +Query, +How, +Limit, -Result): failed, found, limit (of inferences), full (a stack),
%   or error. How is plain; learning or guarded; or traced.

run(Part, Query, How, Limit, Result) :-
    gensym(part_, M),
    add_import_module(M, student, start),
    forall(declared(Names), M:dynamic(Names)),
    forall(defined(P), catch(M:dynamic(P), _, true)),
    nb_setval(part, M),
    forall(( member(C, Part), as_clause(C, How, Clause) ), M:assertz(Clause)),
    catch(limited(M:Query, Limit, Result), Error, ended_by(Error, Result)),
    catch('$destroy_module'(M), _, true).

limited(Goal, Limit, Result) :-
    (   call_with_inference_limit(Goal, Limit, How)
    ->  ( How == inference_limit_exceeded -> Result = limit ; Result = found )
    ;   Result = failed
    ).

ended_by(error(resource_error(_), _), full) :- !.
ended_by(_, error).

as_clause(C, How, Clause) :-
    copy_term(C, c(Id, Mode, Head, Tree, Names)),
    goal(Tree, How-Names, Body0),
    (   How \== traced -> Body = Body0
    ;   Mode == dcg -> Body = ({why:step(clause(Id))}, Body0)
    ;   Body = (why:step(clause(Id)), Body0)
    ),
    ( Mode == dcg -> dcg_translate_rule((Head --> Body), Clause) ; Clause = (Head :- Body) ).

goal(true, _, true).
goal(and(A, B), How, (X, Y)) :- goal(A, How, X), goal(B, How, Y).
goal(braces(T), How, {X}) :- goal(T, How, X).
goal(gone(_, M), _, X) :- ( M == dcg -> X = [] ; X = true ).
goal(stop(_, M), _, X) :- ( M == dcg -> X = {fail} ; X = fail ).
goal(else(_, T), How, X) :- goal(T, How, X).
goal(node(Id, M, G, Parts, Shared), How, X) :-
    forall(member(part(V, _, _), Parts), var(V)),
    maplist(inner_goal(How), Parts),
    (   How = guarded-_, Shared \== [], is_guarded(G, M, Parts) -> X0 = why:guard(Id, Shared)
    ;   How = learning-_, Shared \== [], is_guarded(G, M, Parts) -> X0 = why:learn(Id, Shared)
    ;   true
    ),
    (   var(X0) -> ( How = traced-Names, M == rule -> traced(Id, G, Parts, Names, X) ; X = G )
    ;   M == dcg -> X = ({X0}, G)
    ;   X = (X0, G)
    ).

inner_goal(How, part(X, _, T)) :- goal(T, How, X).

%   A negation, a condition, a cut or a test such as \== answers otherwise where a goal was left out
%   that has bound its variables. So each variable that was always ground there has to be so again.

is_guarded(_, _, Parts) :- member(part(_, Signs, _), Parts), Signs \== [+], !.
is_guarded(G, M, []) :-
    nonvar(G), G \= [_|_], G \== !,
    once(named(G, M, +, Name/Arity, _)),
    (   defined(Name/Arity) -> cutting(Name/Arity)
    ;   is_pure(Name, Arity) -> named(G, M, +, P, _), cutting(P)
    ;   true
    ), !.

is_pure(Name, _) :- sub_atom(Name, 0, _, _, #), !.
is_pure(Name, _) :-
    memberchk(Name, [=, dif, is, =:=, =\=, <, >, =<, >=, between, succ, plus, length, member, append,
                     select, permutation, reverse, nth0, nth1, last, numlist, sum_list, max_list,
                     min_list, maplist, foldl, call, phrase, transpose, all_different, all_distinct,
                     ins, in, label, labeling, sum, fail, false]).

learn(Id, Shared) :-
    forall(( nth0(K, Shared, V), \+ ground(V), \+ sometimes_unbound(Id, K) ),
           assertz(sometimes_unbound(Id, K))).

guard(Id, Shared) :-
    (   nth0(K, Shared, V), \+ ground(V), \+ sometimes_unbound(Id, K)
    ->  throw(unbound)
    ;   true
    ).

% ------------------------------------------------------------------- the answers

%   read_call(+Text, -Goal, -Solution)

read_call(Text, Goal, Solution) :-
    term_string(Goal, Text, [module(student), variable_names(Names)]),
    memberchk('Solution'=Solution, Names).

%   first_answer(+Text, -Answer): the first one of another call, which shows how a board is written.

first_answer(Text, Answer) :-
    program(All), longest(Limit),
    read_call(Text, Goal, S),
    run(All, (Goal, harness:labelled(S), ground(S), nb_setval(answer, S)), plain, Limit, found),
    nb_getval(answer, Answer).

%   written_as(+Answer, +ColumnIsSecond, +Squares, -Board): the squares Column-Row as in the answer.

written_as([First|_], _, Squares, Board) :-
    integer(First), !,
    pairs_values(Squares, Board).
written_as(Answer, Second, Squares, Board) :-
    maplist(square(Second, Make), Answer, Columns, _),
    msort(Columns, Sorted),
    ( Columns == Sorted -> Ordered = Squares ; reverse(Sorted, Columns), reverse(Squares, Ordered) ),
    pairs_keys_values(Ordered, Cs, Rs),
    maplist(square(Second, Make), Board, Cs, Rs).

square(Second, Make, Square, Column, Row) :-
    ( Second =:= 1 -> Parts = [Row, Column] ; Parts = [Column, Row] ),
    (   nonvar(Make) -> true
    ;   Square = [_, _] -> Make = list
    ;   compound_name_arity(Square, F, 2), Make = term(F)
    ),
    ( Make = list -> Square = Parts ; Make = term(F), compound_name_arguments(Square, F, Parts) ).

%   missing(+Text, +Board, -Facts): the call does not answer this board; [] if the board is not known.

missing(Text, Board, Facts) :-
    program(All), longest(Limit),
    read_call(Text, Goal, S),
    (   Board = [], Query = Goal, Shown = Goal
    ;   Board = [B], copy_term(Goal-S, Query-B), Shown = Query
    ;   Board = [B], Query = (Goal, harness:labelled(S), S = B), Shown = (Goal, S = B)
    ),
    run(All, Query, plain, Limit, failed), !,
    statistics(inferences, I0),
    run(All, Query, learning, Limit, failed),
    statistics(inferences, I1),
    longest_trial(Trial), Most is max(Trial, 10*(I1-I0)),
    findall(Cut, ( Board = [_], needless_cut(All, Query, Most, Cut) ), Cuts),
    smallest(missing, Query, Most, All, Part),
    facts(Query, Shown-S, All, Part, Cuts, 0, Facts).

%   needless_cut(+All, +Query, +Limit, -Edit): without this cut alone the query is answered.

needless_cut(All, Query, Limit, Edit) :-
    reached(All, Query, Reached),
    member(c(_, _, _, T, _), All), cut_in(T, Id),
    once(simpler(missing, Reached, All, Id-gone, Part)),
    run(Part, Query, plain, Limit, found),
    member(c(_, _, _, T1, _), Part), edit(T1, Edit), Edit = [From|_], span(Id, From, _).

cut_in(node(Id, _, G, _, _), Id) :- G == !.
cut_in(and(A, B), Id) :- ( cut_in(A, Id) ; cut_in(B, Id) ).
cut_in(braces(T), Id) :- cut_in(T, Id).
cut_in(node(_, _, _, Parts, _), Id) :- member(part(_, _, T), Parts), cut_in(T, Id).

%   ending(+Text, -Facts): the call has not ended after so many inferences, nor has a part of it.

ending(Text, Facts) :-
    program(All),
    read_call(Text, Goal, S),
    member(Limit, [3_000_000, 1_000_000, 300_000, 100_000]),
    run(All, (Goal, fail), plain, Limit, limit), !,
    smallest(ending, Goal, 50_000, All, Part),
    facts(Goal, Goal-S, All, Part, [], Limit, Facts).

%   facts(+Query, +Shown, +All, +Part, +Cuts, +Inferences, -Facts): all that a reader needs. Shown is
%   Goal-Solution.

facts(Query, Shown-S, All, Part0, Cuts, Inferences,
      [ShownText, QueryText, Cuts, Inferences, Total, Headers, Without, Clauses]) :-
    reached(All, Query, Reached0), used(All, Reached0, Whole),
    reached(Part0, Query, Reached), used(Part0, Reached, Part),
    aggregate_all(count, ( member(c(_, _, _, Tree0, _), Whole), leaf(Tree0, _) ), Total),
    findall([F, T], header(F, T), Headers),
    findall(Name, ( member(P-_, Reached), defined(P), \+ ( member(C, Part), name_of(C, P) ),
                    format(string(Name), "~q", [P]) ), Without0),
    list_to_set(Without0, Without),
    findall([F, T, Goals, Edits], ( member(C, Part), C = c(Id, _, _, Tree, _), span(Id, F, T),
                                    aggregate_all(count, leaf(Tree, _), Goals),
                                    findall(E, edit(Tree, E), Edits) ), Clauses),
    text_of(Query, [], QueryText),
    ( var(S) -> S = '$VAR'('Solution') ; true ),
    text_of(Shown, [spacing(next_argument)], ShownText).

text_of(Goal, Options, Text) :-
    with_output_to(string(Text),
                   write_term(Goal, [module(student), quoted(true), numbervars(true)|Options])).

used(Part, Reached, Used) :-
    findall(C, ( member(C, Part), name_of(C, P), memberchk(P-_, Reached) ), Used).

leaf(node(Id, _, _, [], _), Id).
leaf(node(_, _, _, Parts, _), Id) :- member(part(_, _, T), Parts), leaf(T, Id).
leaf(and(A, B), Id) :- ( leaf(A, Id) ; leaf(B, Id) ).
leaf(braces(T), Id) :- leaf(T, Id).
leaf(else(_, T), Id) :- leaf(T, Id).

%   edit(+Tree, -Edit): [From, To, Text, Kind] puts Text in the place of what stood there.

edit(gone(Id, M), [F, T, Text]) :- span(Id, F, T), ( M == dcg -> Text = "[]" ; Text = "true" ).
edit(stop(Id, M), [F, T, Text]) :- span(Id, F, T), ( M == dcg -> Text = "{false}" ; Text = "false" ).
edit(and(A, B), E) :- ( edit(A, E) ; edit(B, E) ).
edit(braces(T), E) :- edit(T, E).
edit(node(_, _, _, Parts, _), E) :- member(part(_, _, T), Parts), edit(T, E).
edit(else(Id, T), E) :-
    span(Id, F, To),
    findall(F1-T1, ( sub_term(Node, T), compound(Node), arg(1, Node, Inner), integer(Inner),
                     span(Inner, F1, T1) ), Spans),
    pairs_keys_values(Spans, Firsts, Lasts),
    min_list(Firsts, First), max_list(Lasts, Last),
    ( E = [F, First, "("] ; edit(T, E) ; E = [Last, To, ")"] ).

% --------------------------------------------------------- the way to an answer

%   A traced goal notes on the way the clauses that were entered and the goals that were true. What
%   a negation or a condition has tried is noted apart, and counts as soon as that is over.

traced(Id, G, [], Names, X) :- !,
    (   ( G == ! ; functor(G, Name, Arity), defined(Name/Arity) )
    ->  X = G
    ;   include(stands_in(G), Names, Values), X = why:noted_goal(Id, Values, G)
    ).
traced(_, ((C -> A) ; B), _, _, X) :- !,
    X = (why:mark(N), ( C -> why:since(N), A ; why:since(N), B )).
traced(_, (C -> A), _, _, X) :- !, X = (why:mark(N), ( C -> why:since(N), A )).
traced(_, G, Parts, _, X) :-
    (   member(part(_, [-], _), Parts) -> X = (why:mark(N), G, why:since(N)) ; X = G ).

stands_in(G, _=V) :- occurrences_of_var(V, G, N), N > 0.

noted_goal(Id, Values, G) :-
    nb_getval(part, M),
    ( tests(G) -> Kind = test ; Kind = goal ),
    (   M:G
    *-> note(Kind, Id, true, Values), step(goal(Id, Kind, true, Values))
    ;   note(Kind, Id, false, Values), fail
    ).

tests(G) :- functor(G, F, 2), memberchk(F, [=:=, =\=, <, >, =<, >=, ==, \==, \=, dif, #\=, #<, #>, #=<, #>=]).
tests(L is _) :- nonvar(L).
tests(A = B) :- ground(A), ground(B).

step(E) :- b_getval(path, Path), b_setval(path, [E|Path]).

mark(N) :- flag(notes, N, N).

note(goal, _, _, _) :- !.
note(test, Id, Outcome, Values) :-
    flag(notes, N, N+1),
    ( N < 50_000 -> assertz(noted(N, Id, Outcome, Values)) ; true ).

since(N0) :-
    findall(goal(Id, test, Outcome, Values), noted_since(N0, Id, Outcome, Values), Notes),
    b_getval(path, Path), reverse(Notes, Last), append(Last, Path, Longer), b_setval(path, Longer).

noted_since(N0, Id, Outcome, Values) :-
    flag(notes, N1, N1), Last is N1-1, between(N0, Last, N), noted(N, Id, Outcome, Values).

way(Path) :- b_getval(path, Back), reverse(Back, Path).

%   twice(+Text, -Facts): an answer that comes twice, and the places where the two ways part.

twice(Text, [[From1, To1], [From2, To2]|Facts]) :-
    program(All), longest(Limit),
    read_call(Text, Goal, S),
    retractall(answered(_, _)), retractall(noted(_, _, _, _)), b_setval(path, []),
    run(All, (Goal, harness:labelled(S), why:again(S)), traced, Limit, found),
    nb_getval(again, [Answer, Way1, Way2]),
    parting(Way1, Way2, Id1, Id2),
    span(Id1, From1, To1), span(Id2, From2, To2),
    Query = (Goal, harness:labelled(S), S == Answer),
    reached(All, Query, Reached),
    findall(C, ( member(C, All), C = c(Id, _, _, T, _), name_of(C, P),
                 ( ( member(clause(Id), Way1) ; member(clause(Id), Way2) ; live_cut(T)
                   ; memberchk(P-(-), Reached) ) -> true ) ), Part),
    facts(Query, (Goal, S = Answer)-S, All, Part, [], 0, Facts).

again(Answer) :-
    way(Way),
    (   answered(Answer, Way0)
    ->  nb_setval(again, [Answer, Way0, Way])
    ;   assertz(answered(Answer, Way)), fail
    ).

parting([A|_], [B|_], IdA, IdB) :- arg(1, A, IdA), arg(1, B, IdB), IdA \== IdB, !.
parting([A|As], [B|Bs], IdA, IdB) :-
    (   parting(As, Bs, IdA, IdB) -> true ; A \== B, arg(1, A, IdA), IdB = IdA ).

%   tests(+Boards, +Example, +Second, -Ways): the tests on the way to each of these boards, which are
%   answers; each board is Text-Squares, each test [From, To, Outcome, Values].

tests(Boards, Example, Second, Ways) :-
    first_answer(Example, Answer),
    maplist(tests_for(Answer, Second), Boards, Ways).

tests_for(Answer, Second, Text-Squares, Tests) :-
    program(All),
    read_call(Text, Goal, S),
    written_as(Answer, Second, Squares, Board),
    retractall(noted(_, _, _, _)), b_setval(path, []),
    run(All, (Goal, harness:labelled(S), S == Board, why:way(W), nb_setval(way, W)), traced, 1_000_000,
        found),
    nb_getval(way, Way),
    findall([From, To, Outcome, Numbers],
            ( member(goal(Id, test, Outcome0, Values), Way), term_string(Outcome0, Outcome),
              findall([Name, V], ( member(Name0=V, Values), integer(V), term_string(Name0, Name) ), Numbers),
              span(Id, From, To) ),
            Tests).
