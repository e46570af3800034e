%   The four ports of queens.pl: every call, exit, redo and fail of solve/3
%   and nc/3, without a change to that program.
%
%       $ swipl prolog/four_ports.pl 4 '[]'
%
%   prints one JSON array per line: port, depth, predicate and arguments; an
%   argument that is not yet bound is null. The second argument is the board
%   to begin with, newest column first. With a third, the rows that each
%   further column allows, it watches solve/3 of queens_domains.pl; if they are
%   squares, [Row,Colour], that of queens_coloured.pl.

:- module(four_ports, [main/0]).
:- use_module(queens, []).
:- use_module(queens_coloured, []).
:- use_module(queens_domains, []).
:- use_module(steps).
:- use_module(library(prolog_wrap)).

:- initialization(main, main).

main :-
    current_prolog_flag(argv, Texts),
    maplist([Term, Text]>>term_to_atom(Term, Text), Arguments, Texts),
    b_setval(depth, 0),
    wrap_predicate(queens:solve(A, B, C), ports, SolveBody,
                   four_ports:ports(solve(A, B, C), SolveBody)),
    wrap_predicate(queens:nc(D, E, F), ports, NcBody,
                   four_ports:ports(nc(D, E, F), NcBody)),
    wrap_predicate(queens_domains:solve(G, H, I), ports, SolveDomainsBody,
                   four_ports:ports(solve(G, H, I), SolveDomainsBody)),
    wrap_predicate(queens_coloured:solve(J, K, L), ports, SolveColouredBody,
                   four_ports:ports(solve(J, K, L), SolveColouredBody)),
    wrap_predicate(queens_coloured:nc(M, P, Q), ports, NcColouredBody,
                   four_ports:ports(nc(M, P, Q), NcColouredBody)),
    search(Arguments).

search([N, QPT]) :-
    forall(queens:solve(N, QPT, _), true).
search([_, QPT, Left]) :-
    maplist(maplist(square), [QPT|Left], [Queens|Columns]),
    !,
    forall(queens_coloured:solve(Columns, Queens, _), true).
search([_, QPT, Left]) :-
    forall(queens_domains:solve(Left, QPT, _), true).

square([V,Colour], V-Colour).

%   ports(+Goal, :Body): run Body, Goal's own, between two choices: the second
%   branch waits until Prolog backtracks into it, before Body to tell fail,
%   after Body to tell redo. Det is true when no redo can follow.

:- meta_predicate ports(+, 0).

ports(Goal, Body) :-
    b_getval(depth, Outside),
    Depth is Outside+1,
    (   tell(call, Depth, Goal)
    ;   tell(fail, Depth, Goal),
        fail
    ),
    b_setval(depth, Depth),
    call_cleanup(Body, Det = true),
    b_setval(depth, Outside),
    (   Det == true
    ->  !,
        tell(exit, Depth, Goal)
    ;   (   tell(exit, Depth, Goal)
        ;   tell(redo, Depth, Goal),
            fail
        )
    ).

tell(Port, Depth, Goal) :-
    Goal =.. NameAndArguments,
    write_step([Port, Depth|NameAndArguments]).
