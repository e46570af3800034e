"""Models in MiniZinc and ASP as submissions: what is asked, which variable is the board, and why.

A model has no functions. Its subject is the one array of variables, or the one predicate, with the
shape of a board, and the answers for n are its values in all solutions that the engine gives.
"""
