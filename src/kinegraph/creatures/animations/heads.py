"""What turns on every body: its heads, or the top of its spine where it has none."""

from kinegraph.creatures.animation.authoring import Sketch, TurnKeys, turning


def turn_heads(sketch: Sketch, keys: TurnKeys) -> None:
    """Turns all heads alike, to the same side; without any, the top of the spine."""
    sketch.all("head", "heads").turns(turning(), keys).unmirrored()
    sketch.all("crown", "spine top-most").instead_of("head").turns(turning(), keys)
