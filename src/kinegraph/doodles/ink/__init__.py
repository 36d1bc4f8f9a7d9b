"""Strokes, the camera that they are drawn through, and ribbons of ink. Imports core."""
