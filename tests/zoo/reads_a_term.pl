:- write('Size, with a full stop: '), read(Size), Last is Size-1, numlist(0, Last, Rows),
   forall(( permutation(Rows, Board),
            \+ ( nth0(A, Board, X), nth0(B, Board, Y), A < B, abs(X-Y) =:= B-A ) ),
          ( print(Board), nl )).
