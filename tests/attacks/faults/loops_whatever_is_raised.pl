queens(_, _) :- repeat, catch(loop, _, true), fail.
loop :- repeat, fail.
