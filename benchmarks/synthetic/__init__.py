"""Generators of test input: written lines, sketched bodies, scribbles, plain walkers.

Tests and benchmarks share them.
"""
