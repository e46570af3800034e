"""The contract that every backend keeps, as tests for backends of the suite and of others.

    from solvers.testing import BackendContract
    from my_package.queens import BACKEND

    class TestMine(BackendContract):
        backend = BACKEND

Any pytest runs it, without a checkout of the suite, and so does ``queens contract``.
"""

from solvers.testing.contract import BackendContract

__all__ = ["BackendContract"]
