%   The rules that fire while queens_chr.pl searches: that program is not
%   changed.
%
%       $ swipl prolog/chr_search.pl '[[0,1,2,3],[0,1,2,3],[0,1,2,3],[0,1,2,3]]'
%
%   prints one JSON array per line; the argument has the rows of each column:
%
%       ["label",C]       rule choose takes column C
%       ["queen",C,R]     and puts its queen into row R
%       ["in",C,Rows]     rule attack has left these rows for column C
%       ["back",C]        the queen of column C is taken away
%       ["solution"]      all columns have their queens

:- module(chr_search, [main/0]).
:- use_module(queens_chr, []).
:- use_module(steps).
:- use_module(library(prolog_wrap)).

:- initialization(main, main).

main :-
    current_prolog_flag(argv, [Text]),
    term_to_atom(Domains, Text),
    wrap_predicate(queens_chr:label(Next), watch, Label,
                   chr_search:told([label, Next], Label)),
    wrap_predicate(queens_chr:queen(Column, Row), watch, Queen,
                   chr_search:placed(Column, Row, Queen)),
    wrap_predicate(queens_chr:in(Other, Rows), watch, In,
                   chr_search:told([in, Other, Rows], In)),
    forall(queens_chr:queens(Domains, _), write_step([solution])).

:- meta_predicate
    told(+, 0),
    placed(+, +, 0).

told(Step, Body) :-
    write_step(Step),
    call(Body).

placed(C, R, Body) :-
    write_step([queen, C, R]),
    (   call(Body)
    ;   write_step([back, C]),
        fail
    ).
