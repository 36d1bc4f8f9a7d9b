"""The validation grid: animations x random creatures, each pair played and scored.

Creatures are shared out to worker processes, one at a time; what comes back does not depend on how many
workers there are, nor on which was first.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from kinegraph.characters.cast import CAST, character
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animation.motion_file import motion_bytes, motion_of_bytes
from kinegraph.creatures.animations import shipped_animations
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.grid.pair import WALK, PairScore, score_pair
from kinegraph.creatures.grid.shape import grid_shape
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.creatures.maker.plan_file import load_plan

SEED, MEMBER, PLAN = "seed:", "cast:", "plan:"
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
_PICTURED = 0.08  # share of the passing pairs that get a picture
_FEW = 60  # least number of passing pairs with a picture, in a small grid


@dataclass(frozen=True)
class CreatureFacts:
    """A column of the grid.

    source: `seed:N`, `cast:NAME` or `plan:FILE`, which gives it again.
    size_m: Largest extent.
    """

    source: str
    name: str
    bodies: int
    legs: int
    size_m: float


@dataclass(frozen=True, eq=False)
class Grid:
    """The results: pairs by creature, then by animation, in the given order."""

    seed: int
    frames: int | None
    creatures: tuple[CreatureFacts, ...]
    animations: tuple[str, ...]
    pairs: tuple[PairScore, ...]


def fresh_creatures(count: int, seed: int = 0) -> tuple[str, ...]:
    """Sources of `count` random creatures, and of the cast."""
    drawn = np.random.default_rng(seed % 2**32).choice(2**31, size=count, replace=False)
    return (*(f"{SEED}{number}" for number in drawn.tolist()), *(f"{MEMBER}{name}" for name in CAST))


def creature_at(source: str, *, skin: bool = False) -> Creature:
    """The creature that `seed:N`, `cast:NAME` or `plan:FILE` stands for."""
    if source.startswith(PLAN):
        return creature_from_plan(load_plan(Path(source.removeprefix(PLAN))), skin=skin)
    if source.startswith(MEMBER):
        return creature_from_character(character(source.removeprefix(MEMBER)))
    number = source.removeprefix(SEED)
    if not source.startswith(SEED) or not number.isascii() or not number.isdigit():
        raise InvalidValue(f"{source!r} is not a creature. Use seed:NUMBER, cast:NAME or plan:FILE.")
    return creature_from_plan(generate(int(number)), skin=skin)


def run_grid(
    sources: Sequence[str],
    animations: Sequence[GeneralAnimation | None] | None = None,
    *,
    seed: int = 0,
    frames: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Grid:
    """Plays every animation on every creature.

    animations: None stands for all that ship and the gait; a None among them for the gait.
    frames: Of each pair; 60 a second if left out.
    workers: Processes; as many as there are processors if left out, 0 for none but this one.
    progress: Called with the number of creatures that are done, and the number of all.
    """
    if frames is not None and frames < 4:
        raise InvalidValue(f"A grid needs at least 4 frames per pair, not {frames}.")
    rows = [*shipped_animations().values(), None] if animations is None else list(animations)
    motions = [None if row is None else motion_bytes(row) for row in rows]
    count = len(os.sched_getaffinity(0)) if workers is None else workers
    columns: dict[str, tuple[CreatureFacts, list[PairScore]]] = {}
    shown = max(_PICTURED, _FEW / max(len(sources) * len(motions), 1))
    jobs = _in_turn if count == 0 else _side_by_side
    for done, (source, column) in enumerate(
        jobs(list(sources), motions, seed, frames, shown, count), start=1
    ):
        columns[source] = column
        if progress is not None:
            progress(done, len(sources))
    return Grid(
        seed,
        frames,
        tuple(columns[source][0] for source in sources),
        tuple(WALK if row is None else row.name for row in rows),
        tuple(pair for source in sources for pair in columns[source][1]),
    )


_Column = tuple[str, tuple[CreatureFacts, list[PairScore]]]


def _in_turn(
    sources: list[str], motions: list, seed: int, frames: int | None, shown: float, _: int
) -> Iterator[_Column]:
    for source in sources:
        yield source, _column(source, motions, seed, frames, shown)


def _side_by_side(
    sources: list[str], motions: list, seed: int, frames: int | None, shown: float, count: int
) -> Iterator[_Column]:
    """Yields columns as they are done. Ends the workers when the caller stops."""
    with _one_thread_each(), get_context("spawn").Pool(count, initializer=_leave_interrupts) as pool:
        yield from pool.imap_unordered(_job, [(source, motions, seed, frames, shown) for source in sources])


def _leave_interrupts() -> None:
    """Ignores Ctrl-C in workers: the main process ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _job(job: tuple[str, list[bytes | None], int, int | None, float]) -> _Column:
    return job[0], _column(*job)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Limits workers to one thread each: there is one worker per processor."""
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _column(
    source: str, motions: list[bytes | None], seed: int, frames: int | None, shown: float
) -> tuple[CreatureFacts, list[PairScore]]:
    """One creature under every animation. shown: The share of the passing pairs that get a picture."""
    creature = creature_at(source)
    shape = grid_shape(creature)
    numbers = np.random.default_rng([seed % 2**32, *source.encode()]).random(len(motions))
    pairs = [
        score_pair(
            None if motion is None else _motion(motion),
            creature,
            shape,
            source,
            seed=seed,
            frames=frames,
            picture=bool(number < shown),
        )
        for motion, number in zip(motions, numbers, strict=True)
    ]
    facts = CreatureFacts(
        source,
        creature.character.name,
        len(creature),
        len(creature.legs),
        round(float(creature.size.max()), 3),
    )
    return facts, pairs


_read: dict[bytes, GeneralAnimation] = {}


def _motion(data: bytes) -> GeneralAnimation:
    """The animation in a file's bytes, cached per process."""
    if data not in _read:
        _read[data] = motion_of_bytes(data)
    return _read[data]
