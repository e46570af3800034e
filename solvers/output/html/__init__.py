"""Reports as HTML pages: their builders, templates, style and scripts."""
