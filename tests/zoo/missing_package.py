import a_solver_that_nobody_has


def queens(n):
    return a_solver_that_nobody_has.solve(n)
