"""It keeps the contract of all backends."""

from dancing_links.queens import BACKEND

from solvers.testing import BackendContract


class TestDancingLinks(BackendContract):
    backend = BACKEND
