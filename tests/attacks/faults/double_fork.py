import os, time
def queens(n):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(99)
        os._exit(0)
    time.sleep(99)
