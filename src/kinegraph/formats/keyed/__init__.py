"""The keyed JSON format: a skeleton and its keyed animations, exact to the last bit.

Imports core, text and mapping.
"""
