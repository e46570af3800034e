"""The contract of the backend that ``queens contract`` checks, as pytest collects it."""

from __future__ import annotations

import os

from solvers import registry
from solvers.testing.contract import BackendContract

SOURCE, SECONDS = "QUEENS_CONTRACT_BACKEND", "QUEENS_CONTRACT_SECONDS"
"""The environment variables that name the backend, and how long each check may take."""

if SOURCE in os.environ:

    class TestBackend(BackendContract):
        """The backend keeps the contract."""

        backend = registry.find(os.environ[SOURCE])
        check_seconds = float(os.environ[SECONDS])
