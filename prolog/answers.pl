%   The answers of a solve as text, for a program in another language.

:- module(answers, [answers/4]).

%!  answers(+Goal, ?QP, +Size, -Text) is nondet.
%
%   Text is a list of answers QP of Goal, which names its module. The first
%   Text has one answer, each further one has Size. The caller reads a text
%   much faster than it could copy lists of numbers.
%
%   findnsols/4 looks into Next for the number of answers of the next list.
%   nb_setarg/3 changes that number for good: backtracking does not undo it.

answers(Goal, QP, Size, Text) :-
    Next = count(1),
    findnsols(Next, QP, Goal, QPs),
    nb_setarg(1, Next, Size),
    term_string(QPs, Text).
