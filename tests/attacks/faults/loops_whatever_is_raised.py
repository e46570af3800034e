import signal
for s in (2, 15, 1, 10):
    signal.signal(s, signal.SIG_IGN)
def queens(n):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
