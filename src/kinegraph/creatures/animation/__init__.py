"""Motion that belongs to no body: contexts, channels, movement modes, Hermite curves, motion files.

Imports body.
"""
