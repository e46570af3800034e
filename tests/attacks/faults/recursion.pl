queens(N, Q) :- queens(N, Q), true.
