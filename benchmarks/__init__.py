"""Benchmarks: speed as a ratio to the usual alternatives; `make bench` runs them all."""

from pathlib import Path

REAL_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Captures, rigs and drawings that may not be committed: a folder beside the project, if it is there."""
