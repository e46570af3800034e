import sys

def safe(board, row, col):
    for r in xrange(row):
        if board[r] == col or abs(board[r] - col) == row - r:
            return False
    return True

def queens(n):
    result = []
    board = [0] * n
    def place(row):
        if row == n:
            result.append(board[:])
            return
        for col in xrange(n):
            if safe(board, row, col):
                board[row] = col
                place(row + 1)
    place(0)
    return result

if __name__ == '__main__':
    for one in queens(8):
        print one
    print "found", len(queens(8))
