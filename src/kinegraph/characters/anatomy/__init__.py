"""Anatomy of imported rigs, guessed from names, shape and hierarchy. Imports core."""
