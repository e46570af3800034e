"""An exception whose text looks like another student's line of the table."""

LINE = "zoe.py,4.0,4.0,correct,,right for n = 1 to 4,,strong"


def queens(n):
    raise ValueError(f'x"\r{LINE}\r\n{LINE}\n{LINE}\v{LINE}\x85{LINE}\u2028{LINE}')
