"""Following: poses of a character that looks at a point, breathes and keeps its feet in place.

Imports core and, from characters, what a plan's character is made of.
"""
