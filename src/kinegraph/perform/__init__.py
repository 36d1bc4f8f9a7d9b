"""Perform: spatial keyframing. Poses are tied to places, a cursor blends them, and its path is the animation.

A `SpatialRig` is a character with sets of poses; `perform_path` moves a cursor through one of them. Imports
core, formats and characters.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
