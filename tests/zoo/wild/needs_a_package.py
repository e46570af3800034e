from constraint import AllDifferentConstraint, Problem


def queens(n):
    problem = Problem()
    problem.addVariables(range(n), range(n))
    problem.addConstraint(AllDifferentConstraint())
    return problem.getSolutions()
