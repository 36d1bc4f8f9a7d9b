"""Scores of a take, and its failures, each with a reason in words.

The limits are estimates, set after looking at some pairs, not yet at both sides of each. Lengths are judged
against the creature's own size.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.grid.measures import (
    GoalCounts,
    Measure,
    buckling,
    count_goals,
    foot_slip,
    goal_error,
    intersection,
    jerk,
    penetration,
    stretch,
)
from kinegraph.creatures.grid.shape import GridShape
from kinegraph.creatures.grid.take import Take
from kinegraph.creatures.grid.turns import body_shake, orientation_error, turn_per_frame
from kinegraph.creatures.ik.spine_kernels import LONGEST, SHORTEST

GOAL_LIMIT = 0.075  # share of a limb's length: a larger miss is visible
SLIP_LIMIT = 0.02  # share of the creature's size: less is hidden by the width of the foot
GROUND_LIMIT = 0.04  # share of the creature's size: flesh at rest is pressed in by that much
FOLD_LIMIT = math.radians(80.0)  # a neck that looks down bends by 60 degrees; beyond 80 the skin overlaps
INSIDE_LIMIT = 0.45  # diameters of the thinner one: contact passes, penetration fails
JERK_LIMIT = 0.03  # share of the creature's size in a frame of 1/240 s: a jump of 1.5 %, visible as a flicker
FACING_LIMIT = math.radians(20.0)  # a palm or a sole that is turned by more faces another way
TURN_LIMIT = math.radians(45.0)  # in a frame of 1/60 s: more looks like a pop
SHAKE_LIMIT = math.radians(8.0)  # peak to peak: less looks like life, more like a fault
STRETCH_LIMITS = (SHORTEST - 0.01, LONGEST + 0.01)  # the solver's limits, and rounding


class Reason(StrEnum):
    """The reason for a failure."""

    ERROR = "error"
    NUMBERS = "not a number"
    GOAL = "goal missed"
    SLIP = "foot slips"
    GROUND = "in the ground"
    BUCKLING = "spine buckles"
    INSIDE = "runs into itself"
    JERK = "jumps"
    FACING = "faces the wrong way"
    TURN = "flips"
    SHAKE = "shakes"
    STRETCH = "overstretched"


@dataclass(frozen=True)
class Failure:
    """One failure. text: A clause that describes it. body: Its body, or -1. time: Its time [s]."""

    reason: Reason
    text: str
    body: int = -1
    time: float = 0.0


@dataclass(frozen=True)
class Scores:
    """The worst of each measure of a take.

    goal_error: Share of limb length. counts: How many goals there are; those out of reach do not count.
    foot_slip, penetration: [m]. buckling: [rad]. intersection: Diameters. jerk: Share of size per frame.
    facing, shake: [rad]. turn: [rad] per frame of 1/60 s. shortest, longest: Shares of rest length.
    """

    size: float
    goal_error: Measure
    counts: GoalCounts
    foot_slip: Measure
    penetration: Measure
    buckling: Measure
    intersection: Measure
    jerk: Measure
    facing: Measure
    turn: Measure
    shake: Measure
    shortest: Measure
    longest: Measure
    times: tuple[float, ...] = field(repr=False)

    @property
    def out_of_reach(self) -> float:
        """Share of the goals that do not count."""
        return self.counts.excused / self.counts.goals if self.counts.goals else 0.0

    @property
    def missed(self) -> float:
        """Share of the goals that do not count and are missed."""
        return self.counts.missed / self.counts.goals if self.counts.goals else 0.0

    @property
    def severity(self) -> float:
        """The worst measure as a share of its limit: above 1 it fails."""
        return max(
            self.goal_error.value / GOAL_LIMIT,
            self.foot_slip.value / (SLIP_LIMIT * self.size),
            self.penetration.value / (GROUND_LIMIT * self.size),
            self.buckling.value / FOLD_LIMIT,
            self.intersection.value / INSIDE_LIMIT,
            self.jerk.value / JERK_LIMIT,
            self.facing.value / FACING_LIMIT,
            self.turn.value / TURN_LIMIT,
            self.shake.value / SHAKE_LIMIT,
        )


def scores(take: Take, shape: GridShape, closer: Take | None = None) -> Scores:
    """All measures of a take of finite numbers.

    closer: A stretch of the same in frames of 1/240 s, on which jerk is measured instead.
    """
    shortest, longest = stretch(take)
    jumps = jerk(take if closer is None else closer)
    if closer is not None:
        nearest = min(range(len(take)), key=lambda frame: abs(take.times[frame] - closer.times[jumps.frame]))
        jumps = Measure(jumps.value, jumps.body, nearest)
    return Scores(
        float(take.creature.size.max()),
        goal_error(take, shape),
        count_goals(take, shape, GOAL_LIMIT),
        foot_slip(take),
        penetration(take, shape),
        buckling(take),
        intersection(take, shape),
        jumps,
        orientation_error(take),
        turn_per_frame(take),
        body_shake(take),
        shortest,
        longest,
        tuple(take.times.tolist()),
    )


def failures(creature: Creature, found: Scores) -> tuple[Failure, ...]:
    """The failures of a take, the worst kinds first."""
    return tuple(_failures(creature, found))


def _failures(creature: Creature, found: Scores) -> Iterator[Failure]:
    def failure(reason: Reason, measure: Measure, text: str) -> Failure:
        names = creature.character.skeleton.names
        time = found.times[measure.frame]
        words = text.format(names[measure.body], names[measure.other])
        return Failure(reason, f"{words} at {time:.2f} s", measure.body, time)

    low, high = STRETCH_LIMITS
    if found.goal_error.value > GOAL_LIMIT:
        missed = f"{{}} is {found.goal_error.value:.0%} of its limb's length from its goal"
        yield failure(Reason.GOAL, found.goal_error, missed)
    if found.foot_slip.value > SLIP_LIMIT * found.size:
        yield failure(
            Reason.SLIP,
            found.foot_slip,
            f"{{}} slides by {1000 * found.foot_slip.value:.0f} mm where it stands",
        )
    if found.penetration.value > GROUND_LIMIT * found.size:
        deep = f"{{}} is {1000 * found.penetration.value:.0f} mm in the ground"
        yield failure(Reason.GROUND, found.penetration, deep)
    if found.buckling.value > FOLD_LIMIT:
        folded = f"the spine folds by {math.degrees(found.buckling.value):.0f}° at {{}}"
        yield failure(Reason.BUCKLING, found.buckling, folded)
    if found.intersection.value > INSIDE_LIMIT:
        ran = f"{{}} runs into {{}} by {found.intersection.value:.1f} of the thinner one's thickness"
        yield failure(Reason.INSIDE, found.intersection, ran)
    if found.jerk.value > JERK_LIMIT:
        yield failure(
            Reason.JERK, found.jerk, f"{{}} jumps by {found.jerk.value / 2:.1%} of the creature's size"
        )
    if found.facing.value > FACING_LIMIT:
        off = f"{{}} is turned {math.degrees(found.facing.value):.0f}° from its goal"
        yield failure(Reason.FACING, found.facing, off)
    if found.turn.value > TURN_LIMIT:
        flipped = f"{{}} turns by {math.degrees(found.turn.value):.0f}° in a frame"
        yield failure(Reason.TURN, found.turn, flipped)
    if found.shake.value > SHAKE_LIMIT:
        shook = f"{{}} shakes by {math.degrees(found.shake.value):.0f}°"
        yield failure(Reason.SHAKE, found.shake, shook)
    if found.shortest.value < low:
        yield failure(Reason.STRETCH, found.shortest, f"{{}} is squashed to {found.shortest.value:.0%}")
    if found.longest.value > high:
        yield failure(Reason.STRETCH, found.longest, f"{{}} is stretched to {found.longest.value:.0%}")
