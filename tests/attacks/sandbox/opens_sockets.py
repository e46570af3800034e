"""Opens sockets of every family that there may be, and sends to addresses from a pair of them."""

import socket

SOLUTIONS = [[1, 3, 0, 2], [2, 0, 3, 1]]
NOBODY = "/run/nobody.socket"


def queens(n):
    for family in range(1, 46):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
            try:
                one = socket.socket(family, kind)
            except OSError:
                continue
            print("ESCAPED family", family, kind)
            one.close()
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.send(b"x")
    if other.recv(1) != b"x":
        print("ESCAPED: a pair of sockets is of no use")
    for attempt in (
        lambda: one.connect(NOBODY),
        lambda: one.sendto(b"x", NOBODY),
        lambda: one.sendmsg([b"x"], [], 0, NOBODY),
        lambda: one.bind("\0queens-nobody"),
    ):
        try:
            attempt()
            print("ESCAPED")
        except PermissionError:
            pass
        except OSError as error:  # nobody is there, but somebody could be
            print("ESCAPED", error)
    return SOLUTIONS
