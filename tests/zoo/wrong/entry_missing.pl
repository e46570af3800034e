place(A, A).
