def queens(n):
    for _ in range(10**6):
        print('x' * 1000)
