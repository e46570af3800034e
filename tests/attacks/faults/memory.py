def queens(n):
    a = []
    while len(a) < 300:
        a.append(bytearray(b'x') * (1 << 23))
