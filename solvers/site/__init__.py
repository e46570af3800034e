"""The suite as a page: a folder for any web server, or one HTML file that needs nothing else."""
