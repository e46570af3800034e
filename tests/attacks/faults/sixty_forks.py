import os, time
def queens(n):
    for _ in range(60):
        if os.fork() == 0:
            time.sleep(99)
            os._exit(0)
    time.sleep(99)
