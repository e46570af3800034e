%   queens.pl run by swipl itself: all solutions into one list, nothing transferred.
%   Usage: swipl findall.pl -- QUEENS N     Prints: COUNT SECONDS

:- initialization(main, main).

main([Queens, Size]) :-
    term_to_atom(N, Size),
    load_files(Queens, []),
    get_time(Start),
    findall(QP, queens:solve(N, QP), QPs),
    get_time(End),
    length(QPs, Count),
    Seconds is End-Start,
    format("~d ~6f~n", [Count, Seconds]).
