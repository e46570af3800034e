%   The steps of a search that is watched, one JSON array per line.

:- module(steps, [write_step/1]).

%!  write_step(+Step) is det.
%
%   Print a list of words, numbers and lists. A variable is null, and V-Colour
%   is text.

write_step(Step) :-
    json(Step, Text),
    format("~w~n", [Text]).

json(Item, null) :-
    var(Item),
    !.
json(Items, Text) :-
    is_list(Items),
    !,
    maplist(json, Items, Texts),
    atomic_list_concat(Texts, ',', Joined),
    format(atom(Text), "[~w]", [Joined]).
json(Word, Text) :-
    (   atom(Word)
    ;   Word = _-_
    ),
    !,
    format(atom(Text), "\"~w\"", [Word]).
json(Item, Text) :-
    term_to_atom(Item, Text).
