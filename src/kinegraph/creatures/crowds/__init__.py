"""Crowds: very many creatures stepped together, on the processor's cores or on a GPU.

`Herd` is the way in. `lane_memory` and the machines need only NumPy or CuPy; what a crowd is made of comes
from `playing`.
"""
