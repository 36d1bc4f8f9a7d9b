"""Animations that are independent of any body: contexts, channels, movement modes, Hermite curves, motion
files.

Imports body.
"""
