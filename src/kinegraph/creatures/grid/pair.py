"""One cell of the grid: an animation on a creature, played, measured and judged."""

import math
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinegraph.core.errors import KinegraphError
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import DoesNotBind, bind
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.grid.measures import jerk
from kinegraph.creatures.grid.scores import (
    JERK_LIMIT,
    Failure,
    Reason,
    Scores,
    failures,
    scores,
)
from kinegraph.creatures.grid.shape import GridShape
from kinegraph.creatures.grid.take import Take, record
from kinegraph.creatures.grid.thumbnails import thumbnail

WALK = "walk"  # the gait alone, as a row of the grid
_CLOSER = 1.0 / 240.0  # [s]
_FPS = 60.0  # frames a second that are judged
_WALK_FRAMES = 480  # two seconds of a gait, at 240 a second
_PACE = 0.5  # share of the natural speed of the legs: an easy walk


@dataclass(frozen=True, eq=False)
class PairScore:
    """The result of one pair.

    variant: Which was played; drawn, so that a grid sees them all.
    why_not: Why it does not apply, in words; empty where it does.
    scores: None where it does not apply or broke down.
    picture: For the page, None where none was asked for.
    """

    animation: str
    creature: str
    variant: int = 0
    why_not: str = ""
    scores: Scores | None = None
    failures: tuple[Failure, ...] = ()
    picture: dict[str, Any] | None = None

    @property
    def applies(self) -> bool:
        """True if the animation plays on the creature at all."""
        return not self.why_not

    @property
    def passed(self) -> bool:
        """True if it plays without failures."""
        return self.applies and not self.failures


def score_pair(
    animation: GeneralAnimation | None,
    creature: Creature,
    shape: GridShape,
    label: str,
    *,
    seed: int = 0,
    frames: int | None = None,
    picture: bool = False,
) -> PairScore:
    """Plays and scores a pair.

    animation: None for the gait. frames: Over its length; 60 a second if left out. picture: Draw one even if
        it passes.
    """
    name = WALK if animation is None else animation.name
    try:
        variant = 0 if animation is None else _variant(animation, creature, label, seed)
    except DoesNotBind as error:
        return PairScore(name, label, why_not="; ".join(error.reasons))
    try:
        take = _take(animation, creature, variant, frames)
        if not take.finite:
            nan = Failure(Reason.NUMBERS, "some places are not numbers")
            return PairScore(name, label, variant, failures=(nan,))
        found = scores(take, shape, _closer(take, animation, variant))
    except (KinegraphError, ArithmeticError, ValueError, IndexError) as error:
        broke = Failure(Reason.ERROR, f"playing it failed: {error}")
        return PairScore(name, label, variant, failures=(broke,))
    wrong = failures(creature, found)
    shown = _picture(take, shape, wrong) if picture or wrong else None
    return PairScore(name, label, variant, "", found, wrong, shown)


def walking_speed(creature: Creature) -> float:
    """An easy pace for a creature's legs, or for its size where it has none [m/s]."""
    if not creature.legs:
        return 0.3 * float(creature.size.max())
    return _PACE * math.sqrt(9.81 * max(leg.length for leg in creature.legs))


def _variant(animation: GeneralAnimation, creature: Creature, label: str, seed: int) -> int:
    """The variant that is played: random, the same for the same pair and seed."""
    count = len(bind(animation, creature).variants)
    words = zlib.crc32(f"{animation.name}\n{label}".encode())
    return int(np.random.default_rng([seed % 2**32, words]).integers(count))


def _take(animation: GeneralAnimation | None, creature: Creature, variant: int, frames: int | None) -> Take:
    if animation is None:
        speed = walking_speed(creature)
        count = _WALK_FRAMES if frames is None else 4 * frames
        return record(None, creature, seconds=(count - 1) * _CLOSER, frames=count, speed=speed)
    count = max(math.ceil(animation.duration * _FPS) + 1, 4) if frames is None else frames
    return record(animation, creature, variant=variant, frames=count)


def _closer(take: Take, animation: GeneralAnimation | None, variant: int) -> Take | None:
    """The roughest moment again in short frames; None for gaits and where nothing can jump."""
    rough = jerk(take)
    if animation is None or rough.value <= JERK_LIMIT:
        return None
    apart = float(take.times[1] - take.times[0])
    start = max(0.0, float(take.times[rough.frame]) - apart)
    frames = math.ceil(3.0 * apart / _CLOSER) + 1
    return record(
        animation,
        take.creature,
        variant=variant,
        start=start,
        seconds=(frames - 1) * _CLOSER,
        frames=frames,
    )


def _picture(take: Take, shape: GridShape, wrong: tuple[Failure, ...]) -> dict[str, Any]:
    if not wrong:
        moved = np.linalg.norm(take.positions - take.positions[0], axis=-1).max(axis=1)
        return thumbnail(take, shape, int(moved.argmax()))
    first = wrong[0]
    return thumbnail(take, shape, int(np.abs(take.times - first.time).argmin()), first.body)
