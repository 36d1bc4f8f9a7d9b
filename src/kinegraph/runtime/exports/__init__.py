"""The kernels that leave Python: each is one function of one address, that of a directory of its arguments.

May import the features. Nothing here runs in Python: `compile` takes the functions as they are.
"""
