"""What compiled kernels are made of: decorators, the disk cache, quaternions, vectors and easing.

Imports no other room of core.
"""
