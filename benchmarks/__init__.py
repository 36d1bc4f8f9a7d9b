"""Benchmarks: speed as a ratio to the usual alternatives; `make bench` runs them all."""
