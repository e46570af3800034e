%   The answers of a solve as text, for a program in another language.

:- module(answers, [answers/4]).

%!  answers(+Goal, ?QP, +Size, -Text) is nondet.
%
%   Text is a list of the answers QP of Goal, which names its module: of the
%   first one alone, then of Size at a time. Written out, they cost nothing
%   beside findall/3; the caller would take much longer to copy lists of
%   numbers.

answers(Goal, QP, Size, Text) :-
    Next = count(1),
    findnsols(Next, QP, Goal, QPs),
    nb_setarg(1, Next, Size),
    term_string(QPs, Text).
