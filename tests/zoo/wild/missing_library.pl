:- use_module(library(no_such_library)).

queens(N, Qs) :- frobnicate(N, Qs).
