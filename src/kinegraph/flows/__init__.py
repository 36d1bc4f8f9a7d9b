"""Flows: combinations of two features, one file each. Imports the features and everything to their left."""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
