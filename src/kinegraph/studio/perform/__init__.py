"""Perform in the studio: sets, posing, takes and layers. Imports running."""
