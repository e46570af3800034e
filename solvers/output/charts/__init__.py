"""Charts as SVG; ``chart.py`` has the parts that all charts share."""
