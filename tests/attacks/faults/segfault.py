import ctypes
def queens(n):
    ctypes.string_at(0)
