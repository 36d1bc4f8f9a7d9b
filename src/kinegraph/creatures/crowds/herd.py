"""Herd: many different creatures, stepped together: by all cores in a few compiled calls, or by a GPU."""

import os
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import TracebackType
from typing import Any, Literal

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.events import Event
from kinegraph.creatures.crowds.kept_actors import KeptActors
from kinegraph.creatures.crowds.machines import Graphics, NoMachine
from kinegraph.creatures.playing import tables as at
from kinegraph.creatures.playing.actor import Actor, check_step
from kinegraph.creatures.playing.step_kernels import step_creatures

_PIECES = 8  # per thread: a thread that is done takes the next piece


class Herd:
    """Actors that are stepped together; each keeps its own commands.

    Their poses lie side by side in two arrays that every step overwrites. The pose of an actor depends
    neither on the other actors nor on the number of threads: the same commands give the same bits. A GPU
    gives the same poses to 1e-9 in double precision.

    device: "cpu", or "cuda" while a GPU has the actors' state.
    starts: (N + 1,) the first joint of each actor, and the number of all joints.
    translations, rotations: (all joints, 3) and (all joints, 4) in their parents' frames, each actor's first
        joint in the world [m]. On a GPU they are CuPy arrays in its memory.
    """

    def __init__(
        self,
        actors: Sequence[Actor],
        *,
        threads: int | None = None,
        device: Literal["cpu", "cuda"] = "cpu",
        precision: Literal["double", "mixed"] = "double",
    ) -> None:
        """threads: By default as many as the cores that this process may use.

        device: With "cuda" a GPU steps them. Where none can, a warning says why, and the processor does.
        precision: Of a GPU. "mixed" keeps what lasts in 64 bits and computes the rest in 32.
        """
        if len({id(actor) for actor in actors}) < len(actors):
            raise InvalidValue("An actor can be in a herd only once.")
        if device not in ("cpu", "cuda") or precision not in ("double", "mixed"):
            raise InvalidValue("A herd's device is 'cpu' or 'cuda', its precision 'double' or 'mixed'.")
        self.actors = tuple(actors)
        self.threads = max(1, threads if threads is not None else _cores())
        counts = [len(actor.creature) for actor in self.actors]
        self.starts: Ints = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        self._pool: ThreadPoolExecutor | None = None
        self._kept: KeptActors | None = None
        if device == "cuda" and self.actors:
            try:
                self._kept = KeptActors(self.actors, Graphics(precision), mixed=precision == "mixed")
            except NoMachine as missing:
                warnings.warn(f"{missing} The processor steps this herd.", stacklevel=2)
        self.device = "cpu" if self._kept is None else "cuda"
        if self._kept is None:
            self._gather()

    def _gather(self) -> None:
        """Puts the actors' commands and poses side by side in memory."""
        self._translations: Floats = np.zeros((int(self.starts[-1]), 3))
        self._rotations: Floats = np.zeros((int(self.starts[-1]), 4))
        self._commands = np.zeros((len(self.actors), 1, 4))
        self._news = np.zeros((len(self.actors), 2), dtype=np.int64)
        addresses = []
        for n, (actor, (first, last)) in enumerate(zip(self.actors, pairwise(self.starts), strict=True)):
            pose = self._translations[None, first:last], self._rotations[None, first:last]
            addresses.append(actor.write_to(self._commands[n], self._news[n], *pose))
        self._addresses = np.array(addresses, dtype=np.int64)
        self._pieces = _pieces(self.starts, self.threads * _PIECES if self.threads > 1 else 1)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __len__(self) -> int:
        return len(self.actors)

    @property
    def translations(self) -> Any:
        """(all joints, 3) of the last step, in their parents' frames [m]."""
        return self._translations if self._kept is None else self._kept.poses("local_translations")

    @property
    def rotations(self) -> Any:
        """(all joints, 4) of the last step, in their parents' frames."""
        return self._rotations if self._kept is None else self._kept.poses("local_rotations")

    def step(self, seconds: float) -> list[tuple[int, Event]]:
        """Advances all actors; returns (number of the actor, event) for the events that were passed."""
        seconds = check_step(seconds)
        if self._kept is not None:
            newsworthy = self._kept.step(seconds)
        else:
            self._commands[:, 0, at.SECONDS] = seconds
            if self._pool is None:
                step_creatures(self._addresses, 0, len(self.actors))
            else:
                list(self._pool.map(self._step_piece, self._pieces))
            newsworthy = np.flatnonzero(self._news.any(axis=1))
        return [(int(n), event) for n in newsworthy for event in self.actors[n].take_events()]

    def _step_piece(self, piece: tuple[int, int]) -> None:
        step_creatures(self._addresses, *piece)

    @property
    def placements(self) -> Floats:
        """(N, 4) placement of each: x, y, z [m] and heading about Y [rad]."""
        if self._kept is not None:
            return self._kept.placements()
        found = [(*place, heading) for place, heading in (actor.placement for actor in self.actors)]
        return np.array(found).reshape(-1, 4)

    def close(self) -> None:
        """Ends its threads; actors get their state back from a GPU."""
        if self._pool is not None:
            self._pool.shutdown()
        if self._kept is not None:
            self._kept.release()

    def __enter__(self) -> "Herd":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _pieces(starts: Ints, count: int) -> list[tuple[int, int]]:
    """Ranges of actors with similar numbers of joints."""
    cuts = np.searchsorted(starts, np.linspace(0, starts[-1], count + 1))
    cuts[-1] = len(starts) - 1
    return [(int(a), int(b)) for a, b in pairwise(cuts) if b > a]
