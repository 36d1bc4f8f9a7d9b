"""Choreography: plans drawn motions, one after another, onto the score."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.motion import Motion
from kinegraph.doodles.performing.body_path import plan_body
from kinegraph.doodles.performing.channels import TURNING
from kinegraph.doodles.performing.footsteps import (
    FootArc,
    flatten_landed,
    fly,
    glide,
    hold,
    let_go,
    march,
    roll,
    settle,
    swing,
)
from kinegraph.doodles.performing.handholds import plan_hands
from kinegraph.doodles.performing.heading import leftward
from kinegraph.doodles.performing.move import (
    Move,
    keyframe,
    move_of,
    whole_turns,
)
from kinegraph.doodles.performing.score import Score
from kinegraph.doodles.performing.stages import Footwork
from kinegraph.doodles.performing.tracks import catmull_rom_slopes, limit_slopes

_APART = 0.12  # feet farther apart than this are brought together first [leg lengths]
_GATHERING = Footwork(foot="trail", path="step", to="beside", height=0.07, leave=30.0, middle=15.0)


def plan_motion(score: Score, motion: Motion, heading: float | None = None) -> None:
    """Appends a motion to the score: it begins at the end of the score, and ends as drawn.

    heading: At the end [rad]; None: the direction of travel.
    """
    move = move_of(motion, score, heading)
    _plan_angles(score, move)
    _plan_feet(score, move)
    plan_hands(score, move)
    plan_body(score, move)
    stance = score.stance
    stance.time, stance.place, stance.heading = float(move.times[-1]), move.end, move.heading


def _plan_angles(score: Score, move: Move) -> None:
    """Catmull-Rom from keyframe to keyframe, at rest in the last one."""
    track = score.angles
    base = whole_turns(track.last)
    values = np.array([track.last, *(keyframe(move, stage, base) for stage in move.stages.stages)])
    slopes = catmull_rom_slopes(move.times, values, track.last_slope, np.zeros(track.width))
    turning = list(TURNING)
    slopes[:, turning] = limit_slopes(move.times, values[:, turning], slopes[:, turning])
    for time, value, slope in list(zip(move.times, values, slopes, strict=True)):
        track.add(time, value, slope)


def _plan_feet(score: Score, move: Move) -> None:
    """Plans the footwork, in the order of time for each foot; feet without footwork stay in place."""
    if move.stages.gather:
        _gather(score, move)
    begins = {work.foot: work.leaves for work in reversed(move.stages.footwork)}
    for side in (0, 1):
        role = "lead" if side == move.lead else "trail"
        first = begins.get(role, begins.get("both", ""))
        if score.stance.planted[side] is not None and first != "start":
            settle(score, side, float(move.times[1]), np.radians(move.stages.stance))
    for work in sorted(move.stages.footwork, key=lambda each: move.time_of(each.leaves)):
        for role in ("lead", "trail") if work.foot == "both" else (work.foot,):
            _do_footwork(score, move, work, move.side(role))
    for side in (0, 1):
        flatten_landed(score, side, float(move.times[-1]), np.radians(move.stages.stance))
        hold(score, side, float(move.times[-1]))


def _gather(score: Score, move: Move) -> None:
    """Brings the foot that is behind, or in the air, beside the other one in the first stage."""
    start, end = float(move.times[0]), float(move.times[0] + 0.9 * (move.times[1] - move.times[0]))
    planted = [since is not None for since in score.stance.planted]
    if all(planted):
        far = [np.linalg.norm((score.feet[side].last[:3] - move.start)[[0, 2]]) for side in (0, 1)]
        mover = int(np.argmax(far))
        apart = score.feet[0].last[:3] - score.feet[1].last[:3]
        beside = 2.0 * score.puppet.hip_half * leftward(move.before)
        if (
            min(np.linalg.norm((apart - beside)[[0, 2]]), np.linalg.norm((apart + beside)[[0, 2]]))
            < _APART * score.puppet.leg
        ):
            return
    else:
        mover = planted.index(False)
    _swing(score, move, _GATHERING, mover, start, end)


def _do_footwork(score: Score, move: Move, work: Footwork, side: int) -> None:
    start = move.time_of(work.leaves)
    end = move.time_of(work.lands) if work.lands else float(move.times[-1])
    if work.path == "roll":
        if score.stance.planted[side] is not None:
            roll(score, side, start, end, np.radians(work.land))
    elif work.path == "raise":
        let_go(score, side, start, end)
    elif work.path == "fly":
        fly(score, side, start, end, *_target(score, move, work, side, end), work, _reach(move, start, end))
    elif work.path == "glide":
        glide(score, side, start, end, *_target(score, move, work, side, end), work)
    else:
        _swing(score, move, work, side, start, end)


def _reach(move: Move, start: float, end: float) -> float:
    """Share of a foot's time off the ground in which it reaches for the ground again."""
    air = sum(np.diff(move.times)[i] for i, stage in enumerate(move.stages.stages) if stage.by == "air")
    return float(np.clip(move.stages.reach * max(air, 1e-6) / max(end - start, 1e-6), 0.05, 0.6))


def _swing(score: Score, move: Move, work: Footwork, side: int, start: float, end: float) -> None:
    target, yaw = _target(score, move, work, side, end)
    if work.straight:
        march(score, side, start, end, target, yaw, work, work.height * max(move.height, 0.0))
        return
    if work.path == "swing":
        when = float(np.clip((move.apex_time - start) / (end - start), 0.2, 0.8))
        arc = FootArc(float(np.clip(move.share, 0.2, 0.8)), when, work.height * max(move.height, 0.0))
    else:
        arc = FootArc(0.5, 0.5, work.height * score.puppet.leg)
    swing(score, side, start, end, target, yaw, work, arc)


def _target(score: Score, move: Move, work: Footwork, side: int, end: float) -> tuple[Floats, float]:
    """(3,) landing place of a foot, to the side of the drawn path, and its yaw."""
    yaw = move.heading_at(end)
    sign = 2 * side - 1
    if work.to == "beside":
        other = score.feet[1 - side].at(np.array([end]))[0, :3]
        place = other + 2.0 * sign * score.puppet.hip_half * leftward(yaw)
    else:
        place = move.start + work.to * move.way + sign * score.puppet.hip_half * leftward(yaw)
    if work.ahead:
        flat = move.way * [1.0, 0.0, 1.0]
        length = float(np.linalg.norm(flat))
        place = place + work.ahead * score.puppet.leg * (flat / length if length > 1e-9 else 0.0)
    place[1] = score.height(place)
    return place, yaw
