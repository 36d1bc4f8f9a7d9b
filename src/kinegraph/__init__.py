"""Kinegraph: a motion studio. Perform, draw, generalize and key the movement of any character."""

__version__ = "0.1.0"
