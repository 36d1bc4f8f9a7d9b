"""Boxes, balls and trees, how they move, and the scene that they form. Imports ink."""
