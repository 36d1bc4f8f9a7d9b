"""A character as generalized motion sees it: anatomy, legs, deforms.

Nothing here moves. Imports core and characters.
"""
