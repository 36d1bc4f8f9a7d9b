"""Spatial keyframing: key poses tied to places, blended by a cursor; the performance is the animation."""
