"""One file a paradigm; each defines ``BACKEND``. The registry finds them."""
