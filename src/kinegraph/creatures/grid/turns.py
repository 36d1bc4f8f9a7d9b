"""Measures of how bodies are turned: orientation of end bodies, turn per frame, shake of the torso."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_conjugate, quat_from_axis_angle, quat_multiply
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.grid.measures import Measure
from kinegraph.creatures.grid.reach import FULL
from kinegraph.creatures.grid.shake_kernels import to_and_fro
from kinegraph.creatures.grid.take import Take

FRAME = 1.0 / 60.0  # [s] turns are measured over frames of this length
_SHAKING = 0.4  # [s] what turns there, back and there again within this time shakes
_CYCLES = 2.0  # [s] likewise for a gait


def orientation_error(take: Take) -> Measure:
    """Angle between an end body (hand, foot, head) and its orientation goal of full weight [rad]."""
    ends = _ends(take.creature)
    asked = take.rotation_weights[:, ends] >= FULL
    off = _angle(quat_multiply(quat_conjugate(take.goal_rotations[:, ends]), take.rotations[:, ends]))
    return _worst(np.where(asked, off, 0.0), ends)


def turn_per_frame(take: Take) -> Measure:
    """Largest turn of a body in a frame of 1/60 s, beyond that of its orientation goal [rad].

    The turn of the whole creature with its heading does not count, nor what the animation asks for.
    """
    if len(take) < 2:
        return Measure(0.0)
    frames = FRAME / np.diff(take.times)[:, None]
    turned = _steps(_in_character(take, take.rotations)) * frames
    asked = _steps(_in_character(take, take.goal_rotations)) * frames
    meant = np.minimum(take.rotation_weights[1:], take.rotation_weights[:-1]) >= FULL
    roots = _steps(take.roots[:, None, 3:7]) * frames
    beyond = turned - np.maximum(np.where(meant, asked, 0.0), roots)
    worst = _worst(beyond, np.arange(len(take.creature)))
    return Measure(max(worst.value, 0.0), worst.body, worst.frame + 1)


def body_shake(take: Take) -> Measure:
    """Turn of a spine body to and fro beyond what the animation asks for [rad].

    It turns one way, back, and again, within a moment: a swing alone is no shaking. A gait should turn
    neither its root nor its other hips. In an animation the root goes where it is asked to, and others are
    seen from it; what it asks for is what the root does, and the orientation goals of spine and heads.
    """
    apart = float(take.times[1] - take.times[0]) if len(take) > 1 else 1.0
    window = round((_CYCLES if take.walks else _SHAKING) / apart)
    if window < 3:
        return Measure(0.0)
    creature = take.creature
    carried = {creature.root, *(leg.hip for leg in creature.legs)} if take.walks else set(creature.spine)
    spine = np.array(sorted(carried))
    turns = _in_character(take, take.rotations[:, spine])
    root = turns[:, spine == creature.root]
    if take.walks:
        shaken = _to_and_fro(turns, window)
    else:
        seen = quat_multiply(quat_conjugate(root), turns)
        heads = {*creature.spine, *creature.bodies_with(Cap.HEAD)}
        goals = [body for body in sorted(heads) if (take.rotation_weights[:, body] > 0.0).any()]
        asked = np.concatenate([root, take.goal_rotations[:, goals]], axis=1)
        shaken = np.maximum(_to_and_fro(seen, window) - _to_and_fro(asked, window).max(), 0.0)
    worst = int(np.argmax(shaken))
    return Measure(float(shaken[worst]), int(spine[worst]), len(take) // 2)


def _ends(creature: Creature) -> np.ndarray:
    """Hands, feet, and heads on necks of their own; the rotation of others is bound to what they carry."""
    kinds = {Cap.GRASPER, Cap.FOOT, Cap.HEAD}
    inner = {int(parent) for body, parent in enumerate(creature.parents) if creature.caps[body] & kinds}
    return np.array(
        [
            body
            for body in range(len(creature))
            if creature.caps[body] & kinds and body not in inner and body != creature.root
        ],
        dtype=np.int64,
    )


def _in_character(take: Take, rotations: Floats) -> Floats:
    back = quat_from_axis_angle(-take.placements[:, None, 3:] * np.array([0.0, 1.0, 0.0]))
    return quat_multiply(back, rotations)


def _angle(turns: Floats) -> Floats:
    return 2.0 * np.arctan2(np.linalg.norm(turns[..., :3], axis=-1), np.abs(turns[..., 3]))


def _steps(rotations: Floats) -> Floats:
    """(F - 1, N) angles from each frame to the next [rad]."""
    return _angle(quat_multiply(quat_conjugate(rotations[:-1]), rotations[1:]))


def _vectors(rotations: Floats) -> Floats:
    """(F, N, 3) rotation vectors from the first frame [rad]."""
    turns = quat_multiply(rotations, quat_conjugate(rotations[:1]))
    turns = np.where(turns[..., 3:] < 0.0, -turns, turns)
    size = np.linalg.norm(turns[..., :3], axis=-1, keepdims=True)
    return turns[..., :3] * np.where(size > 1e-9, _angle(turns)[..., None] / np.maximum(size, 1e-9), 2.0)


def _to_and_fro(rotations: Floats, window: int) -> Floats:
    """(N,) how far each body turns to and fro about any of three axes [rad]."""
    vectors = _vectors(rotations)
    ways = to_and_fro(np.ascontiguousarray(vectors.reshape(len(vectors), -1)), window)
    return ways.reshape(-1, 3).max(axis=1)


def _worst(values: Floats, bodies: np.ndarray) -> Measure:
    if values.size == 0:
        return Measure(0.0)
    frame, place = np.unravel_index(int(np.argmax(values)), values.shape)
    return Measure(float(values[frame, place]), int(bodies[place]), int(frame))
