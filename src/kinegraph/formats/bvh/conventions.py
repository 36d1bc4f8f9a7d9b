"""Guesses about a BVH: its unit of length, the axis that is up, the rate behind a rounded frame time."""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics

CENTIMETRE, METRE, MILLIMETRE = 0.01, 1.0, 0.001
CMU_UNIT = 0.0254 / 0.45  # the CMU database measures in inches / 0.45
CMU_NAMES = {"LHipJoint", "RHipJoint"}  # bones that the CMU's own skeletons have, and no other producer's
STANDARD_RATES = tuple(
    sorted(
        {12.0, 15, 24, 25, 30, 48, 50, 60, 72, 75, 90, 96, 100, 120, 144, 150, 180, 200}
        | {240.0, 250, 300, 360, 400, 480, 500, 600, 1000}
        | {rate / 1.001 for rate in (24, 30, 48, 60, 120, 240)}
    )
)
ASSUMED_RATE = 30.0

_HEAD = re.compile(r"head", re.IGNORECASE)
_FOOT = re.compile(r"foot|toe|ankle", re.IGNORECASE)
# Turns a Z-up world into a Y-up one: what faced -Y, as Z-up tools have it, then faces +Z.
Y_UP_FROM_Z_UP = np.array([-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)])


def metres_per_unit(names: Sequence[str], size: float) -> tuple[float, str]:
    """The unit of a skeleton, and a sentence that names it.

    names: Its joints. size: The `rest_size` in file units.
    Centimetres, unless the joints are those of the CMU database at its size, or centimetres would make the
    rest pose smaller than 0.1 m (then metres) or larger than 10 m (then millimetres).
    """
    unit, name = CENTIMETRE, "centimetres"
    if CMU_NAMES.issubset(names) and 0.5 <= size * CMU_UNIT <= 3.0:
        unit, name = CMU_UNIT, "the CMU database's 0.05644 m"
    elif 0.0 < size * CENTIMETRE < 0.1:
        unit, name = METRE, "metres"
    elif size * CENTIMETRE > 10.0:
        unit, name = MILLIMETRE, "millimetres"
    return unit, f"Lengths were read as {name}: the rest pose measures {size * unit:.3g} m."


def rest_places(
    parents: Iterable[int], offsets: Iterable[Sequence[float]]
) -> list[tuple[float, float, float]]:
    """Places of the joints of a skeleton that rests unrotated, in the unit of the offsets."""
    places: list[tuple[float, float, float]] = []
    for parent, (x, y, z) in zip(parents, offsets, strict=True):
        a, b, c = places[parent] if parent >= 0 else (0.0, 0.0, 0.0)
        places.append((a + x, b + y, c + z))
    return places


def rest_size(
    parents: Iterable[int],
    offsets: Iterable[Sequence[float]],
    ends: Iterable[tuple[int, Sequence[float]]],
) -> float:
    """The longest side of the box around the rest pose, end sites included, in the unit of the offsets.

    ends: (joint, offset) of every end site.
    """
    points = rest_places(parents, offsets)
    for joint, (x, y, z) in ends:
        a, b, c = points[joint]
        points.append((a + x, b + y, c + z))
    return max(max(axis) - min(axis) for axis in zip(*points, strict=True))


def looks_z_up(clip: Clip) -> bool:
    """True if a motion read as Y-up was meant Z-up; its skeleton rests unrotated.

    True only where names identify head and feet, and feet, root and head stand above each other along Z,
    both in the rest pose and on average in the motion: a character that merely lies down has a rest pose that
    stands, and a creature on four legs does not have its root halfway between feet and head.
    """
    head = [joint for joint, name in enumerate(clip.skeleton.names) if _HEAD.search(name)]
    feet = [joint for joint, name in enumerate(clip.skeleton.names) if _FOOT.search(name)]
    if not head or not feet:
        return False
    rest = np.array(rest_places(clip.skeleton.parents.tolist(), clip.skeleton.offsets.tolist()))
    if not _stands_along_z(rest[None], head, feet):
        return False
    step = max(len(clip) // 50, 1)
    sliding = None if clip.translations is None else clip.translations[::step]
    sample = Clip(clip.skeleton, 1.0, clip.root_translations[::step], clip.rotations[::step], sliding)
    return _stands_along_z(forward_kinematics(sample).positions, head, feet)


def _stands_along_z(positions: Floats, head: list[int], feet: list[int]) -> bool:
    top, bottom = positions[:, head].mean(axis=(0, 1)), positions[:, feet].mean(axis=(0, 1))
    x, y, z = top - bottom
    share = (positions[:, 0].mean(axis=0) - bottom)[2] / z if z > 0.0 else 0.0
    return z > 2.0 * abs(y) and z > 2.0 * abs(x) and 0.3 < share < 0.8


def rate_of(frame_time: float, digits: str) -> float:
    """Frames per second of a frame time [s] that was printed with limited digits.

    digits: The token as printed. A standard rate whose frame time agrees with all printed digits (rounded or
    cut off) is meant; otherwise the frame time is taken at its word.
    """
    fraction = re.match(r"[^.eE]*\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?", digits)
    places = len(fraction.group(1)) - int(fraction.group(2) or 0) if fraction else 17
    tolerance = max(10.0**-places if places < 300 else 0.0, 1e-15) * 1.01
    nearest = min(STANDARD_RATES, key=lambda rate: abs(1.0 / rate - frame_time))
    error = abs(1.0 / nearest - frame_time)
    return nearest if error <= tolerance and error <= 0.01 * frame_time else 1.0 / frame_time
