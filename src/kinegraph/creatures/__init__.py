"""Creatures: an animation is keyed once and plays, with its style, on any body.

`generate` draws a random creature, `creature_from_plan` builds it, `bind` fits an animation to it, and an
`Actor` plays it frame by frame. Imports core, formats and characters.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
