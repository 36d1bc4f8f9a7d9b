"""What benchmarks compare with: the papers' methods as they are printed, and drawings by people."""
