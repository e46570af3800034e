"""Ends its process with the exit code of success, before it has answered."""
import os

os._exit(0)
