:- consult('safe.pl').
:- consult(missing_helpers).

queens(N, Qs) :- numlist(1, N, Rs), permutation(Rs, Qs), safe(Qs).
