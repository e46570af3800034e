def count_queens(n: int) -> int:
    count = 1
    cols, diag1, diag2 = set(), set(), set()

    def place(row: int) -> None:
        nonlocal count
        if row == n:
            count += 1
            return
        for col in range(n):
            if col in cols or row + col in diag1 or row - col in diag2:
                continue
            cols.add(col), diag1.add(row + col), diag2.add(row - col)
            place(row + 1)
            cols.remove(col), diag1.remove(row + col), diag2.remove(row - col)

    place(0)
    return count


if __name__ == "__main__":
    for size in range(4, 9):
        print(f"N={size}: {count_queens(size)}")
