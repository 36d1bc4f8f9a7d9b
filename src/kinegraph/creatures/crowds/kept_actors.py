"""KeptActors: actors whose state another machine keeps and steps."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.crowds.lane_crowd import LaneCrowd
from kinegraph.creatures.crowds.lane_kinds import array_of, plan_crowd
from kinegraph.creatures.playing import tables as at
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.step_kernels import step_creatures

_ASKED = ("layers", "targets", "known")  # arrays that actors write to, sent before every step
_OWN = ("walk.", "jiggling", "under.", "local_")  # what is brought when an actor is asked for it


class KeptActors:
    """Actors on a machine. Whatever is read of an actor is brought first; what changes on it goes back.

    An actor that plays other animations, walks otherwise or is put elsewhere is of another kind or in another
    state: then all are arranged anew before the next step.
    """

    def __init__(self, actors: Sequence[Actor], machine: Any, *, mixed: bool = False) -> None:
        self._actors, self._machine, self._mixed = tuple(actors), machine, mixed
        self._numbers = {id(actor): n for n, actor in enumerate(self._actors)}
        self._is_changed = True
        self._brought: Ints = np.zeros(len(self._actors), dtype=np.int64)  # in which step each was brought
        self._steps = 1
        self._busy = False
        self._crowd: LaneCrowd | None = None
        self._arrange()

    def _arrange(self) -> None:
        """Sends all actors to the machine."""
        self._busy = True
        if self._crowd is not None:
            for actor in self._actors:
                self._bring(actor)
        steps = [actor.own_arrays for actor in self._actors]
        self._crowd = crowd = LaneCrowd(self._machine, plan_crowd(steps, mixed=self._mixed))
        self._rows = []
        for number in range(len(crowd.memory.kinds)):
            members = crowd.order[np.isin(crowd.order, np.flatnonzero(crowd.kind_of == number))]
            self._rows.append((members, self._share(number, members)))
        for actor in self._actors:
            actor.keep_with(self)
        self._brought[:] = self._steps
        self._is_changed = self._busy = False

    def _share(self, number: int, members: Ints) -> dict[str, np.ndarray]:
        """Host arrays of the creatures of a kind, side by side, for what is asked of them."""
        assert self._crowd is not None
        arrays = self._crowd.memory.kinds[number].arrays
        rows = {
            name: np.zeros(
                (len(members), *arrays[name].shape), np.int64 if name in ("known", "news") else float
            )
            for name in ("layers", "commands", "news", "targets", "known")
        }
        for n, member in enumerate(members):
            self._actors[member].share_rows(**{name: values[n] for name, values in rows.items()})
        return rows

    def step(self, seconds: float) -> Ints:
        """Advances all actors; returns the numbers of those in which something was passed."""
        if self._is_changed:
            self._arrange()
        crowd = self._crowd
        assert crowd is not None
        commands = np.zeros((len(self._actors), 3))
        for number, (members, rows) in enumerate(self._rows):
            commands[members] = rows["commands"][:, 0, :3]
            for name in _ASKED:
                if rows[name].size:
                    crowd.memory.write(number, name, rows[name])
        crowd.commands[...] = crowd.machine.xp.asarray(commands)
        crowd.step(seconds)
        self._steps += 1
        found = crowd.newsworthy()
        for number, (_, rows) in enumerate(self._rows):
            if rows["layers"].size:
                rows["layers"][...] = crowd.machine.to_host(crowd.memory.read(number, "layers"))
            rows["news"][...] = 0
        for n in found:
            self._actors[n].own_arrays.news[...] = crowd.bring(int(n), ("news",))["news"]
        return found

    def bring(self, actor: Actor) -> None:
        """Writes what the machine keeps of an actor into its own arrays."""
        if not self._busy and self._brought[self._numbers[id(actor)]] != self._steps:
            self._busy = True
            self._bring(actor)
            self._busy = False

    def _bring(self, actor: Actor) -> None:
        number = self._numbers[id(actor)]
        if self._brought[number] == self._steps:
            return
        self._brought[number] = self._steps
        assert self._crowd is not None
        step = actor.own_arrays
        for path, values in self._crowd.bring(number).items():
            if path.startswith(_OWN):
                array_of(step, path)[...] = values
        # What passes is not kept: bodies and goals follow from the state once more.
        fixed = (
            step.layers,
            step.news,
            step.commands,
            step.jiggling,
            step.local_translations,
            step.local_rotations,
        )
        before = [array.copy() for array in fixed]
        step.commands[0, at.SECONDS] = 0.0
        step_creatures(np.array([actor.address]), 0, 1)
        for array, values in zip(fixed, before, strict=True):
            array[...] = values

    def note_change(self, actor: Actor) -> None:
        """Notes that an actor's own arrays are the newest."""
        if not self._busy:
            self._brought[self._numbers[id(actor)]] = self._steps
            self._is_changed = True

    def poses(self, path: str) -> Any:
        """(all joints, 3 or 4) in the machine's memory."""
        if self._is_changed:
            self._arrange()
        assert self._crowd is not None
        return self._crowd.poses(path)

    def placements(self) -> Floats:
        """(N, 4) placement of each: x, y, z [m] and heading about Y [rad]."""
        if self._is_changed:
            self._arrange()
        assert self._crowd is not None
        return self._machine.to_host(self._crowd.values("under.placement")).reshape(-1, 4)

    def release(self) -> None:
        """Gives all actors their state back."""
        self._busy = True
        for actor in self._actors:
            self._bring(actor)
            actor.keep_with(None)
        self._crowd = None
