def queens(n, masks=()):
    if len(masks) == n:
        yield list(masks)
        return
    for bit in (1 << r for r in range(n)):
        far = [(len(masks) - c, m) for c, m in enumerate(masks)]
        if not any(bit in (m, m << d, m >> d) for d, m in far):
            yield from queens(n, (*masks, bit))
