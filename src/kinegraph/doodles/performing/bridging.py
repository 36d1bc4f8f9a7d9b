"""Bridging: the beginning of a performance, standing, walking to the start of the next motion, and turning
around."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.motion import STAND, Motion, Piece
from kinegraph.doodles.performing.channels import HEADING, pose_values
from kinegraph.doodles.performing.choreography import plan_motion
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet
from kinegraph.doodles.performing.heading import leftward
from kinegraph.doodles.performing.move import SHORTEST, heading_of
from kinegraph.doodles.performing.posing import Ground, pose_puppet
from kinegraph.doodles.performing.score import Score
from kinegraph.doodles.performing.stages import motion_stages

_SETTLING = 0.5  # seconds in which a character comes to a stand
_BREATH = 2.6  # seconds of one breath while it stands
_PAUSE = 0.3  # a shorter gap is not a rest; it becomes part of the next motion [s]
WALK_OVER = 0.12  # the shortest gap in which a character walks to the next start [s]
_NEAR = 0.2  # a nearer start counts as the place of the character [leg lengths]
_STEP, _STEP_TIME = 0.8, 0.5  # the longest step to a start [leg lengths], and its usual time [s]
_TURN, _TURN_TIME = 1.75, 0.45  # smallest turn for which the feet turn first [rad], and its longest time [s]


def start_score(
    puppet: DrawnPuppet, ground: Ground | None, time: float, place: Floats, heading: float
) -> Score:
    """A score that begins with the character standing at a place."""
    score = Score(puppet, ground)
    place = np.array(place, dtype=np.float64)
    place[1] = score.height(place)
    angles = pose_values({k: v for k, v in motion_stages(STAND).base.items() if k != "rise"}, 1)
    angles[HEADING] = heading
    score.angles.add(time, angles)
    for side in (0, 1):
        sole = place + (2 * side - 1) * puppet.hip_half * leftward(heading)
        sole[1] = score.height(sole)
        score.feet[side].add(time, [*sole, heading, 0.0, 1.0, 1.0])
        score.hands[side].add(time, np.zeros(4))
    hip_height = puppet.sizes.ankle_height + motion_stages(STAND).base.get("rise", 0.96) * puppet.leg
    root = place + np.array([0.0, hip_height, 0.0])
    center = pose_puppet(puppet, score.goals_at(np.array([time]), root[None]), ground, by_root=True).centers[
        0
    ]
    score.body.add(time, center)
    stance = score.stance
    stance.time, stance.place, stance.heading, stance.planted = time, place, heading, [time, time]
    return score


def add_piece(score: Score, piece: Piece) -> None:
    """Appends a piece of a line, and the steps to its start. Pieces that were not understood are left out:
    the character walks to the next start, or stands."""
    if not isinstance(piece, Motion):
        return
    if piece.name == STAND:
        stand_until(score, piece.end_time)
        return
    go_to(score, piece.start, piece.start_time)
    _turn_around(score, piece)
    for part in _divide_motion(score, piece):
        plan_motion(score, part)


def stand_until(score: Score, time: float) -> None:
    """The character comes to a stand and breathes until `time` [s]."""
    waited = time - score.stance.time
    if waited <= 1e-6:
        return
    settled = min(_SETTLING, waited)
    if waited - settled < _PAUSE:
        settled = waited
    _move_on_spot(score, "settle", settled)
    waited -= settled
    if waited > 1e-6:
        breaths = max(1, round(waited / _BREATH))
        for _ in range(breaths):
            _move_on_spot(score, STAND, waited / breaths)


def go_to(score: Score, start: Floats, time: float) -> None:
    """Steps to the start of the next motion and stands there until it begins, as far as time allows."""
    gap = time - score.stance.time
    way = (start - score.stance.place) * [1.0, 0.0, 1.0]
    distance = float(np.linalg.norm(way))
    leg = score.puppet.leg
    if gap < WALK_OVER:
        return
    if distance > _NEAR * leg:
        # With far to go in a short time, giant steps are better than a delay of minutes.
        steps = max(1, min(int(np.ceil(distance / (_STEP * leg))), int(gap / SHORTEST)))
        each = min(_STEP_TIME, gap / steps)
        origin, begin = score.stance.place.copy(), score.stance.time
        for step in range(1, steps + 1):
            plan_motion(score, _step(origin + way * step / steps, score, begin + step * each))
    if time - score.stance.time >= _PAUSE:
        stand_until(score, time)


def _step(end: Floats, score: Score, end_time: float) -> Motion:
    """A plain step to a place; backwards where that is behind and near."""
    start, time = score.stance.place, score.stance.time
    end_time = max(end_time, time)  # steps have a least duration: a hurried character is already late
    way = end - start
    facing = score.stance.heading
    backward = bool(way[0] * np.sin(facing) + way[2] * np.cos(facing) < 0.0)
    apex = 0.5 * (start + end) + [0.0, 0.12 * score.puppet.leg, 0.0]
    return Motion("walk", backward, start, end, apex, time, 0.5 * (time + end_time), end_time)


def _turn_around(score: Score, motion: Motion) -> None:
    """Turns the feet first if the turn is large, in a part of the motion's time."""
    heading = heading_of(motion, score)
    left = motion.end_time - score.stance.time
    if abs(heading - score.stance.heading) > _TURN and left > 0.0:
        _move_on_spot(score, "turn", min(_TURN_TIME, 0.4 * left), heading)


def _move_on_spot(score: Score, name: str, duration: float, heading: float | None = None) -> None:
    place, time = score.stance.place, score.stance.time
    motion = Motion(name, False, place, place, place, time, time + 0.5 * duration, time + duration)
    plan_motion(score, motion, score.stance.heading if heading is None else heading)


def _divide_motion(score: Score, motion: Motion) -> list[Motion]:
    """A motion that is too long for one stride, divided into equal parts."""
    longest = motion_stages(motion.name).pushes * score.puppet.leg
    start, now = score.stance.place, score.stance.time
    distance = float(np.linalg.norm((motion.end - start)[[0, 2]]))
    count = (
        1 if longest <= 0.0 else max(1, min(round(distance / longest), int((motion.end_time - now) / 0.25)))
    )
    if count == 1:
        return [motion]
    ends = [start + (motion.end - start) * part / count for part in range(count + 1)]
    times = np.linspace(now, motion.end_time, count + 1)
    return [
        Motion(
            motion.name,
            motion.backward,
            ends[part],
            ends[part + 1],
            0.5 * (ends[part] + ends[part + 1]),
            times[part],
            0.5 * (times[part] + times[part + 1]),
            times[part + 1],
        )
        for part in range(count)
    ]
