%   The answers of a solve/3 as text, for a program in another language.

:- module(answers, [answers/5]).

%!  answers(+Module, +N, +QPT, +Size, -Text) is nondet.
%
%   Text is a list of answers of Module:solve(N, QPT, QP): of the first one
%   alone, then of Size at a time. Written out, they cost nothing beside
%   findall/3; the caller would take much longer to copy lists of numbers.

answers(Module, N, QPT, Size, Text) :-
    Next = count(1),
    findnsols(Next, QP, Module:solve(N, QPT, QP), QPs),
    nb_setarg(1, Next, Size),
    term_string(QPs, Text).
