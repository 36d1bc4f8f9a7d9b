"""Batch: the same jobs over libraries of files, and the motion library. Imports flows and left of it."""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
