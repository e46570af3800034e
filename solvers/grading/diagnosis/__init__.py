"""What is probably wrong with a program."""
