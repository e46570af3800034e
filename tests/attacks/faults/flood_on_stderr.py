import sys
def queens(n):
    for _ in range(10**6):
        sys.stderr.write('x' * 1000)
