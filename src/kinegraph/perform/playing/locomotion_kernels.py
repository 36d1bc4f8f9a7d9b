"""Compiled locomotion: where the base goes while points of the body take turns standing."""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import quaternion, rotate
from kinegraph.core.kernels.vectors import add, set_vector, vector
from kinegraph.core.kinematics.forward_kernels import frame_transforms

# Layout of the state that is carried from frame to frame.
X, Z, SPEED_X, SPEED_Z, SUPPORT, HEADING_X, HEADING_Z = 0, 1, 2, 3, 4, 5, 6
STATE = 7
NO_POINT = -1.0

_GLIDE = 0.12  # time in which the speed of a base without a standing point falls to a third [s]
_MEMORY = 0.3  # time over which the motion of the lowest points is averaged into the heading [s]


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
def walk_frames(points, before, seconds, margin, hold, hover, turning, state, previous, offsets):
    """Writes (F, 3) what to add to the base in each frame, so that the standing point stays where it is.

    points: (F, P, 3) the marked points before anything is added [m].
    before: Whether `previous` (P, 3) holds the points of the frame before the first; the last are left in it.
    seconds: From frame to frame.
    margin, hold: Points at most this much above the lowest may come to stand, and may go on standing [m].
    hover: Up to this height the lowest point is brought down to the ground, fading out at twice as much [m].
    turning: A heading slower than this is ignored [m/s].
    state: (STATE,) carried on.
    """
    for frame in range(points.shape[0]):
        lowest = math.inf
        for point in range(points.shape[1]):
            lowest = min(lowest, points[frame, point, 1])
        fall = _grounding(lowest, hover)
        if before or frame > 0:
            if lowest > 2.0 * hover:
                state[SUPPORT] = NO_POINT
            else:
                _stand(points[frame], previous, seconds, lowest + margin, lowest + hold, turning, state)
            state[X] += state[SPEED_X] * seconds
            state[Z] += state[SPEED_Z] * seconds
        offsets[frame, 0], offsets[frame, 1], offsets[frame, 2] = state[X], fall, state[Z]
        previous[:] = points[frame]


@cached_kernel(nogil=True, error_model="numpy")
def _grounding(lowest, hover):
    """How far to move the body up or down [m]: onto the ground from near it, not at all from high above."""
    if lowest <= hover:
        return -lowest
    return -lowest * (1.0 - smoothstep((lowest - hover) / hover))


@cached_kernel(nogil=True, error_model="numpy")
def _stand(points, previous, seconds, height, hold, turning, state):
    """Chooses the standing point, and takes the base's speed from it.

    A point up to `height` may start to stand, one up to `hold` may keep standing. A point stands until it
    rises or would push the base back. Then the point that carries the base on best takes over. Where there is
    none, the base glides on, ever slower, until its heading has changed: feet that change over late do not
    make the character waddle.
    """
    _turn_heading(points, previous, seconds, state)
    support = int(state[SUPPORT])
    if support >= 0 and points[support, 1] <= hold and _along(points, previous, support, state) >= 0.0:
        best = support
    else:
        best = _carrier(points, previous, height, state)
        if _along(points, previous, best, state) < 0.0:
            best = _carrier(points, previous, hold, state)
    heads = math.hypot(state[HEADING_X], state[HEADING_Z]) > turning
    if heads and _along(points, previous, best, state) < 0.0:
        glide = math.exp(-seconds / _GLIDE)
        state[SUPPORT] = NO_POINT
        state[SPEED_X] *= glide
        state[SPEED_Z] *= glide
        return
    state[SUPPORT] = best
    state[SPEED_X] = (previous[best, 0] - points[best, 0]) / seconds
    state[SPEED_Z] = (previous[best, 2] - points[best, 2]) / seconds


@cached_kernel(nogil=True, error_model="numpy")
def _turn_heading(points, previous, seconds, state):
    """Lets the heading follow the speed that the lowest points give; a moment's wrong foot hardly counts."""
    lowest = 0
    for point in range(points.shape[0]):
        if points[point, 1] < points[lowest, 1]:
            lowest = point
    share = 1.0 - math.exp(-seconds / _MEMORY)
    state[HEADING_X] += share * ((previous[lowest, 0] - points[lowest, 0]) / seconds - state[HEADING_X])
    state[HEADING_Z] += share * ((previous[lowest, 2] - points[lowest, 2]) / seconds - state[HEADING_Z])


@cached_kernel(nogil=True, error_model="numpy")
def _along(points, previous, point, state):
    """How far the base would go where the character is heading, if a point stood: negative is back."""
    return state[HEADING_X] * (previous[point, 0] - points[point, 0]) + state[HEADING_Z] * (
        previous[point, 2] - points[point, 2]
    )


@cached_kernel(nogil=True, error_model="numpy")
def _carrier(points, previous, height, state):
    """The point up to a height that carries the base on best; of equals the lowest."""
    best, best_along = -1, -math.inf
    for point in range(points.shape[0]):
        if points[point, 1] <= height:
            along = _along(points, previous, point, state)
            if along > best_along or (along == best_along and points[point, 1] < points[best, 1]):
                best, best_along = point, along
    return best


def new_state() -> np.ndarray:
    """The state of a character that has not moved yet."""
    state = np.zeros(STATE)
    state[SUPPORT] = NO_POINT
    return state
