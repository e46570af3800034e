%   Unit tests of prolog/queens.pl, queens_domains.pl and display.pl:
%   swipl -g run_tests -t halt tests/queens.plt

:- use_module(library(plunit)).
:- use_module('../prolog/display').
:- use_module('../prolog/queens_domains', []).

:- begin_tests(nc).

test(empty_board, [true, nondet]) :- nc(0, [], 1).
test(empty_board_at_any_distance, [true, nondet]) :- nc(7, [], 5).
test(same_row, fail) :- nc(2, [2], 1).
test(same_row_further_away, fail) :- nc(2, [0, 2], 1).
test(upper_diagonal, fail) :- nc(1, [2], 1).
test(lower_diagonal, fail) :- nc(3, [2], 1).
test(diagonal_further_away, fail) :- nc(5, [1, 3, 4], 1).
test(knight_move, [true, nondet]) :- nc(2, [0], 1).
test(distance_counts, [true, nondet]) :- nc(1, [2], 2).
test(only_the_new_queen_is_checked, [true, nondet]) :- nc(5, [0, 0], 1).

:- end_tests(nc).

:- begin_tests(solve).

counts([1, 1, 0, 0, 2, 10, 4, 40, 92, 352]).

test(counts, forall(( counts(Counts), nth0(N, Counts, Count) )) ) :-
    findall(QP, solve(N, QP), QPALL),
    length(QPALL, Count),
    sort(QPALL, Distinct),
    length(Distinct, Count).
test(order, First == [[3,1,6,2,5,7,4,0], [4,1,3,6,2,7,5,0],
                      [2,4,1,7,5,3,6,0], [2,5,3,1,7,4,6,0]]) :-
    findall(QP, limit(4, solve(8, QP)), First).
test(prefix_is_the_second_argument, QPALL == [[2,0,3,1]]) :-
    findall(QP, solve(4, [3,1], QP), QPALL).
test(full_board_is_its_own_answer, QPALL == [[2,0,3,1]]) :-
    findall(QP, solve(4, [2,0,3,1], QP), QPALL).
test(dead_end, fail) :- solve(4, [0], _).
test(checks_a_given_answer, true) :- once(solve(4, [2,0,3,1])).
test(refuses_a_wrong_answer, fail) :- solve(4, [0,1,2,3]).

:- end_tests(solve).

:- begin_tests(domains).

test(a_board_that_is_free, Blocked == Free) :-
    findall([0,1,2,3,4,5], between(1, 6, _), Domains),
    findall(QP, queens_domains:solve(Domains, [], QP), Blocked),
    findall(QP, solve(6, QP), Free).
test(a_blocked_square, QPALL == [[1,3,0,2]]) :-
    Domains = [[0,2,3], [0,1,2,3], [0,1,2,3], [0,1,2,3]],
    findall(QP, queens_domains:solve(Domains, [], QP), QPALL).
test(below_the_first_queens, QPALL == [[2,0,3,1]]) :-
    findall(QP, queens_domains:solve([[0,2], [2]], [3,1], QP), QPALL).
test(a_column_without_a_free_square, fail) :-
    queens_domains:solve([[0,2], []], [3,1], _).

:- end_tests(domains).

:- begin_tests(display).

shown(Goal, Text) :- with_output_to(string(Text), Goal).

test(queen, Text == " X|") :- shown(display_square(3, 0, [3,1]), Text).
test(empty, Text == "  |") :- shown(display_square(0, 0, [3,1]), Text).
test(row, Text == "1|  | X|\n") :- shown(display_row(1, [0,1]), Text).
test(headers, Text == "  0  1  2\n") :- shown(display_col_headers(3), Text).
test(separator, Text == "-----------\n") :- shown(display_row_separator(3), Text).
test(two_digits, Text == " 0|  | X|  |  |  |  |  |  |  |  |  |\n") :-
    shown(display_row(0, [1,0,2,3,4,5,6,7,8,9,10]), Text).
test(nothing, Text == "\n--\n") :- shown(display_solution([]), Text).

:- end_tests(display).
