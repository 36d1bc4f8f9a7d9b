"""What several formats need between their own structures and ours: rigid trees, frame grids, names.

Imports core and text.
"""
