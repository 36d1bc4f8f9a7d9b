"""Measurements of documents: `python -m benchmarks.documents.size`. Imports the protocol alone."""
