"""Never comes to an end."""


def queens(n):
    while True:
        pass
