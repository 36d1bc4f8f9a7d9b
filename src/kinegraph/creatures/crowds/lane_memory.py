"""LaneMemory: the arrays of creatures of a few kinds, as lane code reads them, in a machine's memory.

Creatures of one kind have equal tables. 32 of them are a group, whose arrays are interleaved number by
number; groups of all kinds follow one another in a list of records (see `playing/lane_views.py`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

LANES = 32
TABLE, KEPT, ROOM = "table", "kept", "room"
RECORD_WORDS = 3


@dataclass(frozen=True)
class LaneArray:
    """One array of a kind.

    word: Index of its address in the directory.
    place: TABLE, KEPT for what a creature has of its own, ROOM for room to work in.
    start: In bytes of one creature, or of the tables.
    """

    path: str
    word: int
    shape: tuple[int, ...]
    kind: str
    place: str
    start: int

    @property
    def count(self) -> int:
        """The count of its numbers."""
        return int(np.prod(self.shape))


@dataclass(frozen=True, eq=False)
class LaneKind:
    """Shared tables and the layout of creatures that have them.

    words: The directory; addresses of tables are counted from the first of them.
    tables: Their bytes. arrays: By path.
    kept, room: Bytes of one creature.
    """

    words: np.ndarray
    tables: np.ndarray
    arrays: dict[str, LaneArray]
    kept: int
    room: int

    @property
    def kept_paths(self) -> list[str]:
        """Paths of what creatures keep from frame to frame, and of their poses."""
        return [array.path for array in self.arrays.values() if array.place == KEPT]


@dataclass(frozen=True)
class Launch:
    """Groups that go through the stages together. stream: Which of those that run side by side."""

    first: int
    count: int
    stream: int


class LaneMemory:
    """The memory of a crowd.

    counts: How many creatures there are of each kind.
    together: Groups that are stepped at once in each of two streams, which share the room to work in; all in
        one by default.
    """

    def __init__(
        self, machine: Any, kinds: Sequence[LaneKind], counts: Sequence[int], together: int = 0
    ) -> None:
        self.machine, self.kinds, self.counts = machine, tuple(kinds), tuple(counts)
        self.groups = tuple(-(-count // LANES) for count in counts)
        whole = sum(self.groups)
        self.launches = _launches(whole, together)
        self._together = together
        slots = whole if len(self.launches) < 2 else 2 * together
        room = max((kind.room for kind in kinds), default=0) * LANES
        self._room = machine.zeros(slots * room)
        self._tables = [machine.put(kind.tables) for kind in kinds]
        self._kept = [
            machine.zeros(n * kind.kept * LANES) for kind, n in zip(kinds, self.groups, strict=True)
        ]
        self._directories = []
        records = []
        for kind, tables, kept, count in zip(kinds, self._tables, self._kept, self.groups, strict=True):
            words = kind.words.copy()
            for array in kind.arrays.values():
                if array.place == TABLE:
                    words[array.word] += machine.address(tables)
            listed = machine.put(words)
            self._directories.append(listed)
            own = machine.address(kept) + np.arange(count, dtype=np.int64) * (kind.kept * LANES)
            rows = np.zeros((count, RECORD_WORDS), dtype=np.int64)
            rows[:, 0], rows[:, 1] = machine.address(listed), own
            records.append(rows)
        listed = np.concatenate([np.zeros((0, RECORD_WORDS), dtype=np.int64), *records])
        self._listed, self._room_of_group = listed, room
        self._give_room(listed, self.launches)
        self._records = self._chosen = machine.put(listed)

    def _give_room(self, records: np.ndarray, launches: Sequence[Launch]) -> None:
        """Writes into records where their groups have room: those of one time have rooms of their own."""
        for launch in launches:
            slots = launch.stream * self._together + np.arange(launch.count)
            records[launch.first : launch.first + launch.count, 2] = (
                self.machine.address(self._room) + slots * self._room_of_group
            )

    @property
    def bytes(self) -> int:
        """All that it takes of the machine's memory."""
        held = (self._room, self._records, *self._tables, *self._kept, *self._directories)
        return sum(int(each.nbytes) for each in held)

    def lanes(self, number: int, path: str) -> Any:
        """(groups, numbers, 32) of what creatures of a kind keep: a view."""
        kind, groups = self.kinds[number], self.groups[number]
        array = kind.arrays[path]
        width = np.dtype(array.kind).itemsize
        return self.machine.view(
            self._kept[number],
            LANES * array.start,
            (groups, array.count, LANES),
            array.kind,
            (LANES * kind.kept, LANES * width, width),
        )

    def read(self, number: int, path: str) -> Any:
        """(creatures, ...) values of an array of a kind: a copy in the machine's memory."""
        array = self.kinds[number].arrays[path]
        count, lanes = self.counts[number], self.groups[number] * LANES
        rows = self.lanes(number, path).transpose(0, 2, 1).reshape(lanes, array.count)
        return rows[:count].reshape(count, *array.shape)

    def read_one(self, number: int, path: str, creature: int) -> np.ndarray:
        """Values of an array of one creature, in the host's memory."""
        group, lane = divmod(creature, LANES)
        values = self.machine.to_host(self.lanes(number, path)[group, :, lane])
        return values.reshape(self.kinds[number].arrays[path].shape)

    def write(self, number: int, path: str, values: Any) -> None:
        """Writes (creatures, ...) values, or (...) of one for all.

        Lanes beyond the last creature get its values: they are computed too, and must be sound.
        """
        array, xp = self.kinds[number].arrays[path], self.machine.xp
        view = self.lanes(number, path)
        if not view.size:
            return
        values = xp.asarray(values)
        if values.ndim == len(array.shape):
            view[...] = values.reshape(1, array.count, 1)
            return
        rows = values.reshape(-1, array.count)
        missing = self.groups[number] * LANES - len(rows)
        if missing:
            rows = xp.concatenate([rows, xp.repeat(rows[-1:], missing, axis=0)])
        view[...] = rows.reshape(-1, LANES, array.count).transpose(0, 2, 1)

    def run(self, stages: Sequence[str], groups: np.ndarray | None = None) -> None:
        """Runs stages over some groups; over all by default."""
        if groups is None:
            self.machine.run(stages, self.machine.address(self._records), self.launches)
            return
        records, launches = self._listed[groups], _launches(len(groups), self._together)
        self._give_room(records, launches)
        self._chosen = self.machine.put(records)  # kept while the machine reads it
        self.machine.run(stages, self.machine.address(self._chosen), launches)


def _launches(whole: int, together: int) -> tuple[Launch, ...]:
    if together <= 0 or whole <= together:
        return (Launch(0, whole, 0),) if whole else ()
    firsts = range(0, whole, together)
    return tuple(Launch(first, min(together, whole - first), n % 2) for n, first in enumerate(firsts))


def memory_needed(kinds: Sequence[LaneKind], counts: Sequence[int], together: int) -> int:
    """Bytes that a crowd will take, nearly."""
    groups = [-(-count // LANES) for count in counts]
    slots = sum(groups) if together <= 0 else min(sum(groups), 2 * together)
    room = max((kind.room for kind in kinds), default=0)
    kept = sum(kind.kept * n for kind, n in zip(kinds, groups, strict=True))
    tables = sum(kind.tables.nbytes + kind.words.nbytes for kind in kinds)
    return LANES * (kept + slots * room) + tables + 8 * RECORD_WORDS * sum(groups)


def creatures_of(counts: Sequence[int]) -> Iterator[slice]:
    """The slices of each kind among all creatures."""
    start = 0
    for count in counts:
        yield slice(start, start + count)
        start += count
