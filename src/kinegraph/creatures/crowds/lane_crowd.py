"""LaneCrowd: many creatures in the lanes of a machine, grouped by kind. It needs neither Numba nor actors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.crowds.lane_memory import LANES, LaneKind, LaneMemory, creatures_of, memory_needed
from kinegraph.creatures.crowds.stages import PUT, STAGES

_SECONDS = 3  # column of the commands


@dataclass(frozen=True, eq=False)
class CrowdPlan:
    """The kinds and models of a crowd.

    kind_of: (M,) the kind of each model. values: Per kind, what its models keep: (models of it, ...) by path.
    """

    kinds: tuple[LaneKind, ...]
    kind_of: Ints
    values: tuple[dict[str, np.ndarray], ...]


class LaneCrowd:
    """Creatures on a machine.

    Creature n is copy n % copies of the model n // copies of a plan.

    order: (N,) creatures by kind, as they lie in memory.
    commands: (N, 3) velocity to the left and forward [m/s], turn [rad/s], on the machine, to write to.
    """

    def __init__(self, machine: Any, plan: CrowdPlan, *, copies: int = 1, together: int = 0) -> None:
        """copies: Of each model. together: As for `LaneMemory`."""
        self.machine, self.copies, self.kind_of = machine, copies, plan.kind_of
        kinds = plan.kinds
        members = [np.flatnonzero(plan.kind_of == n) for n in range(len(kinds))]
        counts = [len(each) * copies for each in members]
        machine.check_room(memory_needed(kinds, counts, together))
        self.memory = LaneMemory(machine, kinds, counts, together)
        self.order: Ints = np.concatenate(
            [np.zeros(0, dtype=np.int64)]
            + [(each[:, None] * copies + np.arange(copies)).reshape(-1) for each in members]
        )
        self.row_of = np.empty_like(self.order)
        self.row_of[self.order] = np.arange(len(self.order))
        for number, values in enumerate(plan.values):
            for path, each in values.items():
                one = len(each) == 1
                rows = each[0] if one else machine.xp.repeat(machine.put(each), copies, axis=0)
                self.memory.write(number, path, rows)
        self._slices = list(creatures_of(counts))
        joints = np.array([kind.arrays["local_translations"].shape[1] for kind in kinds], dtype=np.int64)
        self.joints: Ints = np.repeat(joints[self.kind_of], copies)
        self.starts: Ints = np.concatenate([[0], np.cumsum(self.joints, dtype=np.int64)])
        xp = machine.xp
        first: Floats = np.zeros((len(plan.kind_of), 3))
        for each, values in zip(members, plan.values, strict=True):
            first[each] = values["commands"][:, 0, :3]
        self.commands = xp.asarray(np.repeat(first, copies, axis=0))
        self._sorted = bool((self.order == np.arange(len(self.order))).all())
        self._order = xp.asarray(self.order)
        # Seconds that each group has not been stepped by; groups that are stepped in some frames by turns.
        self._owed: Floats = np.zeros(sum(self.memory.groups))
        self._turns: tuple[Ints | None, ...] = (None,)
        self._frame = 0

    def __len__(self) -> int:
        return len(self.order)

    def set_far(self, far: Any) -> None:
        """Steps groups of creatures that are all far only in every second frame, by both frames' time.

        far: (N,) truths. Half of those groups are stepped in one frame, half in the next.
        """
        marks = np.asarray(far, dtype=bool)[self.order]
        found = [
            np.concatenate([marks[where], np.ones(-len(marks[where]) % LANES, bool)]).reshape(-1, LANES)
            for where in self._slices
        ]
        is_far = np.concatenate([each.all(axis=1) for each in found])
        groups = np.arange(len(is_far))
        late = is_far & (np.cumsum(is_far) % 2 == 0)
        self._turns = (groups[~late], groups[late | ~is_far]) if is_far.any() else (None,)

    def step(self, seconds: float) -> None:
        """Advances all creatures. Starts the work; the machine may still be at it."""
        groups = self._turns[self._frame % len(self._turns)]
        self._frame += 1
        self._owed += seconds
        self._advance(groups)

    def _advance(self, groups: Ints | None) -> None:
        """Steps some groups, all by default, by the time that they have not been stepped by."""
        xp, first = self.machine.xp, 0
        for number, count in enumerate(self.memory.groups):
            owed = self._owed[first : first + count]
            same = count and owed.min() == owed.max()
            self.memory.lanes(number, "commands")[:, _SECONDS] = (
                float(owed[0]) if same else xp.asarray(owed)[:, None]
            )
            first += count
        self._command(self.commands)
        self.memory.run(STAGES, groups)
        self._owed[slice(None) if groups is None else groups] = 0.0

    def put(self, places: Any) -> None:
        """Puts creatures at other places, with the ground there under their feet.

        places: (N, 3) x, z [m] and heading [rad], in the host's or the machine's memory.
        """
        self._command(self.machine.xp.asarray(places))
        self.memory.run((PUT,))
        owed, self._owed = self._owed, np.zeros_like(self._owed)
        self._advance(None)
        self._owed = owed

    def set_target(self, rows: Sequence[int], places: Any) -> None:
        """Sets a target in the world. rows: Of it in each model's targets, -1 where it has none."""
        xp = self.machine.xp
        places = xp.asarray(places).reshape(-1, 3)
        for number, where in enumerate(self._slices):
            models = np.flatnonzero(self.kind_of == number)
            row = rows[models[0]]
            if row < 0:
                continue
            mine = places[xp.asarray(self.order[where])]
            targets, known = self.memory.read(number, "targets"), self.memory.read(number, "known")
            targets[:, 0, row], known[:, row] = mine, 1
            self.memory.write(number, "targets", targets)
            self.memory.write(number, "known", known)

    def _command(self, rows: Any) -> None:
        """Writes (N, 3) rows into the creatures' commands."""
        if not self._sorted:
            rows = rows[self._order]
        for number, where in enumerate(self._slices):
            lanes, mine = self.memory.lanes(number, "commands"), rows[where]
            whole = len(mine) // LANES
            lanes[:whole, :3] = mine[: whole * LANES].reshape(whole, LANES, 3).transpose(0, 2, 1)
            if whole < len(lanes):
                lanes[whole, :3, : len(mine) - whole * LANES] = mine[whole * LANES :].T

    def poses(self, path: str) -> Any:
        """(all joints, 3 or 4) of "local_translations" or "local_rotations", creature after creature."""
        xp, kinds = self.machine.xp, self.memory.kinds
        width = 3 if path == "local_translations" else 4
        kind = kinds[0].arrays[path].kind if kinds else "float64"
        found = xp.empty((int(self.starts[-1]), width), dtype=kind)
        for number, where in enumerate(self._slices):
            values = self.memory.read(number, path)[:, 0]
            if self._sorted:
                members = self.order[where]
                first, last = int(self.starts[members[0]]), int(self.starts[members[-1] + 1])
                found[first:last] = values.reshape(-1, width)
            else:
                rows = self.starts[self.order[where]][:, None] + np.arange(values.shape[1])
                found[xp.asarray(rows.reshape(-1))] = values.reshape(-1, width)
        return found

    def values(self, path: str) -> Any:
        """(N, ...) an array that has the same shape in all creatures."""
        xp = self.machine.xp
        parts = [self.memory.read(number, path) for number in range(len(self.memory.kinds))]
        if not parts:
            return xp.zeros((0,))
        found = xp.concatenate(parts)
        return found if self._sorted else found[xp.asarray(self.row_of)]

    def newsworthy(self) -> Ints:
        """Creatures in whose last step an event was passed or a layer has faded: only their numbers leave."""
        xp, found = self.machine.xp, []
        for number, where in enumerate(self._slices):
            news = self.memory.lanes(number, "news").any(axis=1).reshape(-1)[: self.memory.counts[number]]
            rows = self.machine.to_host(xp.flatnonzero(news))
            found.append(self.order[where][rows])
        return np.sort(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)

    def bring(self, creature: int, paths: Sequence[str] = ()) -> dict[str, np.ndarray]:
        """Arrays that a creature keeps, in the host's memory, by path."""
        row = int(self.row_of[creature])
        number = int(self.kind_of[creature // self.copies])
        within = row - self._slices[number].start
        return {
            path: self.memory.read_one(number, path, within)
            for path in paths or self.memory.kinds[number].kept_paths
        }
