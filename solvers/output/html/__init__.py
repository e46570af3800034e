"""Reports as HTML pages: what builds them, and their templates, style and scripts."""
