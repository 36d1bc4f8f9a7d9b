"""The papers' methods as they are printed, for benchmarks to compare with."""
