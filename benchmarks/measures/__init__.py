"""Measures of finished motion that tests and benchmarks share."""
