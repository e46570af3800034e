"""Never comes to the end of its own file."""

while True:
    pass
