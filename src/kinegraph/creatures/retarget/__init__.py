"""Retargeting: captured clips as general animations. Imports every room before it."""
