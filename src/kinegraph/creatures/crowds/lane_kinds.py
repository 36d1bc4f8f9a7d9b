"""Creatures of equal tables: how the arrays of a `Step` lie in lanes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.creatures.crowds.lane_crowd import CrowdPlan
from kinegraph.creatures.crowds.lane_memory import KEPT, ROOM, TABLE, LaneArray, LaneKind
from kinegraph.creatures.playing.array_views import count_words, places
from kinegraph.creatures.playing.lane_views import LaneView, lane_view
from kinegraph.creatures.playing.tables import STEP_VIEW, Step

_ALIGNED = 16  # bytes


def array_of(step: Step, path: str) -> Any:
    """The array of a step at a path."""
    value: Any = step
    for name in path.split("."):
        value = getattr(value, name)
    return value


def kind_key(step: Step) -> tuple:
    """Equal for creatures that can share tables. Valid while they keep their tables."""
    ground = step.ground
    field = ground.heights.tobytes() if ground.heights.size < 64 else id(ground.heights)
    return id(step.tables), field, ground.frame.tobytes()


def lane_kind(step: Step, *, mixed: bool) -> LaneKind:
    """The kind that a creature's step is of. mixed: Whether what does not last has 32 bits."""
    view = lane_view(STEP_VIEW, mixed=mixed)
    words = np.zeros(count_words(view), dtype=np.int64)
    arrays: dict[str, LaneArray] = {}
    tables, sizes = bytearray(), {KEPT: 0, ROOM: 0}
    for place in places(view):
        path, part = ".".join(place.path), place.view
        value = array_of(step, path)
        if not isinstance(part, LaneView):
            words[place.word] = value
            continue
        kind = "int64" if part.whole else f"float{8 * part.width}"
        words[place.word + 1 : place.word + 1 + part.axes] = value.shape
        if part.fixed:
            tables += b"\0" * (-len(tables) % _ALIGNED)
            where, start = TABLE, len(tables)
            tables += np.ascontiguousarray(value, dtype=kind).tobytes()
        else:
            where = ROOM if part.room else KEPT
            start = sizes[where]
            sizes[where] += value.size * part.width
        words[place.word] = start
        arrays[path] = LaneArray(path, place.word, value.shape, kind, where, start)
    tables += b"\0" * (-len(tables) % _ALIGNED)
    packed = np.frombuffer(bytes(tables), dtype=np.int64)
    return LaneKind(words, packed, arrays, sizes[KEPT], sizes[ROOM])


def plan_crowd(steps: Sequence[Step], *, mixed: bool) -> CrowdPlan:
    """A crowd with the state of some steps as its models."""
    keys = [kind_key(step) for step in steps]
    numbers = {key: n for n, key in enumerate(dict.fromkeys(keys))}
    kind_of: Ints = np.array([numbers[key] for key in keys], dtype=np.int64)
    kinds, values = [], []
    for number in range(len(numbers)):
        members = np.flatnonzero(kind_of == number).tolist()
        kinds.append(lane_kind(steps[members[0]], mixed=mixed))
        values.append(
            {path: np.stack([array_of(steps[n], path) for n in members]) for path in kinds[-1].kept_paths}
        )
    return CrowdPlan(tuple(kinds), kind_of, tuple(values))
