import asyncio


async def queens(n):
    found = []

    async def place(board):
        row = len(board)
        if row == n:
            found.append(dict(board))
            return
        for col in range(n):
            if all(c != col and abs(c - col) != row - r for r, c in board.items()):
                await place({**board, row: col})

    await place({})
    return found
