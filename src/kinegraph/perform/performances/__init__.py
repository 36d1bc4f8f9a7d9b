"""Recorded layers and the clips that they give. Imports sets and playing."""
