"""Benchmarks of Doodle: reading lines and drawings, and performing them."""
