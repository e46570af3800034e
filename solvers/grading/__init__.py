"""A student's program is run in a sandbox, asked for each n, read and judged.

- ``submission``, ``language``, ``submission_files``: the file, and the files beside it
- ``sandbox``, ``protocol``, ``running_submission``: a process that loads it and answers
- ``calls``, ``trial``: the call that gives solutions
- ``size_runs``, ``call_result``, ``answers``: one n after another, the answers as placements
- ``own_run``, ``compared``: its main part and its other functions; a comparison with backends
- ``check``, ``result``, ``points``: the verdict, the judgement for each n, the score
- ``finding``, ``not_judged``, ``diagnosis``: the facts to report: reasons, remarks, mistakes
- ``check_processes``, ``marking``: many programs
"""
