"""Limits on the numbers that a document accepts."""

FARTHEST = 1e4  # distance of a place from the origin [m]
