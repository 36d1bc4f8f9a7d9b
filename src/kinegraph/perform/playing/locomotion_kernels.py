"""Compiled locomotion: where the base goes while points of the body take turns standing (Igarashi, 5.2)."""

import math
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import quaternion, rotate
from kinegraph.core.kernels.vectors import add, set_vector, vector
from kinegraph.core.kinematics.forward_kernels import frame_transforms

# Layout of the state that is carried from frame to frame.
X, Z, SPEED_X, SPEED_Z, SUPPORT, HEADING_X, HEADING_Z, PACE, STEADY, SPARE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
BEGUN = 10  # 1 after the first frame
STATE = 11
NO_POINT = -1.0
HOVER, PATIENCE = 0, 1  # of WalkerMemory.reaches

_STANCE = 0.06  # time over which the push of the feet is averaged into the speed of a take-off [s]
_MEMORY = 0.3  # time over which it is averaged into the heading, and the points' speed into their pace [s]
_SETTLED = 1.2  # a hand that has neither stopped nor turned round for so long walks steadily [s]
_STRAIGHT = 0.6  # a base that gets ahead by less than this share of the points' pace has no heading
_STOPPED = 0.2  # share of their pace below which points have stopped
_SPARED = 0.003  # share of the way ahead that a base may wait later on, so that small steps do not slip


class WalkerMemory(NamedTuple):
    """A walker as kernels take it.

    joints, offsets: (P,) the joint that carries each point, and (P, 3) the point in its frame [m].
    reaches: HOVER, the height [m] up to which the lowest point is brought down to the ground, fading out at
        twice as much; PATIENCE, by how much at most [m] the base waits in a steady walk for feet that push it
        back, and by no more than a small share of its way.
    state: (STATE,) carried on from frame to frame.
    previous, way: (P, 3) where the points were in the last frame, and how far they moved to there [m].
    """

    joints: Ints
    offsets: Floats
    reaches: Floats
    state: Floats
    previous: Floats
    way: Floats


@cached_kernel(nogil=True, error_model="numpy")
def mark_points(parents, slides, rotations, joints, offsets, points):
    """Writes (F, P, 3) where points on joints are in the world [m].

    slides, rotations: (F, J, 3) [m] and (F, J, 4) local; the root's slide is where it is.
    joints, offsets: (P,) the joint that carries each point, and (P, 3) the point in its frame [m].
    """
    count = len(parents)
    positions, world = np.empty((count, 3)), np.empty((count, 4))
    for frame in range(len(slides)):
        frame_transforms(parents, slides[frame, 0], slides[frame], rotations[frame], positions, world)
        for point in range(len(joints)):
            joint = joints[point]
            away = rotate(quaternion(world, joint), vector(offsets, point))
            set_vector(points[frame], point, add(vector(positions, joint), away))


@cached_kernel(nogil=True, error_model="numpy")
def walk_frames(points, seconds, walker, offsets):
    """Writes (F, 3) what to add to the base in each frame, so that the lowest point stays where it is.

    points: (F, P, 3) the marked points before anything is added [m].
    seconds: From frame to frame.
    walker: `WalkerMemory`, carried on.
    """
    hover, patience = walker.reaches[HOVER], walker.reaches[PATIENCE]
    state, previous, way = walker.state, walker.previous, walker.way
    for frame in range(points.shape[0]):
        now = points[frame]
        lowest = _lowest(now)
        if state[BEGUN] > 0.0:
            _notice_hand(previous, now, way, seconds, state)
            _advance(previous, now, seconds, 2.0 * hover, patience, state)
        state[SUPPORT] = lowest if now[lowest, 1] <= 2.0 * hover else NO_POINT
        offsets[frame, 0], offsets[frame, 2] = state[X], state[Z]
        offsets[frame, 1] = _grounding(now[lowest, 1], hover)
        previous[:] = now
        state[BEGUN] = 1.0


@cached_kernel(nogil=True, error_model="numpy")
def _grounding(lowest, hover):
    """Height by which to move the body [m]: onto the ground from near it, not at all from high above."""
    if lowest <= hover:
        return -lowest
    return -lowest * (1.0 - smoothstep((lowest - hover) / hover))


@cached_kernel(nogil=True, error_model="numpy")
def _notice_hand(previous, now, way, seconds, state):
    """Notices a hand that stops or turns round, since then all points do, and drops the heading."""
    square, back = 0.0, 0.0
    for point in range(now.shape[0]):
        for axis in range(3):
            moved = now[point, axis] - previous[point, axis]
            square += moved * moved
            back -= moved * way[point, axis]
            way[point, axis] = moved
    speed = math.sqrt(square / now.shape[0]) / seconds
    state[PACE] += (1.0 - math.exp(-seconds / _MEMORY)) * (speed - state[PACE])
    state[STEADY] += seconds
    if back > 0.0 or speed < _STOPPED * state[PACE]:
        state[HEADING_X] = state[HEADING_Z] = state[STEADY] = state[SPARE] = 0.0


@cached_kernel(nogil=True, error_model="numpy")
def _wait(x, z, patience, seconds, state):
    """The push of the feet without the part that goes back in a steady walk, as long as that is short.

    A foot that comes down a little early, still on its way forward, would make the character waddle. What it
    may wait is spared from the way that it goes ahead: slip stays a small share of the way.
    """
    heading = math.hypot(state[HEADING_X], state[HEADING_Z])
    share = 1.0 - math.exp(-seconds / _MEMORY)
    ahead_x, ahead_z = state[HEADING_X], state[HEADING_Z]
    state[HEADING_X] += share * (x / seconds - state[HEADING_X])
    state[HEADING_Z] += share * (z / seconds - state[HEADING_Z])
    back = -(x * ahead_x + z * ahead_z) / max(heading, 1e-12)
    if back <= 0.0:
        state[SPARE] = min(state[SPARE] - _SPARED * back, patience)
    if back <= 0.0 or heading <= _STRAIGHT * state[PACE] or state[STEADY] < _SETTLED:
        return x, z
    waits = min(back, state[SPARE])
    state[SPARE] -= waits
    return x + waits * ahead_x / heading, z + waits * ahead_z / heading


@cached_kernel(nogil=True, error_model="numpy")
def _advance(previous, now, seconds, air, patience, state):
    """Moves the base by what feet push in one frame, and by its own speed while all of them are in the air.

    air: A lowest point above this height stands on nothing [m].
    """
    before, after = previous[_lowest(previous), 1], now[_lowest(now), 1]
    standing = 1.0
    if before > air and after > air:
        standing = 0.0
    elif before > air or after > air:
        standing = (air - min(before, after)) / abs(before - after)
    flown = (1.0 - standing) * seconds
    state[X] += flown * state[SPEED_X]
    state[Z] += flown * state[SPEED_Z]
    if standing > 0.0:
        x, z = _push(previous, now)
        x, z = _wait(x, z, patience, seconds, state)
        state[X] += standing * x
        state[Z] += standing * z
        share = 1.0 - math.exp(-standing * seconds / _STANCE)
        state[SPEED_X] += share * (x / seconds - state[SPEED_X])
        state[SPEED_Z] += share * (z / seconds - state[SPEED_Z])


@cached_kernel(nogil=True, error_model="numpy")
def _push(previous, now):
    """Step of the base in a frame whose lowest point does not slip, along x and z [m].

    Points move straight from frame to frame. Where another point becomes the lowest on the way, each counts
    for its part of the frame: whole frames would push back what the foot in the air has come forward.
    """
    stands, passed = _lowest(previous), 0.0
    x, z = 0.0, 0.0
    for _ in range(now.shape[0]):
        follows, meeting = stands, 1.0
        rise = now[stands, 1] - previous[stands, 1]
        for point in range(now.shape[0]):
            closing = rise - (now[point, 1] - previous[point, 1])
            if closing > 0.0:
                at = max((previous[point, 1] - previous[stands, 1]) / closing, passed)
                if at < meeting:
                    follows, meeting = point, at
        x += (meeting - passed) * (previous[stands, 0] - now[stands, 0])
        z += (meeting - passed) * (previous[stands, 2] - now[stands, 2])
        if follows == stands:
            break
        stands, passed = follows, meeting
    return x, z


@cached_kernel(nogil=True, error_model="numpy")
def _lowest(points):
    """The lowest of (P, 3) points."""
    lowest = 0
    for point in range(points.shape[0]):
        if points[point, 1] < points[lowest, 1]:
            lowest = point
    return lowest


def new_state() -> np.ndarray:
    """The state of a character that has not moved yet."""
    state = np.zeros(STATE)
    state[SUPPORT] = NO_POINT
    return state
