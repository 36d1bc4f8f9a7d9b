"""Points of the stage in the space of a character that stands on it."""

import math

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.studio.document.records import Placement, Vector


def local_from_world(placement: Placement, point: Vector) -> Floats:
    """(3,) a point of the world [m] in the space of a character that stands at `placement`."""
    x, y, z = (a - b for a, b in zip(point, placement.position, strict=True))
    cosine, sine = math.cos(placement.heading), math.sin(placement.heading)
    return np.array([cosine * x - sine * z, y, sine * x + cosine * z])
