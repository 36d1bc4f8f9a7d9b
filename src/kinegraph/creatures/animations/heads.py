"""Heads of any body: all its heads, or the top of its spine."""

from kinegraph.creatures.animation.authoring import Sketch, TurnKeys, turning


def turn_heads(sketch: Sketch, keys: TurnKeys) -> None:
    """Turns all heads alike, to the same side; without any, the top of the spine."""
    sketch.all("head", "heads").turns(turning(), keys).unmirrored()
    sketch.all("crown", "spine top-most").instead_of("head").turns(turning(), keys)
