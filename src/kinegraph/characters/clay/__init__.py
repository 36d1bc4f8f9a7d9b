"""Clay skins: a smooth surface over a body plan's bones, with its weights and colours.

Imports core and, from characters, body plans, shapes and colours.
"""
