"""From strokes to tokens: even sampling, corners, loops, cuts. Imports ink."""
