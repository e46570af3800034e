"""The Python that runs in the page, in Pyodide: searches, the referee, checks and films."""
