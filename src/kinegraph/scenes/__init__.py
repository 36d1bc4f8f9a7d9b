"""Scenes: several characters with their motions in time, props, targets and cameras.

Imports everything to the left, up to `flows`.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
