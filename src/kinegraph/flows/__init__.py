"""Flows: where two features meet, one file each."""
