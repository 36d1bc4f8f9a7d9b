"""Selects the frames that become keys: pose spaces, objectives and optimal selections of every count.

Imports core and characters.
"""
