%   The steps of CLP(FD) while queens_clpfd.pl searches: neither that program
%   nor the library is changed.
%
%       $ swipl prolog/clpfd_search.pl 4
%
%   prints one JSON array per line:
%
%       ["select",C,QP]   labeling chooses column C; QP has null for a variable
%       ["decide",C,R]    and puts its queen into row R
%       ["domain",C,Rows] these rows are left for column C
%       ["without",C,R]   column C goes on without row R
%       ["solution",QP]   all columns have their queens
%
%   With a second argument, the rows that each column allows, it watches
%   queens_clpfd_domains.pl; if it has squares, [Row,Colour], in place of
%   rows, queens_clpfd_coloured.pl.

:- module(clpfd_search, [main/0]).
:- use_module(queens_clpfd, []).
:- use_module(queens_clpfd_coloured, []).
:- use_module(queens_clpfd_domains, []).
:- use_module(steps).
:- use_module(library(clpfd)).
:- use_module(library(prolog_wrap)).

:- initialization(main, main).

main :-
    current_prolog_flag(argv, Texts),
    maplist([Term, Text]>>term_to_atom(Term, Text), Arguments, Texts),
    Arguments = [N|_],
    length(QP, N),
    b_setval(board, QP),
    b_setval(selected, none),
    watch,
    forall(solution(Arguments, QP), write_step([solution, QP])).

solution([N], QP) :-
    queens_clpfd:solve(N, QP).
solution([_, Domains], QP) :-
    (   Domains = [[[_,_]|_]|_]
    ->  queens_clpfd_coloured:solve(Domains, QP)
    ;   queens_clpfd_domains:solve(Domains, QP)
    ).

%   Four steps of the library are watched: labeling selects a variable, takes
%   a value of its domain, goes on without that value, and a domain becomes
%   smaller. These predicates are private: SWI-Prolog 9.0.4 has them, and
%   another version may not.

watch :-
    wrap_predicate(clpfd:choice_order_variable(_, _, X, _, _, _, _), watch, Select,
                   clpfd_search:select(X, Select)),
    wrap_predicate(clpfd:order_dom_next(_, _, R), watch, Next,
                   clpfd_search:next(R, Next)),
    wrap_predicate(clpfd:neq_num(Y, T), watch, Without,
                   clpfd_search:without(Y, T, Without)),
    wrap_predicate(clpfd:fd_put(Z, Domain, _), watch, Put,
                   clpfd_search:put(Z, Domain, Put)).

:- meta_predicate
    select(?, 0),
    next(?, 0),
    without(?, ?, 0),
    put(?, ?, 0).

select(X, Body) :-
    (   column(X, C)
    ->  b_setval(selected, C),
        b_getval(board, QP),
        write_step([select, C, QP])
    ;   true
    ),
    call(Body).

next(R, Body) :-
    call(Body),
    b_getval(selected, C),
    write_step([decide, C, R]).

without(X, R, Body) :-
    (   column(X, C)
    ->  write_step([without, C, R])
    ;   true
    ),
    call(Body).

put(X, Domain, Body) :-
    (   column(X, C),
        clpfd:domain_to_list(Domain, Rows)
    ->  write_step([domain, C, Rows])
    ;   true
    ),
    call(Body).

%   column(?X, -C): X is the variable of column C; the board has the newest
%   column first.

column(X, C) :-
    b_getval(board, QP),
    nth0(I, QP, V),
    V == X,
    var(X),
    !,
    length(QP, N),
    C is N-1-I.
