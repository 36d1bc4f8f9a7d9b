"""Compiled mixing: the pose of a track at any time. `tests/scenes/slow_mixing.py` has the plain twin."""

import math

import numpy as np

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import (
    conjugate,
    exponential,
    logarithm,
    multiply,
    quaternion,
    rotate,
    set_quaternion,
)
from kinegraph.scenes.mixing import columns as at

_ON_FRAME = 1e-9  # as in core.resample: a time this near to a frame is that frame


@part
def heading(turn, root_rest):
    """Angle about the vertical by which a root has turned from its rest [rad]."""
    q = multiply(turn, root_rest)
    return 2.0 * math.atan2(q[1], q[3])


@part
def _slerp(a, b, share):
    """From a at 0 to b at 1 along the shorter arc."""
    v = logarithm(multiply(conjugate(a), b))
    return multiply(a, exponential((v[0] * share, v[1] * share, v[2] * share)))


@part
def _ease(elapsed, fade):
    return 1.0 if fade <= 0.0 else smoothstep(elapsed / fade)


@stage
def _sample(tables, n, time, placed, places, turns):
    """Writes the pose of row n at a time. placed: Whether to move it to its place in the scene."""
    row = tables.rows[n]
    frame = row[at.LOW] + (time - row[at.START]) * row[at.RATE]
    frame = min(max(frame, row[at.LOW]), row[at.HIGH])
    whole = round(frame)
    if abs(frame - whole) >= _ON_FRAME * max(1.0, frame):
        whole = math.floor(frame)
        share = frame - whole
    else:
        share = 0.0
    here = int(row[at.FIRST]) + int(whole)
    after = here + 1 if share > 0.0 else here
    sliding = len(tables.slides) > 0
    for j in range(len(tables.offsets)):
        q = quaternion(tables.turns[here], j)
        if share > 0.0:
            q = _slerp(q, quaternion(tables.turns[after], j), share)
        set_quaternion(turns, j, q)
        for k in range(3):
            if sliding:
                low, high = tables.slides[here, j, k], tables.slides[after, j, k]
            else:
                low = high = tables.offsets[j, k]
            places[j, k] = low + share * (high - low)
    for k in range(3):
        low, high = tables.roots[here, k], tables.roots[after, k]
        places[0, k] = low + share * (high - low)
    if placed:
        turn = (0.0, row[at.TURN_Y], 0.0, row[at.TURN_W])
        set_quaternion(turns, 0, multiply(turn, quaternion(turns, 0)))
        moved = rotate(turn, (places[0, 0], places[0, 1], places[0, 2]))
        places[0, 0], places[0, 1] = moved[0] + row[at.X], moved[1] + row[at.Y]
        places[0, 2] = moved[2] + row[at.Z]


@stage
def _blend(mask, weight, from_places, from_turns, places, turns):
    """Moves a pose towards another. mask: (J + 1,) share of each joint, and of the root's place."""
    joints = len(places)
    for j in range(joints):
        share = weight * mask[j]
        if share > 0.0:
            q = quaternion(from_turns, j)
            if share < 1.0:
                q = _slerp(quaternion(turns, j), q, share)
            set_quaternion(turns, j, q)
        share = weight * (mask[joints] if j == 0 else mask[j])
        for k in range(3):
            places[j, k] += share * (from_places[j, k] - places[j, k])


@stage
def _add(tables, n, mask, weight, from_places, from_turns, places, turns):
    """Adds what row n changes from its reference. Its pose comes unplaced."""
    joints = len(places)
    start = int(tables.rows[n, at.REFERENCE])
    sliding = len(tables.slides) > 0
    share = weight * mask[joints]
    if share > 0.0:
        change = (
            from_places[0, 0] - tables.roots[start, 0],
            from_places[0, 1] - tables.roots[start, 1],
            from_places[0, 2] - tables.roots[start, 2],
        )
        turn = heading(quaternion(turns, 0), tables.root_rest)
        turn -= heading(quaternion(tables.turns[start], 0), tables.root_rest)
        change = rotate((0.0, math.sin(0.5 * turn), 0.0, math.cos(0.5 * turn)), change)
        for k in range(3):
            places[0, k] += share * change[k]
    for j in range(joints):
        share = weight * mask[j]
        if share > 0.0:
            v = logarithm(multiply(conjugate(quaternion(tables.turns[start], j)), quaternion(from_turns, j)))
            q = exponential((v[0] * share, v[1] * share, v[2] * share))
            set_quaternion(turns, j, multiply(quaternion(turns, j), q))
            if sliding and j > 0:
                for k in range(3):
                    places[j, k] += share * (from_places[j, k] - tables.slides[start, j, k])


@stage
def _play_base(tables, first, last, time, ones, spare_places, spare_turns, places, turns):
    """The latest pass that has begun, faded over those before it; each holds its end."""
    newest = first
    while newest + 1 < last and tables.rows[newest + 1, at.START] <= time:
        newest += 1
    oldest = newest
    while (
        oldest > first and _ease(time - tables.rows[oldest, at.START], tables.rows[oldest, at.FADE_IN]) < 1.0
    ):
        oldest -= 1
    _sample(tables, oldest, time, True, places, turns)
    for n in range(oldest + 1, newest + 1):
        share = _ease(time - tables.rows[n, at.START], tables.rows[n, at.FADE_IN])
        _sample(tables, n, time, True, spare_places, spare_turns)
        _blend(ones, share, spare_places, spare_turns, places, turns)


@kernel
def play_track(tables, times, places_out, turns_out):
    """Writes positions in the parents' frames (T, J, 3) and rotations (T, J, 4) at times (T,) [s]."""
    joints = len(tables.offsets)
    spare_places, spare_turns = np.empty((joints, 3)), np.empty((joints, 4))
    ones = np.ones(joints + 1)
    for t in range(len(times)):
        time, places, turns = times[t], places_out[t], turns_out[t]
        for layer in range(len(tables.spans)):
            first, last, kind = tables.spans[layer, 0], tables.spans[layer, 1], tables.kinds[layer]
            if kind == at.BASE:
                _play_base(tables, first, last, time, ones, spare_places, spare_turns, places, turns)
                continue
            for n in range(first, last):
                row = tables.rows[n]
                if row[at.START] <= time <= row[at.END]:
                    weight = row[at.WEIGHT] * _ease(time - row[at.START], row[at.FADE_IN])
                    weight *= _ease(row[at.END] - time, row[at.FADE_OUT])
                    if weight > 0.0:
                        placed = kind == at.OVERRIDE
                        _sample(tables, n, time, placed, spare_places, spare_turns)
                        mask = tables.masks[layer]
                        if placed:
                            _blend(mask, weight, spare_places, spare_turns, places, turns)
                        else:
                            _add(tables, n, mask, weight, spare_places, spare_turns, places, turns)
