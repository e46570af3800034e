SIZE = 8
board = []
def init():
    global board
    board = [[0 for i in range(SIZE)] for j in range(SIZE)]
def attacked(x, y):
    for i in range(SIZE):
        for j in range(SIZE):
            if board[i][j] == 1 and (i == x or j == y or abs(i-x) == abs(j-y)): return True
    return False
count = 0
def place(row):
    global count
    if row == SIZE:
        count += 1
        print("Solution %d:" % count)
        for r in board:
            print("|" + "|".join("Q" if x else "_" for x in r) + "|")
        return
    for col in range(SIZE):
        if not attacked(row, col):
            board[row][col] = 1
            place(row+1)
            board[row][col] = 0
if __name__ == "__main__":
    init()
    place(0)
    print("Number of solutions:", count)
