:- use_module(library(clpfd)).

queens(N, Qs) :- length(Qs, N), Qs ins 1..N, all_different(Qs).
