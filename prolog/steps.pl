%   The steps of a search that is watched, as a JSON array a line.

:- module(steps, [tell/1]).

%!  tell(+Step) is det.
%
%   Print a step: its name, then its arguments.

tell([Name|Arguments]) :-
    maplist(term_to_atom, Arguments, Texts),
    format(atom(Quoted), "\"~w\"", [Name]),
    atomic_list_concat([Quoted|Texts], ',', Text),
    format("[~w]~n", [Text]).
