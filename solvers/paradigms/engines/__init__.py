"""One model on many constraint engines: three all-different constraints, a page for each engine."""
