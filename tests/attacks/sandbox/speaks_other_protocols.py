"""Tries sockets of every family and protocol that leads out of the machine."""

import socket

MPTCP = 262


def queens(n):
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_PACKET):
        for kind, protocol in (
            (socket.SOCK_STREAM, 0),
            (socket.SOCK_STREAM, MPTCP),
            (socket.SOCK_DGRAM, 0),
            (socket.SOCK_RAW, 0),
        ):
            try:
                opened = socket.socket(family, kind, protocol)
            except OSError:
                continue
            print("ESCAPED", family, kind, protocol)
            opened.close()
    return [[1, 3, 0, 2], [2, 0, 3, 1]]
