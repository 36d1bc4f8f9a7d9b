"""Points on the clay's surface, for parts that sit on it: a nose, the line of a mouth."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone
from kinegraph.characters.clay import field_kernels as kernels
from kinegraph.characters.clay.skin import clay_arrays
from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue

_STEPS = 80
_CAUTION = 0.7  # distances to stretched lumps are of first order only: a whole step might overshoot


def onto_clay(
    bones: Iterable[Bone],
    blobs: Iterable[Blob],
    points: ArrayLike,
    direction: ArrayLike,
    lift: float = 0.0,
) -> Floats:
    """(N, 3) where points (N, 3), moved along `direction` (3,), first meet the flesh from outside [m].

    Flesh softens where it runs together, so the surface is not where any one blob's own would be.
    lift: How far before the surface to stop [m]; below zero sinks in.
    """
    clay, _ = clay_arrays(BodyPlan.symmetric("flesh", tuple(bones), blobs=blobs))
    places = np.array(frozen_floats("Points to seat", points, (None, 3)))
    way = np.array(frozen_floats("The direction to seat along", direction, (3,)))
    way /= np.linalg.norm(way)
    room = np.array(clay.lumps[:, kernels.ORIGIN : kernels.FRAME])
    places -= way * (1.0 + (places @ way).max() - (room @ way).min())
    values, gradients = np.empty(len(places)), np.empty((len(places), 3))
    near, rows = np.ones((1, len(clay.lumps)), dtype=np.bool_), np.zeros(len(places), dtype=np.int64)
    owners, scratch = np.empty(len(places), dtype=np.int64), kernels.make_scratch(clay)
    for _ in range(_STEPS):
        kernels.evaluate(clay, scratch, places, near, rows, values, gradients, owners)
        places += _CAUTION * values[:, None] * way
    if not (np.abs(values) < 1e-3).all():
        raise InvalidValue("A point to seat misses the flesh in the direction asked for.")
    return places - lift * way
