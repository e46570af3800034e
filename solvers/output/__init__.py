"""The only place that formats: text, JSON, CSV, HTML."""
