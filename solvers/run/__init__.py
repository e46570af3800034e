"""One backend, one process, its limits: a run."""
