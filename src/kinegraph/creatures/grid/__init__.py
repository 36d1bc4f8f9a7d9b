"""The validation grid: animations on many creatures, measured and judged.

Imports every other room of creatures.
"""
