"""The creature: a character with its anatomy, legs, deforms and goals.

Nothing here moves. Imports core and characters.
"""
