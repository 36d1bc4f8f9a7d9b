"""Footsteps: the paths of feet through the air and over the ground, as keys on their tracks.

A foot's key is x, y, z of the sole [m], yaw, roll [rad], grip (1: the leg reaches for it, 0: the leg is
posed by its angles) and pull (1: the body may sink to keep the foot within reach).
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet
from kinegraph.doodles.performing.score import Score
from kinegraph.doodles.performing.stages import Footwork
from kinegraph.doodles.performing.tracks import catmull_rom_slopes

_FLATTEN = 0.10  # seconds in which a foot that landed on heel or ball becomes flat
_RELEASE = 0.14  # longest time in which a leg that pushed off changes to being posed by its angles [s]
_CLEARANCE = 0.03  # clearance of a swinging foot over obstacles [leg lengths]
# A marching foot: shares of its time, and of its height then.
_MARCH = np.array([[0.3, 0.0], [0.4, 0.22], [0.52, 0.68], [0.64, 1.0], [0.78, 0.8], [0.9, 0.35]])
_HIGHEST = 0.8  # largest rise of a swinging foot [leg lengths]: beyond it, the hip has no room


@dataclass(frozen=True, eq=False)
class FootArc:
    """The drawn arc that a foot follows.

    share: Place of its apex along the path, 0..1; when: time of its apex, 0..1; height: over the line between
    its ends [m].
    """

    share: float
    when: float
    height: float


def hold(score: Score, side: int, time: float) -> None:
    """Keeps a foot in its place until `time`."""
    track = score.feet[side]
    if track.end < time:
        track.add(time, track.last)


def flatten(score: Score, side: int, time: float, roll: float) -> None:
    """Rolls a foot on the ground flat (or to the roll of its stance) by `time`."""
    track = score.feet[side]
    if abs(track.last[at.FOOT_ROLL] - roll) > 1e-6 and track.end < time:
        key = track.last.copy()
        key[at.FOOT_ROLL] = roll
        track.add(time, key)


def flatten_landed(score: Score, side: int, until: float, stance: float) -> None:
    """Rolls a foot that landed before `until` flat by then, or to the roll of its stance [rad]."""
    since = score.stance.planted[side]
    if since is not None and score.feet[side].end <= since:
        flatten(score, side, min(since + _FLATTEN, until), stance)


def settle(score: Score, side: int, until: float, stance: float) -> None:
    """Rolls a foot that just landed flat soon, or to the roll of its stance [rad]."""
    track = score.feet[side]
    time = min(_FLATTEN, 0.6 * (until - track.end))
    # From the heel over the sole to the ball: the sole stays flat between.
    if track.last[at.FOOT_ROLL] < 0.0 < stance:
        flatten(score, side, track.end + 0.5 * time, 0.0)
        hold(score, side, track.end + 0.5 * time)
    flatten(score, side, track.end + time, stance)


def roll(score: Score, side: int, start: float, end: float, angle: float) -> None:
    """Rolls a planted foot to `angle` [rad] between two times."""
    hold(score, side, start)
    flatten(score, side, end, angle)


def swing(
    score: Score,
    side: int,
    start: float,
    end: float,
    target: Floats,
    yaw: float,
    work: Footwork,
    arc: FootArc,
) -> None:
    """Swings a foot through the air to `target` (3,), which it reaches at `end`, and plants it there."""
    track = score.feet[side]
    in_air = score.stance.planted[side] is None
    if in_air:
        _let_down(score, side, start)
    else:
        hold(score, side, start)
    score.lift(side, start)
    origin = track.last.copy()
    time = end - start
    line = 0.5 * (origin[1] + target[1])
    height = _HIGHEST * score.puppet.leg * np.tanh(arc.height / (_HIGHEST * score.puppet.leg))
    top = _height_to_clear(
        score, origin[:3], target, line + max(height, _CLEARANCE * score.puppet.leg), arc.share
    )
    apex, landed = origin.copy(), origin.copy()
    landed[:3], landed[at.FOOT_YAW], landed[at.FOOT_ROLL], landed[at.FOOT_GRIP], landed[at.FOOT_PULL] = (
        target,
        yaw,
        np.radians(work.land),
        1.0,
        1.0,
    )
    apex[:3] = origin[:3] + arc.share * (target - origin[:3])
    apex[at.Y] = top
    apex[at.FOOT_YAW] = origin[at.FOOT_YAW] + 0.5 * (yaw - origin[at.FOOT_YAW])
    apex[at.FOOT_ROLL], apex[at.FOOT_GRIP], apex[at.FOOT_PULL] = np.radians(work.middle), 1.0, 0.0
    peak = start + arc.when * time
    leaving, landing = np.zeros(at.FOOT_COLUMNS), np.zeros(at.FOOT_COLUMNS)
    leaving[at.Y] = 1.4 * (top - origin[1]) / (peak - start)
    leaving[at.FOOT_ROLL] = 2.0 * (np.radians(work.leave) - origin[at.FOOT_ROLL]) / (peak - start)
    landing[at.Y] = -1.6 * work.drop * (top - target[1]) / (end - peak)
    passing = np.zeros(at.FOOT_COLUMNS)
    passing[[at.X, at.Z, at.FOOT_YAW]] = _even_slope(origin, apex, landed, peak - start, end - peak)[
        [at.X, at.Z, at.FOOT_YAW]
    ]
    track.add(start, origin, leaving)
    track.add(peak, apex, passing)
    track.add(end, landed, landing)
    track.add(end, landed)
    score.plant(side, end)


def march(
    score: Score,
    side: int,
    start: float,
    end: float,
    target: Floats,
    yaw: float,
    work: Footwork,
    height: float,
) -> None:
    """Swings a straight leg low, throws it up ahead as high as drawn, and brings it down on `target`.

    height: Of the throw [m].
    """
    if score.stance.planted[side] is None:
        _let_down(score, side, start)
    hold(score, side, start)
    score.lift(side, start)
    track = score.feet[side]
    shares = np.array([0.0, *_MARCH[:, 0], 1.0])
    values = np.tile(track.last, (len(shares), 1))
    values[1:, at.FOOT_GRIP], values[1:, at.FOOT_PULL], values[-1, at.FOOT_PULL] = 1.0, 0.0, 1.0
    values[:, at.FOOT_YAW] += (yaw - track.last[at.FOOT_YAW]) * shares
    values[1:-1, :3] = _throw_path(score, side, start, target, min(height, 0.75 * score.puppet.leg))
    values[1:-1, at.FOOT_ROLL] = np.radians([work.leave, *[work.middle] * (len(_MARCH) - 1)])
    values[-1, :3], values[-1, at.FOOT_ROLL] = target, np.radians(work.land)
    times = start + (end - start) * shares
    slopes = catmull_rom_slopes(times, values, np.zeros(at.FOOT_COLUMNS), np.zeros(at.FOOT_COLUMNS))
    slopes[-1, 1] = -1.5 * work.drop * (values[-2, 1] - target[1]) / (times[-1] - times[-2])
    for when, value, slope in zip(times, values, slopes, strict=True):
        track.add(when, value, slope)
    track.add(end, values[-1])
    score.plant(side, end)


def _throw_path(score: Score, side: int, start: float, target: Floats, height: float) -> Floats:
    """(M, 3) places of the foot of a straight leg while it is thrown ahead of the evenly moving hips."""
    leg = 0.985 * score.puppet.leg
    standing = score.feet[1 - side].last[:3]
    hips = score.pose_at(np.array([start])).roots[0]
    ahead = (target - standing) * [1.0, 0.0, 1.0]
    ahead /= max(float(np.linalg.norm(ahead)), 1e-9)
    across = (target - standing) - ahead * ((target - standing) @ ahead)
    places = []
    for when, share in _MARCH:
        hip = hips + when * (0.5 * (standing + target) - hips)
        up = max(share * height, 0.03 * leg)
        far = np.sqrt(leg**2 - (leg - up) ** 2) if share > 0.0 else 0.0
        place = standing + ahead * ((hip - standing) @ ahead + far) + across
        place[1] = score.height(place) + up
        places.append(place)
    return np.array(places)


def ankle_height(puppet: DrawnPuppet, angle: float) -> float:
    """Height of the ankle of a foot that is rolled by `angle` [rad] over ball or heel [m]."""
    if angle <= 0.0:
        return float(np.cos(angle) * puppet.sizes.ankle_height - np.sin(angle) * puppet.sizes.heel_back)
    joint = puppet.sizes.ball_height
    lift = np.interp(np.degrees(angle), at.ROLL_STEP * np.arange(at.ROLL_LIFTS), puppet.arrays.roll_lifts)
    return float(
        joint
        + lift
        + np.cos(angle) * (puppet.sizes.ankle_height - joint)
        + np.sin(angle) * puppet.sizes.ball_ahead
    )


def _let_down(score: Score, side: int, time: float) -> None:
    """Continues the track of a foot in the air from its posed place."""
    track = score.feet[side]
    place = score.pose_at(np.array([time])).places[0, at.FOOT[side]]
    key = track.last.copy()
    key[:3] = place
    key[1] = max(place[1] - score.puppet.sizes.ankle_height, score.height(place))
    key[at.FOOT_ROLL], key[at.FOOT_GRIP], key[at.FOOT_PULL] = 0.0, 0.0, 0.0
    key[at.FOOT_YAW] = score.stance.heading
    track.add(time, key)


def _even_slope(a: Floats, b: Floats, c: Floats, first: float, second: float) -> Floats:
    """Slopes at b of a smooth path from a to c that does not turn back."""
    before, after = (b - a) / first, (c - b) / second
    both = np.where(
        before * after > 0.0, 2.0 * before * after / np.where(before + after == 0.0, 1.0, before + after), 0.0
    )
    return np.clip(
        1.5 * both,
        -3.0 * np.minimum(np.abs(before), np.abs(after)),
        3.0 * np.minimum(np.abs(before), np.abs(after)),
    )


def _height_to_clear(score: Score, origin: Floats, target: Floats, top: float, share: float) -> float:
    """Height of an arc's apex that keeps the foot above obstacles between its ends [m]."""
    if score.ground is None:
        return top
    along = np.linspace(0.05, 0.95, 19)
    under = score.ground(origin + along[:, None] * (target - origin))
    ends = np.where(along < share, origin[1], target[1])
    bend = np.where(along < share, along / share, (1.0 - along) / (1.0 - share))
    needed = ends + (under + _CLEARANCE * score.puppet.leg - ends) / np.maximum(
        np.sin(0.5 * np.pi * bend), 0.3
    )
    return float(max(top, np.where(under > ends - 1e-6, needed, -np.inf).max()))


def fly(
    score: Score,
    side: int,
    start: float,
    end: float,
    target: Floats,
    yaw: float,
    work: Footwork,
    share: float,
) -> None:
    """Lifts a foot at `start`, poses its leg by its angles, and lands it on `target` at `end`.

    share: Of the flight's time in which the leg reaches for the ground.
    """
    let_go(score, side, start, end)
    track = score.feet[side]
    key = track.last.copy()
    key[:3], key[at.FOOT_YAW], key[at.FOOT_ROLL] = target, yaw, np.radians(work.land)
    reaching = max(end - share * (end - start), track.end)
    track.add(reaching, key)
    key[at.FOOT_GRIP] = 1.0
    track.add(end, key)
    key[at.FOOT_PULL] = 1.0
    track.add(end, key)
    score.plant(side, end)


def let_go(score: Score, side: int, start: float, end: float) -> None:
    """Lifts a foot at `start`; its leg is posed by its angles well before `end`."""
    track = score.feet[side]
    hold(score, side, start)
    if track.last[at.FOOT_GRIP] > 0.0:
        key = track.last.copy()
        key[at.FOOT_PULL] = 0.0  # at once: a foot in the air does not hold the body back
        track.add(start, key)
        key[at.FOOT_GRIP] = 0.0
        track.add(start + min(_RELEASE, 0.4 * (end - start)), key)
    score.lift(side, start)


def glide(
    score: Score, side: int, start: float, end: float, target: Floats, yaw: float, work: Footwork
) -> None:
    """Slides a foot on the ground to `target`."""
    if score.stance.planted[side] is None:
        _let_down(score, side, start)
    hold(score, side, start)
    score.plant(side, start, gliding=True)
    track = score.feet[side]
    origin = track.last.copy()
    key = origin.copy()
    key[:3], key[at.FOOT_YAW], key[at.FOOT_ROLL], key[at.FOOT_GRIP], key[at.FOOT_PULL] = (
        target,
        yaw,
        np.radians(work.land),
        1.0,
        1.0,
    )
    middle = 0.5 * (origin + key)
    middle[at.FOOT_ROLL] = np.radians(work.middle)
    middle[at.FOOT_GRIP] = middle[at.FOOT_PULL] = 1.0
    slope = 1.25 * (key - origin) / max(end - start, 1e-6)
    slope[[at.Y, at.FOOT_ROLL, at.FOOT_GRIP, at.FOOT_PULL]] = 0.0
    track.add(0.5 * (start + end), middle, slope)
    track.add(end, key)
    score.plant(side, end)
