"""Steps between the structures of several formats and ours: rigid trees, frame grids, names.

Imports core and text.
"""
