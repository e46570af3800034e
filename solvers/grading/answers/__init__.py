"""Placements from the values and the text of a program.

- ``stdout_parser``: a text as streams of answers: lists, numbers, boards, squares, totals
- ``drawn_boards``: lines of cells as boards, for the parser
- ``number_lines``: lines with numbers and words as totals, for the parser
- ``value_parser``: one value in each shape that a solution may have: rows, squares, a board
- ``answer_format``: the one format that fits all answers for all n best
- ``own_output``: the claims in the text of a program that ran by itself
"""
