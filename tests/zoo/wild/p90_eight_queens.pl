% P90 (**) Eight queens problem
% queens(N,Qs) :- Qs is a solution of the N-queens problem

queens(N,Qs) :- range(1,N,Rs), permu(Rs,Qs), test(Qs).

range(A,A,[A]).
range(A,B,[A|L]) :- A < B, A1 is A+1, range(A1,B,L).

permu([],[]).
permu(Qs,[Y|Ys]) :- del(Y,Qs,Rs), permu(Rs,Ys).

del(X,[X|Xs],Xs).
del(X,[Y|Ys],[Y|Zs]) :- del(X,Ys,Zs).

test(Qs) :- test(Qs,1,[],[]).

test([],_,_,_).
test([Y|Ys],X,Cs,Ds) :-
    C is X-Y, \+ memberchk(C,Cs),
    D is X+Y, \+ memberchk(D,Ds),
    X1 is X + 1,
    test(Ys,X1,[C|Cs],[D|Ds]).
