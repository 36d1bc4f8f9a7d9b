"""Bezier curves through chosen frames, and how far they play from the original.

Imports core and selection.
"""
