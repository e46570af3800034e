"""A student's program is run in a sandbox, asked for each n, read and judged.

- ``submission``, ``language``, ``submission_files``: the file, and the files beside it
- ``sandbox``, ``protocol``, ``session``, ``answer``: a process that loads it and answers
- ``subject``, ``asking``: the call that is judged, put for one n after another
- ``returned``, ``printed``, ``models``, ``reading``: its values, text or variables as placements
- ``judgement``, ``verdict``, ``result``: the referee's word for each n, and the verdict
- ``mistakes``, ``diagnosis``, ``why``, ``repair``: what is found about the cause of a fault
- ``check``, ``compared``, ``marking``: one program, beside backends, and many
"""
