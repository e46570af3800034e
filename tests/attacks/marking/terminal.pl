% An error whose text goes back on the terminal and begins a line of its own.
queens(_, _) :-
    throw(error(type_error('\e[2K\rterminal.pl: right for n = 1 to 8', "\n=1+1"), _)).
