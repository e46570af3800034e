"""A student's program is run in a sandbox, asked for each n, read and judged.

- ``submission``, ``language``, ``submission_files``: the file, and the files beside it
- ``sandbox``, ``protocol``, ``session``, ``answer``: a process that loads it and answers
- ``subject``, ``asking``: the call that is judged, put for one n after another
- ``returned``, ``printed``: its values or its text as placements
- ``check``, ``result``, ``points``: the verdict, the judgement for each n, the score
- ``mistakes``, ``diagnosis``: the probable mistake
- ``compared``, ``marking``: a comparison with backends; many programs
"""
