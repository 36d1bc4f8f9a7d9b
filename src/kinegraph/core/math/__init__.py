"""Rotations and Euler angles over arrays. Imports errors, arrays and kernels."""
