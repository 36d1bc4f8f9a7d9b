"""Benchmarks of the file formats, against other readers."""
