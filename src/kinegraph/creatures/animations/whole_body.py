"""Motions of the whole body: following the root, leaving the ground."""

from collections.abc import Sequence

from kinegraph.creatures.animation.authoring import (
    REST,
    NumberKeys,
    PositionKeys,
    Sketch,
    by_limb,
    turning,
)

_SWITCH = 0.02  # [s] over which feet leave the ground, and stand again


def ride(sketch: Sketch, weight: NumberKeys | None = None) -> None:
    """Hips go with the root as at rest, so that the torso moves as one; say what the root does before."""
    hips = sketch.all("hips", "feet by their spine segments")
    hips.moves(by_limb(), {0.0: REST}, weight=weight).turns(turning(), {0.0: REST}, weight=weight)


def fly(sketch: Sketch, flights: Sequence[tuple[float, float]], feet: PositionKeys) -> None:
    """Feet leave the ground with the root, and what has none leaves it with the spine.

    flights: When each begins and ends [s]; the root is at its rest place at both.
    feet: How feet hang in the air, in leg lengths from how they are at rest.
    """
    weight: dict[float, float] = {0.0: 0.0}
    for start, stop in flights:
        weight |= {start - _SWITCH: 0.0, start + _SWITCH: 1.0, stop - _SWITCH: 1.0, stop + _SWITCH: 0.0}
    ride(sketch, {0.0: 0, 0.15: 1, sketch.seconds - 0.2: 1, sketch.seconds: 0})
    sketch.all("feet", "feet").moves(by_limb(), feet, weight=weight).turns(
        turning(), {0.0: REST}, weight=weight
    )
    sketch.all("belly", "spine").instead_of("feet").moves(by_limb(), {0.0: REST}, weight=weight)
