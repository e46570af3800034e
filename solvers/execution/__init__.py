"""One backend, one process, its limits: a run."""

from solvers.install_hint import why_not_here

if reason := why_not_here():  # before any import that fails there and does not say why
    raise ImportError(reason)
