%   Why? The smallest part of a program that shows its fault.
%
%   U. Neumerkel and F. Mesnard, "Localizing and explaining reasons for non-terminating logic programs
%   with failure-slices", PPDP 1999, for goals without an end; E. Y. Shapiro, "Algorithmic program
%   debugging", MIT Press 1983, for missing and wrong answers.
%
%   A part of a program is a list of clauses c(Id, Mode, Head, Tree, Names), Mode rule or dcg, in which
%   goals are left out; simpler/5 gives every part with one goal less. Whatever is said about a part was
%   run: its clauses, in a module of their own. A tree is true, and(Tree, Tree), or
%     node(Id, Mode, Goal, Inner, Shared)  a goal; each in(Variable, Signs, Tree) stands where its
%                                          Variable does, and Shared also occur outside of the goal
%     gone(Id, Mode), stop(Id, Mode)       a goal replaced by true, by false
%   A sign tells how a goal is called: + as it stands, - in a negation; both in a condition, before a
%   cut, and in most goals that call others.

:- module(why, []).

:- dynamic program/1, span/3, header/2, declared/1, defined/1, cutting/1, acting/1, seen/3, noted/4, noted_call/1,
           answered/2.

longest(3_000_000).         % inferences for a goal of the whole program
most_of_all(12_000_000).    % for all trials together

% ------------------------------------------------------------------------ reading the program
%   ready(+File): the clauses of the file beside this one are known; nothing in it was started.
ready(_) :- program(_), !.
ready(File) :-
    source_file(why:ready(_), Here), file_directory_name(Here, Folder), working_directory(_, Folder),
    set_prolog_flag(stack_limit, 64_000_000),       % so that a recursion without end is soon over
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
    (   member(Directive, [use_module(_), use_module(_, _), ensure_loaded(_), consult(_), [_|_], op(_, _, _),
                           set_prolog_flag(double_quotes, _)])
    ->  catch(student:Directive, _, true)
    ;   Directive = dynamic(Names) -> assertz(declared(Names))
    ;   memberchk(Directive, [table(_), chr_constraint(_)]) -> throw(unexplained(Directive))
    ),
    arg(1, At, From), arg(2, At, To), assertz(header(From, To)).

new(At, Id) :- arg(1, At, From), arg(2, At, To), new(From, To, Id).
new(From, To, Id) :- flag(why, Id, Id+1), assertz(span(Id, From, To)).
bare(At0, At) :- ( At0 = parentheses_term_position(_, _, Inner) -> bare(Inner, At) ; At = At0 ).

name_of(c(_, Mode, Head, _, _), Name/Arity) :-
    ( Mode == dcg, Head = (H, _) -> true ; H = Head ),
    functor(H, Name, A), ( Mode == dcg -> Arity is A+2 ; Arity = A ).
is_definable(C) :- name_of(C, P), catch(definable:dynamic(P), _, fail).
clause_of(P, Part, Tree) :- member(C, Part), name_of(C, P), C = c(_, _, _, Tree, _).

%   tree(+Goal, +Position, +Mode, +Clause, -Tree). Here ( C -> fail ; G ) is \+ C, G, in the mode unless.
tree(true, _, rule, _, true) :- !.
tree(G, parentheses_term_position(_, _, At), M, C, T) :- !, tree(G, At, M, C, T).
tree((A, B), term_position(_, _, _, _, [AtA, AtB]), M, C, and(TA, TB)) :- !,
    tree(A, AtA, M, C, TA), tree(B, AtB, M, C, TB).
tree((If ; G), At, M, C, T) :-
    nonvar(If), If = (A -> B), At = term_position(From, _, _, _, [At0, AtG]), !,
    bare(At0, term_position(_, _, _, _, [AtA, AtB])),
    tree(A, AtA, M, C, TA), tree(G, AtG, M, C, TG),
    (   memberchk(B, [fail, false])
    ->  arg(1, AtG, To), new(From, To, Id), shared(A, C, Shared),
        T = and(node(Id, unless, \+ X, [in(X, [-], TA)], Shared), TG)
    ;   new(At, Id), shared((If ; G), C, Shared), tree(B, AtB, M, C, TB),
        T = node(Id, M, (X -> Y ; Z), [in(X, [+, -], TA), in(Y, [+], TB), in(Z, [+], TG)], Shared)
    ).
tree(G, At, rule, _, gone(Id, rule)) :- prints(G), !, new(At, Id).
tree(G, At, M, C, node(Id, M, Goal, Inner, Shared)) :-
    new(At, Id), shared(G, C, Shared),
    (   nonvar(G), control(G, M, C, At, Signs, Ats)
    ->  ( G = {_} -> M1 = rule ; M1 = M ),
        G =.. [F|As], inner(As, Ats, Signs, M1, C, Vs, Inner), Goal =.. [F|Vs]
    ;   Inner = [], ( var(G), M == rule -> Goal = call(G) ; Goal = G )
    ).

inner([], _, _, _, _, [], []).
inner([A|As], [At|Ats], [Signs|More], M, C, [V|Vs], Inner) :-
    ( Signs == [] -> V = A, Inner = Others ; tree(A, At, M, C, T), Inner = [in(V, Signs, T)|Others] ),
    inner(As, Ats, More, M, C, Vs, Others).

shared(G, Clause, Shared) :- term_variables(G, Vs), include(stands_outside(G, Clause), Vs, Shared).
stands_outside(G, Clause, V) :- maplist(occurrences_of_var(V), [G, Clause], [Inside, All]), All > Inside.

prints(G) :-
    callable(G), functor(G, Name, Arity), ( Name == format -> Arity < 3 ; true ),
    memberchk(Name, [write, print, writeln, display, nl, tab, put_char, writeq, write_canonical, writef,
                     portray_clause, format, flush_output, halt]).

%   control(+Goal, +Mode, +Clause, +Position, -Signs, -Positions) of its arguments; those without a sign
%   are no goals. A list of all answers that goes straight to the caller grows with the answers.
control({_}, dcg, _, brace_term_position(_, _, At), [[+]], [At]) :- !.
control(G, M, C, term_position(_, _, _, _, Ats), Signs, Ats) :- inside(G, M, C, Signs).

inside((_ ; _), _, _, [[+], [+]]).
inside((_ -> _), _, _, [[+, -], [+]]).
inside(\+ _, _, _, [[-]]).
inside(not(_), rule, _, [[-]]).
inside(call(_), rule, _, [[+]]).
inside(forall(_, _), rule, _, [[-], [+]]).
inside(_^_, rule, _, [[], [+]]).
inside(G, rule, (_ :- Body), [[], [+], []]) :-
    G =.. [F, _, _, L], memberchk(F, [findall, setof, bagof]), var(L), occurrences_of_var(L, Body, 1).

% ------------------------------------------------------------ what a goal calls, and how
%   named(+Goal, +Mode, +Sign, -Name, -Sign1): whatever it calls, also by an argument, as maplist does.
named(G, _, _, P, S) :- var(G), !, defined(P), member(S, [+, -]).
named(_:G, M, S0, P, S) :- !, named(G, M, S0, P, S).
named(_^G, M, S0, P, S) :- !, named(G, M, S0, P, S).
named(_>>G, M, _, P, S) :- !, member(S0, [+, -]), named(G, M, S0, P, S).
named(G, dcg, S0, P, S) :- !, longer(G, 2, G2), named(G2, rule, S0, P, S).
named(G, _, S, Name/Arity, S) :- callable(G), functor(G, Name, Arity).
named(G, _, S0, P, S) :-
    callable(G), functor(G, Name, Arity), \+ defined(Name/Arity), functor(General, Name, Arity),
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
called(node(_, M, G, [], _), S0, Cut, P, S1) :-
    ( Cut == yes -> member(S, [+, -]) ; S = S0 ), named(G, M, S, P, S1).
called(node(_, _, _, Inner, _), S0, Cut, P, S1) :-
    member(in(_, Signs, T), Inner), member(Sign, Signs), product(Sign, S0, S), called(T, S, Cut, P, S1).

product(+, S, S).
product(-, +, -).
product(-, -, +).
cut_after(B, Cut0, Cut) :- ( live_cut(B) -> Cut = yes ; Cut = Cut0 ).

live_cut(and(A, B)) :- ( live_cut(A) -> true ; live_cut(B) ).
live_cut(node(_, _, G, Inner, _)) :-
    ( G == ! ; nonvar(G), memberchk(G, [(_ ; _), (_ -> _), {_}]), member(in(_, [+], T), Inner), live_cut(T) ), !.

%   reached(+Part, +Query, -Reached): every Name-Sign that the query reaches, the nearest first.
reached(Part, Query, Reached) :-
    findall(P-S, named(Query, rule, +, P, S), First), reached(First, Part, [], Reached).

reached([], _, Seen, Reached) :- reverse(Seen, Reached).
reached([P-S|Waiting], Part, Seen, Reached) :-
    (   ( memberchk(P-S, Seen) ; \+ defined(P) ) -> reached(Waiting, Part, Seen, Reached)
    ;   findall(P1-S1, ( clause_of(P, Part, T), called(T, S, no, P1, S1) ), Found0),
        list_to_set(Found0, Found), append(Waiting, Found, Waiting1),
        reached(Waiting1, Part, [P-S|Seen], Reached)
    ).

%   What changes the database or a global variable stays, and so does whoever calls it.
find_acting(All) :-
    ( clause_of(P, All, T), \+ acting(P), acts(T) -> assertz(acting(P)), find_acting(All) ; true ).

acts(T) :-
    called(T, +, no, Name/Arity, _),
    ( acting(Name/Arity) ; memberchk(Name, [assert, asserta, assertz, retract, retractall, nb_setval, b_setval,
                                            flag, setarg, nb_setarg, gensym, random]) ), !.

% ------------------------------------------------------------------- parts of a program
%   simpler(+Kind, +Reached, +Part, -Move, -Simpler): a goal or a clause less. For a missing answer, the
%   part answers all that the program does, or more; for a goal without an end (ending), it makes no
%   step that the program does not make. The kind cut leaves out any one cut.
simpler(Kind, Reached, Part, Move, Simpler) :-
    pairs_keys(Reached, Names0), list_to_set(Names0, Names), member(P, Names),
    findall(S, member(P-S, Reached), Signs0), sort(Signs0, Signs),
    append(Before, [C|After], Part), name_of(C, P), C = c(Id, Mode, Head, T0, Variables),
    (   specialised(Kind, Signs), \+ live_cut(T0), Move = Id, append(Before, After, Simpler)
    ;   less(T0, Kind, Signs, no, Move, T), append(Before, [c(Id, Mode, Head, T, Variables)|After], Simpler)
    ).

specialised(missing, [-]).
specialised(ending, [+]).

less(and(A, B), Kind, S, Cut, Move, and(A1, B1)) :-
    (   cut_after(B, Cut, CutA), less(A, Kind, S, CutA, Move, A1), ( stops(A1) -> empty(B, B1) ; B1 = B )
    ;   A1 = A, less(B, Kind, S, Cut, Move, B1)
    ).
less(T0, Kind, S, Cut, Id, T) :-
    T0 = node(Id, M, G, _, _),
    (   G == ! -> memberchk(Kind-S, [missing-[+], cut-_]), T = gone(Id, M)
    ;   Cut == no, Kind-S == missing-[+], M \== dcg, \+ acts(T0) -> T = gone(Id, M)
    ;   Cut == no, specialised(Kind, S), T = stop(Id, M)
    ).
less(node(Id, M, G, Inner, Shared), Kind, S, Cut, Move, node(Id, M, G, Inner1, Shared)) :-
    append(Before, [in(V, Signs, T)|After], Inner),
    findall(S2, ( member(S0, S), member(S1, Signs), product(S1, S0, S2) ), All), sort(All, Below),
    less(T, Kind, Below, Cut, Move, T1),
    append(Before, [in(V, Signs, T1)|After], Inner1).

stops(stop(_, _)).
stops(and(A, B)) :- ( stops(A) -> true ; stops(B) ).
stops(node(_, dcg, {_}, [in(_, _, T)], _)) :- stops(T).

%   empty(+Tree, -Empty): the same without goals, behind a false.
empty(and(A, B), and(A1, B1)) :- !, empty(A, A1), empty(B, B1).
empty(node(Id, M, _, _, _), gone(Id, M)) :- !.
empty(T, T).

%   smallest(+Kind, +Query, +Limit, +Part, -Smallest): goals are left out while the fault shows.
smallest(Kind, Query, Limit, Part0, Part) :-
    smallest(Kind, Query, Limit, [], Part0, Part1),
    ( Kind == missing, Part1 \== Part0 -> smallest(Kind, Query, Limit, [], Part1, Part) ; Part = Part1 ).

smallest(Kind, Query, Limit, Tried, Part0, Part) :-
    statistics(inferences, Spent), most_of_all(Most), Spent < Most, reached(Part0, Query, Reached),
    simpler(Kind, Reached, Part0, Move, Part1), \+ memberchk(Move, Tried), !,
    ( shows(Kind, Part1, Query, Limit) -> Part2 = Part1 ; Part2 = Part0 ),
    smallest(Kind, Query, Limit, [Move|Tried], Part2, Part).
smallest(_, _, _, _, Part, Part).

shows(missing, Part, Query, Limit) :- run(Part, Query, guarded, Limit, failed).
shows(ending, Part, Query, Limit) :- run(Part, (Query, fail), plain, Limit, limit).

% ------------------------------------------------------------------------- running a part
%   run(+Part, +Query, +How, +Limit, -Result): failed, found, limit, full (a stack), or error. How is
%   plain, learning, guarded or traced.
run(Part, Query, How, Limit, Result) :-
    gensym(part_, M), nb_setval(part, M), add_import_module(M, student, start),
    forall(( declared(P) ; defined(P) ), catch(M:dynamic(P), _, true)),
    forall(( member(C, Part), copy_term(C, C1), as_clause(C1, How, Clause) ), M:assertz(Clause)),
    copy_term(Query, Goal),
    catch(( call_with_inference_limit(M:Goal, Limit, End) -> true ; End = failed ), Error, End = Error),
    ( memberchk(End-Result0, [failed-failed, inference_limit_exceeded-limit, !-found, true-found,
                              error(resource_error(_), _)-full]) -> Result = Result0 ; Result = error ),
    catch('$destroy_module'(M), _, true).

as_clause(c(Id, Mode, Head, Tree, Names), How, Clause) :-
    goal(Tree, How, [head=Head|Names], Body0), Step = why:step(clause(Id)),
    ( How \== traced -> Body = Body0 ; Mode == dcg -> Body = ({Step}, Body0) ; Body = (Step, Body0) ),
    ( Mode == dcg -> dcg_translate_rule((Head --> Body), Clause) ; Clause = (Head :- Body) ).

goal(true, _, _, true).
goal(and(A, B), How, Names, (X, Y)) :- goal(A, How, Names, X), goal(B, How, Names, Y).
goal(gone(_, M), _, _, X) :- ( M == dcg -> X = [] ; X = true ).
goal(stop(_, M), _, _, X) :- ( M == dcg -> X = {false} ; X = false ).
goal(node(Id, M, G, Inner, Shared), How, Names, X) :-
    forall(member(in(V, _, _), Inner), var(V)),
    maplist(inner_goal(How, Names), Inner),
    (   How == calls, Inner == [], M \== dcg, functor(G, F, A), defined(F/A) -> X = (why:calling(G), G)
    ;   How == traced, M \== dcg -> traced(Id, G, Inner, Names, X)
    ;   memberchk(How, [learning, guarded]), Shared \== [], is_guarded(G, M, Inner)
    ->  Guard =.. [How, Id, Shared], ( M == dcg -> X = ({why:Guard}, G) ; X = (why:Guard, G) )
    ;   X = G
    ).

inner_goal(How, Names, in(X, _, T)) :- goal(T, How, Names, X).

%   A negation, a condition, a cut or a test such as \== answers otherwise where a goal was left out
%   that bound its variables. So these have to be bound as far as they were in the whole program.
is_guarded(_, _, Inner) :- member(in(_, Signs, _), Inner), Signs \== [+], !.
is_guarded(G, M, []) :-
    nonvar(G), G \= [_|_], G \== !, once(named(G, M, +, Name/Arity, _)),
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
    \+ ( nth0(K, Shared, V), \+ ground(V), \+ ( seen(Id, K, Seen), subsumes_term(Seen, V) ), throw(unbound) ).

% --------------------------------------------------------------------- what can be asked
read_call(Text, Goal, S) :-
    term_string(Goal, Text, [module(student), variable_names(Names)]), memberchk('Solution'=S, Names).

%   written(+Form, +Squares, -Board): these squares Column-Row, written as the first board of a call.
%   Form is form(Text, Each, Second): each answer is one board or all; a square may begin with the row.
written(form(Text, Each, Second), Squares, Board) :-
    program(All), longest(Limit), read_call(Text, Goal, S),
    run(All, (Goal, harness:labelled(S), ground(S), S \== [], nb_setval(answer, S)), plain, Limit, found),
    nb_getval(answer, Answer0), ( Each == all -> Answer0 = [Answer|_] ; Answer = Answer0 ),
    (   Answer = [Row|_], integer(Row) -> pairs_values(Squares, Board)
    ;   atomic(Answer) -> pairs_values(Squares, Rows), digits(Answer, Rows, Board)
    ;   Other is 1-Second, transpose_pairs(Squares, Turned),      % in the order of the rows
        member(Key-Keyed, [Second-Squares, Other-Turned]),
        maplist(square(Key, Make), Answer, Keys, _), msort(Keys, Sorted),
        ( Keys == Sorted -> Ordered = Keyed ; reverse(Sorted, Keys), reverse(Keyed, Ordered) ), !,
        pairs_keys_values(Ordered, Ks, Vs), maplist(square(Key, Make), Board, Ks, Vs)
    ).
digits(Text, Rows, Board) :-
    string_codes(Text, Codes), foldl(digit, Codes, Given, Rows, []),
    ( atom(Text) -> atom_codes(Board, Given) ; string_codes(Board, Given) ).
digit(Code, Digit, [Row|Rows], Rows) :- code_type(Code, digit), !, Digit is 0'0 + Row.
digit(Code, Code, Rows, Rows).
square(Second, Make, Square, Column, Row) :-
    ( Second =:= 1 -> Parts = [Row, Column] ; Parts = [Column, Row] ),
    ( nonvar(Make) -> true ; is_list(Square) -> Make = list ; functor(Square, F, 2), Make = term(F) ),
    ( Make = term(Name) -> Square =.. [Name|Parts] ; Square = Parts ).

%   missing(+Text, +Wanted, +Limit, -Facts): the call answers nothing (none), or not this board:
%   one(Board), where each answer is one, or all(Board).
missing(Text, Wanted, Limit, Facts) :-
    program(All), read_call(Text, Goal, S),
    (   Wanted = none, member(Form-Query, [none-Goal, filled-(Goal, S = [_|_])]), B = [],
        \+ ( Goal =.. [F, X, Y], Exchanged =.. [F, Y, X], run(All, Exchanged, plain, 100_000, found) )
    ;   Wanted = one(B), copy_term(Goal-S, Query-B), Form = is
    ;   Wanted = one(B), Query = (Goal, harness:labelled(S), S = B), Form = equals
    ;   Wanted = all(B), Query = (Goal, member(B, S)), Form = member
    ),
    run(All, Query, plain, Limit, failed), !,
    retractall(seen(_, _, _)),
    statistics(inferences, I0), run(All, Query, learning, Limit, failed), statistics(inferences, I1),
    Most is max(20_000, min(10*(I1-I0), I1-I0+500_000)),
    findall(Cut, needless_cut(All, Query, Cut), Cuts),
    smallest(missing, Query, Most, All, Part),
    ( failed_in(Part, Query, Limit, Failed) -> true ; Failed = [] ),
    facts(Query, Form-B, All, Part, Limit, [Cuts, [], Failed, []], Facts).

%   failed_in(+Part, +Query, +Limit, -Failed): the only test that was false in the run of a part without
%   negations and conditions, with the call of the clause in which it stands.
failed_in(Part, Query, Limit, [[Text, From, To, Numbers]]) :-
    \+ ( member(c(_, _, _, T, _), Part), within(T, node(_, _, _, Inner, _)), member(in(_, Signs, _), Inner),
         Signs \== [+] ),
    retractall(noted(_, _, _, _)), b_setval(way, []), run(Part, Query, traced, Limit, failed),
    findall(Id-Values, noted(_, Id, false, Values), [Id-Values]), span(Id, From, To), nb_getval(head_of_false, Head),
    findall([Name, V], ( member(Name0=V, Values), integer(V), atom_string(Name0, Name) ), Numbers),
    with_output_to(string(Text), print_term_of(Head)).

print_term_of(Head) :-
    copy_term(Head, Shown), term_variables(Shown, Vs), maplist(=('_'), Vs),
    write_term(Shown, [module(student), quoted(false), spacing(next_argument)]).

%   needless_cut(+All, +Query, -Edit): without this cut alone the query is answered.
needless_cut(All, Query, Edit) :-
    reached(All, Query, Reached), simpler(cut, Reached, All, Id, Part),
    run(Part, Query, plain, 300_000, found),
    member(c(_, _, _, T, _), Part), edit(T, Id, Edit).

%   ending(+Text, -Facts): the call has not ended after so many inferences.
ending(Text, Facts) :-
    program(All), read_call(Text, Goal, _),
    member(Limit, [3_000_000, 300_000, 100_000]),   % with fewer, no stack is full
    run(All, (Goal, fail), plain, Limit, limit), !,
    smallest(ending, Goal, 50_000, All, Part),
    first_calls(Part, Goal, Calls),
    facts(Goal, none-[], All, Part, Limit, [[], [], [], Calls], Facts).

%   first_calls(+Part, +Goal, -Texts): the first three calls of the predicate that is called most often.
first_calls(Part, Goal, Texts) :-
    retractall(noted_call(_)), flag(calls, _, 0), run(Part, (why:calling(Goal), Goal, fail), calls, 50_000, _),
    findall(C, noted_call(C), Calls), maplist([C, N/A]>>functor(C, N, A), Calls, Names),
    findall(K-P, ( sort(Names, Each), member(P, Each), aggregate_all(count, member(P, Names), K) ), Counted),
    (   keysort(Counted, Sorted), last(Sorted, K-(Name/Arity)), K > 20, functor(General, Name, Arity),
        \+ ( member(c(_, _, _, T, _), Part), within(T, node(_, M, G, [], _)), named(G, M, +, Name/Arity, _),
             \+ functor(G, Name, Arity) ),           % such calls are not seen
        findall(Text, limit(3, ( member(General, Calls), with_output_to(string(Text), print_term_of(General)) )), Texts0)
    ->  Texts = Texts0 ; Texts = []
    ).

calling(G) :-
    ( flag(calls, N, N+1), N < 200 -> copy_term_nat(G, Copy), assertz(noted_call(Copy)) ; true ).

%   twice(+Text, -Facts): an answer that comes twice, or its squares in another order (order), and the
%   places where the two ways part.
twice(Text, Facts) :-
    program(All), longest(Limit), read_call(Text, Goal, S), retractall(answered(_, _)),
    traced_run(All, (Goal, harness:labelled(S), why:again(S)), Limit),
    nb_getval(again, [Form, Answer, Way1, Way2]),
    ( Form == order -> first_parting(Way1, Way2, Id1, Id2) ; parting(Way1, Way2, Id1, Id2) ), span(Id1, From1, _), span(Id2, From2, _),
    ( Form == twice -> Same = (S == Answer) ; Same = msort(S, Answer) ),
    Query = (Goal, harness:labelled(S), Same), reached(All, Query, Reached),
    findall(P, ( member(Way, [Way1, Way2]), member(clause(Id), Way), member(C, All), C = c(Id, _, _, _, _), name_of(C, P) ),
            Seen),                                 % the others may be called in a forall
    include(used_on([Way1, Way2], Reached, Seen), All, Part),
    facts(Query, Form-Answer, All, Part, Limit, [[], [From1, From2], [], []], Facts).

again(Answer) :-
    way(Way), ( Answer = [Square|_], compound(Square), is_list(Answer) -> msort(Answer, Key) ; Key = Answer ),
    (   answered(Key, Answer0-Way0)
    ->  ( Answer0 == Answer -> nb_setval(again, [twice, Answer, Way0, Way])
        ; nb_setval(again, [order, Key, Way0, Way]) )
    ;   assertz(answered(Key, Answer-Way)), fail
    ).

parting([A|As], [B|Bs], IdA, IdB) :-
    arg(1, A, Id1), arg(1, B, Id2),
    ( Id1 == Id2, parting(As, Bs, IdA, IdB) -> true ; A \== B, IdA = Id1, IdB = Id2 ).

first_parting([A|As], [B|Bs], IdA, IdB) :-
    ( A \== B -> arg(1, A, IdA), arg(1, B, IdB) ; first_parting(As, Bs, IdA, IdB) ).

used_on(Ways, Reached, Seen, c(Id, M, H, T, _)) :-
    name_of(c(Id, M, H, T, _), P),
    ( member(Way, Ways), memberchk(clause(Id), Way) ; live_cut(T) ; \+ memberchk(P, Seen) ; memberchk(P-(-), Reached) ), !.

%   tests(+Form, +Boards, -Facts): the tests on the way to each board Text-Squares, which is an answer:
%   [Place, Outcome, Values]. Then the places of the clauses, and 1 if there may be other tests.
tests(Form, Boards, [Ways, Clauses, Hides]) :-
    program(All), ( hides(All) -> nb_setval(hides, 1) ; nb_setval(hides, 0) ),
    maplist(tests_for(All, Form), Boards, Ways), nb_getval(hides, Hides),
    findall([From, To, 0, []], ( member(c(Id, _, _, _, _), All), span(Id, From, To) ), Clauses).

tests_for(All, Form, Text-Squares, Tests) :-
    read_call(Text, Goal, S), written(Form, Squares, Board),
    traced_run(All, (Goal, harness:labelled(S), S == Board, why:way(W), nb_setval(way_to, W)), 1_000_000),
    nb_getval(way_to, Way),
    ( ( member(goal(_, test, _, Vs), Way), member(_=V0, Vs), \+ integer(V0) ; flag(notes, 50_000, 50_000) )
      -> nb_setval(hides, 1) ; true ),
    findall([From, Outcome, Numbers],
            ( member(goal(Id, test, Outcome, Values), Way), span(Id, From, _),
              findall([Name, V], ( member(Name0=V, Values), integer(V), atom_string(Name0, Name) ), Numbers) ),
            Tests).

%   hides(+Part): two numbers may be compared where that is not noted: by a library, in a list of all
%   answers, by a clause's head, or by = with a term.
hides(Part) :-
    member(c(_, _, Head, T, _), Part), ( repeats(Head, T) ; within(T, T1), \+ is_open(T1) ), !.

repeats(Head, T) :-
    term_variables(Head, Vs), member(V, Vs), occurrences_of_var(V, Head, N), N > 1,
    \+ ( T == true, Head =.. [_|As], member(A, As), atomic(A),
         aggregate_all(count, ( member(A1, As), A1 == V ), N) ).

within(T, T).
within(T, T2) :- below(T, T1), within(T1, T2).

is_open(node(_, _, G, [_|_], _)) :- functor(G, F, _), \+ memberchk(F, [findall, setof, bagof, forall, call]).
is_open(node(_, M, G, [], _)) :-
    nonvar(G), ( is_list(G) ; string(G) ; G == ! ; functor(G, F, A0), ( M == dcg -> A is A0+2 ; A = A0 ),
                 ( defined(F/A) ; F == (=), G =.. [_|As], \+ ( member(T, As), is_data(T) ) ; no_test(F) ; is_test(G) ) ).
is_open(T) :- T \= node(_, _, _, _, _).

is_data(T) :- compound(T), \+ ( functor(T, F, 2), memberchk(F, [+, -, *]) ).
no_test(F) :-
    memberchk(F, [is, between, numlist, length, select, permutation, reverse, succ, plus,
                  sum_list, max_list, ins, in, label, labeling, dif, fail, false, true]).

%   facts(+Query, +Form-Value, +All, +Part, +Limit, +Special, -Facts): what the suite makes a program
%   and a call of, which show the fault by themselves.
facts(Query, Form-Value, All, Part0, Limit, Special, [FormText, Text, Limit, Goals, Headers, Without, Clauses|Special]) :-
    reached(Part0, Query, Reached),
    findall(C, ( member(C, Part0), name_of(C, P), memberchk(P-_, Reached) ), Part),
    aggregate_all(count, ( member(c(_, _, _, T, _), All), leaf(T) ), Goals),
    findall([From, To], header(From, To), Headers),
    aggregate_all(set(Name), ( member(P-_, Reached), \+ clause_of(P, Part, _), format(string(Name), "~q", [P]) ),
                  Without),
    findall([From, To, Kept, Edits],
            ( member(c(Id, _, _, T, _), Part), span(Id, From, To), aggregate_all(count, leaf(T), Kept),
              findall(E, edit(T, _, E), Edits) ), Clauses),
    atom_string(Form, FormText),
    with_output_to(string(Text), write_term(Value, [module(student), quoted(true), spacing(next_argument)])).

below(and(A, B), T) :- ( T = A ; T = B ).
below(node(_, _, _, Inner, _), T) :- member(in(_, _, T), Inner).
leaf(T) :- ( T = node(_, _, _, [], _) ; below(T, T1), leaf(T1) ).

%   edit(+Tree, -Id, -Edit): [From, To, Text] puts Text in the place of the goal.
edit(T, Id, [From, To, Text]) :-
    T =.. [Way, Id, M], span(Id, From, To),
    memberchk(Way/M-Text, [gone/rule-"true", gone/dcg-"[]", gone/unless-"true, ",
                           stop/rule-"false", stop/dcg-"{false}", stop/unless-"false, "]).
edit(T, Id, E) :- below(T, T1), edit(T1, Id, E).

% ---------------------------------------------------------------------- the run of an answer
%   A traced program notes the clauses that it enters and the goals that are true. What a negation or a
%   condition has tried is noted apart, and counts as soon as that is over.
traced_run(All, Query, Limit) :-
    retractall(noted(_, _, _, _)), b_setval(way, []), run(All, Query, traced, Limit, found).

traced(Id, G, [], Names, X) :- !,
    (   ( G == ! ; functor(G, Name, Arity), defined(Name/Arity) ) -> X = G
    ;   include(stands_in(G), Names, Values), memberchk(head=Head, Names), X = why:noted_goal(Id, Values, Head, G)
    ).
traced(_, ((C -> A) ; B), _, _, X) :- !, X = (why:mark(N), ( C -> why:since(N), A ; why:since(N), B )).
traced(_, (C -> A), _, _, X) :- !, X = (why:mark(N), ( C -> why:since(N), A )).
traced(_, G, Inner, _, X) :- ( Inner = [in(_, [-], _)|_] -> X = (why:mark(N), G, why:since(N)) ; X = G ).

stands_in(G, _=V) :- occurrences_of_var(V, G, N), N > 0.

noted_goal(Id, Values, Head, G) :-
    nb_getval(part, M), ( is_test(G) -> Kind = test ; Kind = goal ),
    (   M:G *-> note(Kind, Id, true, Values), step(goal(Id, Kind, true, Values))
    ;   note(Kind, Id, false, Values), ( Kind == test -> nb_setval(head_of_false, Head) ; true ), fail
    ).

is_test(G) :-
    functor(G, F, 2), memberchk(F, [=:=, =\=, <, >, =<, >=, ==, \==, \=, dif, #\=, #<, #>, #=<, #>=]).
is_test(L is _) :- nonvar(L).
is_test(A = B) :- ground(A), ground(B).

step(E) :- b_getval(way, Way), b_setval(way, [E|Way]).
way(Way) :- b_getval(way, Back), reverse(Back, Way).
mark(N) :- flag(notes, N, N).
note(Kind, Id, Outcome, Values) :-
    ( Kind == test, flag(notes, N, N+1), N < 50_000 -> assertz(noted(N, Id, Outcome, Values)) ; true ).

since(N0) :-
    flag(notes, N1, N1), Last is N1-1,
    findall(goal(Id, test, Outcome, Values), ( between(N0, Last, N), noted(N, Id, Outcome, Values) ), Notes),
    maplist(step, Notes).
