"""Charts as SVG: one core draws them all."""
