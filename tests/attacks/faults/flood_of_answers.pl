queens(_, [0,0,0,0]) :- repeat.
