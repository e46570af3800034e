"""Models in MiniZinc and ASP as submissions: their questions, their board, their faults.

A model has no functions. Its subject is the one array of variables, or the one predicate, with the
shape of a board, and the answers for n are its values in all solutions that the engine gives.
"""
