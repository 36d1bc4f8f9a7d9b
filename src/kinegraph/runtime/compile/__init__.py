"""From the exported kernels to libraries: typed LLVM code, object files for each target, linked libraries.

Imports `exports` and `headers`. Developers run it (`make runtime`); hosts never do.
"""
