"""Move: a drawn motion from the present stance of a character, with the keyframes of its stages."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.motion import Motion
from kinegraph.doodles.performing.channels import (
    HEADING,
    PITCH,
    SPIN,
    TWIST,
    pose_values,
)
from kinegraph.doodles.performing.heading import heading_along
from kinegraph.doodles.performing.score import Score
from kinegraph.doodles.performing.stages import (
    BODY,
    TURNS,
    Stage,
    Stages,
    motion_stages,
)

GRAVITY = 9.81  # [m/s^2]
SHORTEST = 0.06  # least duration of a motion [s]: a faster drawing must still be visible
_LEAST_PART = 0.15  # least share of a motion's time before its apex, and after it
_QUICK, _QUICKEST = 0.7, 1.8  # turns per second from which on a body is tucked a little, and fully


@dataclass(frozen=True, eq=False)
class Move:
    """A motion to perform.

    start, end: (3,) on the ground [m]; times: (S + 1,) its beginning and the ends of its stages [s].
    share, height: place of the drawn apex along the path, 0..1, and its height over the line [m].
    lead: The leading side. before, heading: headings at the beginning and at the end [rad].
    factors: Of the additions to poses: stride, height, speed, spin.
    """

    stages: Stages
    start: Floats
    end: Floats
    times: Floats
    apex_time: float
    share: float
    height: float
    turns: float
    backward: bool
    lead: int
    before: float
    heading: float
    factors: Mapping[str, float]

    @property
    def way(self) -> Floats:
        """(3,) from start to end [m]."""
        return self.end - self.start

    def time_of(self, stage: str) -> float:
        """End of a stage [s]; "start" is the beginning."""
        names = [each.name for each in self.stages.stages]
        return float(self.times[names.index(stage) + 1] if stage in names else self.times[0])

    def progress_at(self, time: float) -> float:
        """Share of its time that has passed at a time, 0 to 1."""
        return float((time - self.times[0]) / (self.times[-1] - self.times[0]))

    def heading_at(self, time: float) -> float:
        """Heading at a time [rad]: it turns over the whole motion by a smoothstep."""
        done = self.progress_at(time)  # a plain number: the array smoothstep would cost more than the rest
        return self.before + (self.heading - self.before) * done * done * (3.0 - 2.0 * done)

    def side(self, role: str) -> int:
        """The side (0 right, 1 left) of the leading or the trailing foot."""
        return self.lead if role == "lead" else 1 - self.lead


def move_of(motion: Motion, score: Score, heading: float | None = None) -> Move:
    """The motion as a move from the end of the score.

    heading: At the end [rad]; None: the direction of travel.
    """
    stages = motion_stages(motion.name)
    stance, leg = score.stance, score.puppet.leg
    times, apex_time = _stage_times(stages, motion, stance.time)
    end = motion.end.copy()
    end[1] = score.height(motion.end)
    way = end - stance.place
    share, height = _drawn_apex(motion)
    heading = heading_of(motion, score) if heading is None else heading
    duration = times[-1] - times[0]
    distance = float(np.hypot(way[0], way[2]))
    turns = (motion.turns or 1.0) * stages.turns
    air = sum(np.diff(times)[i] for i, stage in enumerate(stages.stages) if stage.by == "air")
    factors = {
        "stride": min(distance / leg, 1.6),
        "height": min(max(height, 0.0) / leg, 2.0),
        "speed": min(distance / duration / np.sqrt(GRAVITY * leg), 2.0),
        "spin": float(np.clip((abs(turns) / max(air, 1e-3) - _QUICK) / (_QUICKEST - _QUICK), 0.0, 1.0)),
    }
    return Move(
        stages, stance.place.copy(), end, times, apex_time, share, height, turns, motion.backward,
        _leading_side(stages, score), stance.heading, heading, factors,
    )  # fmt: skip


def heading_of(motion: Motion, score: Score) -> float:
    """Heading of a motion [rad]: the direction of travel, or the opposite in a backward form."""
    away = motion.backward if motion_stages(motion.name).facing == "ahead" else True
    way = motion.end - score.stance.place
    return heading_along(way, score.stance.heading, away, shortest=0.03 * score.puppet.leg)


def _stage_times(stages: Stages, motion: Motion, now: float) -> tuple[Floats, float]:
    """(S + 1,) the beginning and the ends of the stages, and the time of the apex [s]."""
    duration = max(motion.end_time - now, SHORTEST)
    rising = np.clip((motion.apex_time - now) / duration, _LEAST_PART, 1.0 - _LEAST_PART)
    parts = [
        duration * (stage.ascent * rising + stage.descent * (1.0 - rising) + stage.whole)
        for stage in stages.stages
    ]
    times = now + np.concatenate([[0.0], np.cumsum(parts)])
    times[-1] = now + duration  # shares sum to one up to rounding
    return times, float(now + rising * duration)


def _drawn_apex(motion: Motion) -> tuple[float, float]:
    """Place of the apex along the path, 0..1, and its height over the line from start to end [m]."""
    way = motion.end - motion.start
    flat = way[0] ** 2 + way[2] ** 2
    up = motion.apex - motion.start
    share = 0.5 if flat < 1e-8 else float(np.clip((up[0] * way[0] + up[2] * way[2]) / flat, 0.12, 0.88))
    return share, float(motion.apex[1] - motion.start[1] - share * way[1])


def _leading_side(stages: Stages, score: Score) -> int:
    """The side that steps first: the foot in the air, otherwise the one that did not step last."""
    planted = [since is not None for since in score.stance.planted]
    standing = planted.index(True) if planted.count(True) == 1 else score.stance.last
    return standing if stages.lead == "standing" else 1 - standing


def written_pose(move: Move, stage: Stage) -> dict[str, float]:
    """The stage's keyframe by names: base, pose and all additions."""
    pose = dict(move.stages.base)
    pose.update(stage.pose)
    added = [(getattr(stage, f"with_{name}"), factor) for name, factor in move.factors.items()]
    added.append((stage.backward, 1.0 if move.backward else 0.0))
    for more, factor in added:
        for name, value in more.items():
            pose[name] = pose.get(name, 0.0) + factor * value
    return pose


def keyframe(move: Move, stage: Stage, base: Floats) -> Floats:
    """(C,) the channels at the end of a stage [rad]; `base` (C,) are the whole turns so far."""
    pose = written_pose(move, stage)
    values = pose_values({name: v for name, v in pose.items() if name not in BODY + TURNS}, move.lead)
    side = 2 * move.lead - 1
    values[PITCH] += 2.0 * np.pi * move.turns * pose.get("turn", 0.0)
    values[TWIST] += 2.0 * np.pi * side * pose.get("twist_turn", 0.0)
    values[SPIN] += 2.0 * np.pi * side * pose.get("spin_turn", 0.0)
    for column in (PITCH, TWIST, SPIN):
        values[column] += base[column]
    values[HEADING] = move.heading_at(move.time_of(stage.name))
    return values


def whole_turns(values: Floats) -> Floats:
    """(C,) the whole turns that a body has made about its axes, zero for all other channels [rad]."""
    base = np.zeros_like(values)
    for column in (PITCH, TWIST, SPIN):
        base[column] = 2.0 * np.pi * np.round(values[column] / (2.0 * np.pi))
    return base
