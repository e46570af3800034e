import os
def queens(n):
    os.kill(os.getpid(), 9)
