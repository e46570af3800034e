"""One file per paradigm; each defines ``BACKEND``. The registry finds them."""
