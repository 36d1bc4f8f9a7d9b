"""Jobs: what is done with one file, from `info` to `grid`. Imports flows and everything to their left.

The single-file commands and the batch use the same functions here.
"""
