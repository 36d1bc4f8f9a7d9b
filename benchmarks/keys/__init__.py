"""Benchmarks of Keys: selection, curve fitting, recovery, and the methods of other papers."""
