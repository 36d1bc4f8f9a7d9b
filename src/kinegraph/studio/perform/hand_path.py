"""Hand paths: where the hand was between two answers.

A page that draws seldom sends the hand in leaps or in bursts. A pose needs the last place alone. Feet that
take half a stride in one leap push nothing, so a walking character goes the whole way: straight from place to
place as a recording does, in steps no longer than a recorded walk's.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kinegraph.perform.playing.locomotion import WALKING_RATE
from kinegraph.studio.document.records import Vector
from kinegraph.studio.protocol.commands import Cursor

STEP = 1.0 / WALKING_RATE  # the longest [s]
LONGEST_REST = 0.25  # a hand without events for longer has rested meanwhile [s]
_SHORTEST = 0.001  # [s]
_MOST_STEPS = 240
PACE = np.array(
    [STEP, _SHORTEST, LONGEST_REST, _MOST_STEPS]
)  # of `steps_along`, for a kernel that does the same


class Pointed(NamedTuple):
    """Place of a hand at a time.

    position: In the world [m].
    playhead: Where in the performance [s].
    time: On the server's clock [s].
    sequence: The page's number of it.
    gaze: What the character looks at meanwhile, in the world [m].
    """

    position: Vector
    playhead: float
    time: float
    sequence: int
    gaze: Vector | None = None


def pointed(cursor: Cursor, time: float) -> Pointed:
    """Place of the hand from a cursor. time: On the server's clock [s]."""
    return Pointed(cursor.position, cursor.playhead or 0.0, time, cursor.sequence, cursor.gaze)


def steps_along(before: Pointed, way: Sequence[Pointed]) -> tuple[list[Pointed], float]:
    """Places along a way in even steps, and how long a step is [s]; the last is the way's own last.

    before: Where the hand was when the way began.
    """
    stamps = np.array([before.time, *(each.time for each in way)])
    passed = np.concatenate([[0.0], np.cumsum(np.clip(np.diff(stamps), _SHORTEST, LONGEST_REST))])
    length = float(passed[-1])
    count = min(max(math.ceil(length / STEP - 1e-6), 1), _MOST_STEPS)
    if count == 1:
        return [way[-1]], length
    places = np.array([(*each.position, each.playhead, each.time) for each in (before, *way)])
    at = length * np.arange(1, count) / count
    found = np.stack([np.interp(at, passed, column) for column in places.T], axis=1)
    between = [Pointed((x, y, z), head, time, way[-1].sequence) for x, y, z, head, time in found.tolist()]
    return [*between, way[-1]], length / count
