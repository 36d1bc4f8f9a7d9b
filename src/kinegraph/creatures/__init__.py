"""Generalized motion: keyed once, played with its style on bodies nobody has seen."""
