"""A plain walker with a given number of legs and joints, for tests of makers and gaits."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.maker.creature_plan import (
    SPINE,
    BodyPart,
    CreaturePlan,
    Limb,
    Seat,
    SpinePoint,
    Vector,
)

_HIP = 0.5  # [m] height at which legs leave the torso


def legged_plan(
    legs: int, joints: int = 3, *, longer: Sequence[float] = (), foot: str = "paw"
) -> CreaturePlan:
    """A torso on legs: pairs from the back to the front, an odd leg in the middle behind them.

    legs: 1 to 24.
    joints: Bones of each leg, 1 to 6, with knees that bend to and fro.
    longer: How much longer than others the legs of each pair are, from the back: they splay and bend more.
    foot: What is at their ends, from the palette.
    """
    if not (1 <= legs <= 24 and 1 <= joints <= 6):
        raise InvalidValue(f"A walker can have 1 to 24 legs of 1 to 6 joints, not {legs} of {joints}.")
    pairs, single = divmod(legs, 2)
    upright = legs <= 2
    length = 0.5 + 0.22 * max(pairs - 1, 0)
    torso = [(0.0, 0.62, 0.0), (0.0, 0.85, 0.0), (0.0, 1.1, 0.05)]
    if not upright:
        torso = [(0.0, 0.6, share * length) for share in (-0.5, 0.0, 0.5)] + [
            (0.0, 0.72, 0.5 * length + 0.25)
        ]
    spine = tuple(SpinePoint(place, 0.13) for place in torso)
    limbs = []
    for pair in range(pairs):
        share = 0.05 if upright else 0.08 + 0.62 * (pair + single) / max(pairs + single - 1, 1)
        stretch = longer[pair] if pair < len(longer) else 1.0
        limbs.append(
            _leg(f"leg_{pair + 1}", joints, stretch, Seat(SPINE, share, (1.0, -0.6, 0.0)), foot, True)
        )
    if single:
        seat = Seat(SPINE, 0.05, (0.0, -1.0, 0.0 if upright else -0.3))
        limbs.append(_leg("leg_single", joints, 1.0, seat, foot, False))
    return CreaturePlan(f"walker on {legs}", spine, 5 if pairs < 4 else 8, tuple(limbs), _face(upright))


def _face(upright: bool) -> tuple[BodyPart, ...]:
    """Two eyes that show its front."""
    ahead = (0.5, 0.3, 1.0) if upright else (0.5, 0.6, 1.0)
    return (BodyPart("eye", "round eye", Seat(SPINE, 1.0, ahead), 0.04),)


def _leg(name: str, joints: int, stretch: float, seat: Seat, foot: str, mirrored: bool) -> Limb:
    down = np.arange(1, joints + 1) / joints
    out = (0.04 + 0.5 * (stretch - 1.0)) * down if mirrored else 0.0 * down
    bend = np.where(np.arange(joints) % 2, -0.5, 1.0) * 0.1 * stretch
    bend[-1] = 0.0
    places: tuple[Vector, ...] = tuple(
        (float(x), float(-_HIP * share), float(z)) for x, share, z in zip(out, down, bend, strict=True)
    )
    return Limb(
        name, seat, places, tuple(np.linspace(0.06, 0.035, joints + 1).tolist()), foot, 0.06, mirrored
    )
