%   The steps of a search that is watched, one JSON array per line.

:- module(steps, [write_step/1]).

%!  write_step(+Step) is det.
%
%   Print a list of words, numbers and lists of numbers. A variable is null.

write_step(Step) :-
    maplist(json, Step, Texts),
    atomic_list_concat(Texts, ',', Text),
    format("[~w]~n", [Text]).

json(Item, null) :-
    var(Item),
    !.
json(Word, Text) :-
    atom(Word),
    !,
    format(atom(Text), "\"~w\"", [Word]).
json(Item, Text) :-
    term_to_atom(Item, Text).
