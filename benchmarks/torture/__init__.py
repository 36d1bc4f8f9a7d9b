"""Torture: drivers that break things on purpose and count losses, for `make torture`. Imports the engine.

A driver is a module with `run(seed, seconds) -> Outcome`, named in `__main__.py`.
"""
