"""The descriptor of a motion: one vector whose distance to another says how alike two motions are.

Each frame is described by the distances between all pairs of landmarks, their heights over the ground, and
their speeds, in heights of the character. These do not depend on where the character is, where it faces, how
large it is or how its skeleton is built. A motion is described by how they are on average, how much they vary
and how fast they change, at a common rate. Left and right are interchangeable: a wave is a wave with either
hand. Descriptors of relations between joints go back to Müller, Röder and Clausen, Efficient content-based
retrieval of motion capture data, SIGGRAPH 2005.
"""

from functools import cache

import numpy as np

from kinegraph.batch.library.landmarks import FEET, HIPS, MIRROR
from kinegraph.core.arrays import Floats, Ints

RATE = 30.0  # frames per second at which motions are compared
VERSION = 1  # raise it when descriptors change: libraries are then indexed anew
# Weights that give each group of numbers about the same spread over everyday motions.
_MEAN, _VARIES, _CHANGES, _HEIGHT, _SPEED, _TRAVEL = 1.0, 4.0, 0.35, 1.5, 0.35, 1.0
_BEND = 3.0  # speeds above 1 / 3 of the height per second are compared by their ratio
_WINDOW = 0.1  # seconds over which speeds are measured


@cache
def _pairs() -> tuple[Ints, Ints, Ints]:
    """First and second landmark of each pair, and the pair that a mirror makes of it."""
    first, second = np.triu_indices(len(MIRROR), 1)
    numbers = {(int(a), int(b)): n for n, (a, b) in enumerate(zip(first, second, strict=True))}
    other = [
        numbers[min(MIRROR[a], MIRROR[b]), max(MIRROR[a], MIRROR[b])]
        for a, b in zip(first, second, strict=True)
    ]
    return first, second, np.array(other)


def describe_motion(places: Floats, height: float, ground: float) -> Floats:
    """(D,) descriptor of landmarks (F, 11, 3) [m] at `RATE` frames per second.

    height: Of the character [m]. ground: Height of the ground [m].
    """
    scaled = np.asarray(places, dtype=np.float64) / height
    first, second, mirror = _pairs()
    distances = np.linalg.norm(scaled[:, first] - scaled[:, second], axis=-1)
    heights = scaled[..., 1] - ground / height
    speeds = _speeds(scaled)
    parts = [
        *_sides(_MEAN * distances.mean(axis=0), mirror),
        *_sides(_VARIES * distances.std(axis=0), mirror),
        *_sides(_CHANGES * _bend(np.abs(_rates(distances)).mean(axis=0)), mirror),
        *_sides(_HEIGHT * heights.mean(axis=0), MIRROR),
        *_sides(_VARIES * heights.std(axis=0), MIRROR),
        *_sides(_SPEED * _bend(speeds.mean(axis=0)), MIRROR),
        *_sides(_SPEED * _bend(np.quantile(speeds, 0.9, axis=0)), MIRROR),
        _TRAVEL * _travel(scaled, heights),
    ]
    return np.concatenate(parts)


def _sides(values: Floats, mirror: Ints) -> tuple[Floats, Floats]:
    """The mean of both sides, and the size of their difference: equal for a motion and its mirror."""
    return 0.5 * (values + values[mirror]), 0.5 * np.abs(values - values[mirror])


def _bend(speeds: Floats) -> Floats:
    """Speeds on a scale that grows ever slower: a sprint is a fast run, not something else."""
    return 2.0 / _BEND * np.log1p(_BEND * speeds)


def _rates(values: Floats) -> Floats:
    """(F, ...) change per second, over a short window."""
    reach = max(1, round(0.5 * _WINDOW * RATE))
    if len(values) <= 2 * reach:
        return np.zeros_like(values[:1])
    return (values[2 * reach :] - values[: -2 * reach]) * (RATE / (2 * reach))


def _speeds(places: Floats) -> Floats:
    return np.linalg.norm(_rates(places), axis=-1)


def _travel(places: Floats, heights: Floats) -> Floats:
    """(4,) the body as a whole: speed along its path and straight ahead, rise of the hips, air time."""
    path = places[:, HIPS][:, [0, 2]]
    steps = np.linalg.norm(_rates(path), axis=-1)
    seconds = max((len(path) - 1) / RATE, 1.0 / RATE)
    straight = float(np.linalg.norm(path[-1] - path[0])) / seconds
    feet = heights[:, FEET].min(axis=1)
    airborne = float((feet > np.quantile(feet, 0.1) + 0.08).mean())
    rise = float(heights[:, HIPS].max() - np.median(heights[:, HIPS]))
    return np.array([*_bend(np.array([float(steps.mean()), straight])), rise, airborne])
