queens(N, QP) :- between(1, N, QP.
