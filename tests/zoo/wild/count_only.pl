count_queens(N, Count) :-
    findall(Qs, solution(N, Qs), All),
    length(All, Count).

solution(N, done) :- numlist(1, N, Rs), permutation(Rs, Qs), safe(Qs).

safe([]).
safe([Q|Qs]) :- ok(Q, Qs, 1), safe(Qs).
ok(_, [], _).
ok(Q, [P|Ps], D) :- Q - P =\= D, P - Q =\= D, D1 is D + 1, ok(Q, Ps, D1).
