"""Bezier curves of one scalar channel: evaluation, key edits, handles.

Imports errors, arrays, kernels and math.
"""
