def queens(n):
    count = 0

    def put(row, cols, down, up):
        nonlocal count
        if row == n:
            count += 1
            return
        for c in range(n):
            if not (cols >> c & 1 or down >> (row + c) & 1 or up >> (row - c + n) & 1):
                put(row + 1, cols | 1 << c, down | 1 << (row + c), up | 1 << (row - c + n))

    put(0, 0, 0, 0)
    print("The number of solutions for", n, "queens is", count)
