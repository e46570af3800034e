def queens(n):
    while True:
        print("still searching")
