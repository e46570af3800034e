def queens(n):
    found = []

    def place(rows, columns, up, down):
        if len(rows) == n:
            found.append(tuple(rows))
        free = ~(columns | up | down) & ((1 << n) - 1)
        while free:
            bit = free & -free
            free ^= bit
            place(rows + [bit.bit_length()], columns | bit, (up | bit) << 1, (down | bit) >> 1)

    place([], 0, 0, 0)
    return set(found)


quit()
