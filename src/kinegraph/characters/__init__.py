"""Characters: the built-in cast, body plans, clay skins, the anatomy of imported rigs, rendering.

Imports core and formats.
"""
