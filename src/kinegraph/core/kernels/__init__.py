"""Building blocks of compiled kernels: decorators, the disk cache, quaternions, vectors and easing.

Imports no other room of core.
"""
