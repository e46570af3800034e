"""How the suite and the four harnesses talk to each other."""
