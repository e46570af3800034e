queens(N, QP) :-
    repeat,
    catch(between(1, N, QP), _, true),
    fail.
