"""Families of synthetic writers for measuring only: no limit of the reader may be set by looking at their
lines.
"""
