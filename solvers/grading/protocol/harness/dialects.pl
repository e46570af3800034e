%   What other Prologs have, in terms of SWI-Prolog's clpfd.

:- module(dialects,
          [ fd_domain/3, fd_domain/2, fd_all_different/1, fd_labeling/1, fd_labeling/2,
            fd_labelingff/1, fd_domain_bool/1, domain/3, alldifferent/1, '::'/2,
            use_rendering/1, use_rendering/2, use_package/1, lib/1,
            op(700, xfx, ::)
          ]).
:- use_module(library(clpfd)).

%   GNU Prolog.

fd_domain([], _, _) :- !.
fd_domain(Variables, Low, High) :-
    is_list(Variables),
    !,
    Variables ins Low..High.
fd_domain(Variable, Low, High) :-
    Variable in Low..High.

fd_domain(Variables, Values) :-
    foldl([Value, Domain0, Domain]>>( Domain0 == none -> Domain = Value ; Domain = Domain0\/Value ),
          Values, none, Domain),
    ( is_list(Variables) -> Variables ins Domain ; Variables in Domain ).

fd_domain_bool(Variables) :-
    fd_domain(Variables, 0, 1).

fd_all_different(Variables) :-
    all_different(Variables).

fd_labeling(Variables) :-
    ( is_list(Variables) -> label(Variables) ; label([Variables]) ).

fd_labeling(Variables, _) :-
    fd_labeling(Variables).

fd_labelingff(Variables) :-
    labeling([ff], Variables).

%   SICStus and ECLiPSe.

domain(Variables, Low, High) :-
    Variables ins Low..High.

alldifferent(Variables) :-
    all_different(Variables).

Variables :: Low..High :-
    fd_domain(Variables, Low, High).

%   What has no meaning without a screen, or loads what is there anyhow.

use_rendering(_).
use_rendering(_, _).
use_package(_).
lib(_).
