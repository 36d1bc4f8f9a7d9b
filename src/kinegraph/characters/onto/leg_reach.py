"""A leg of two bones reaches for a place: the knee bends in its plane, the foot keeps its direction."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_between, quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton

_STRETCH = 0.99999  # a leg never straightens beyond this share: the knee's plane would be lost
_FLAT = 1e-6  # sine below which three joints are in line


def reach_with_leg(
    skeleton: Skeleton, rotations: Floats, places: Floats, leg: Sequence[int], goal: Floats
) -> None:
    """Turns hip and knee, in place, so that the ankle is at its goal, or as near as the leg is long.

    rotations, places: (F, J, 4) and (F, J, 3) in the world, of which the leg's and all below it change.
    leg: Hip, knee and ankle; joints between them stay rigid.
    goal: (F, 3) [m].
    """
    hip, knee, ankle = leg
    thigh, shin = places[:, knee] - places[:, hip], places[:, ankle] - places[:, knee]
    upper, lower = (np.linalg.norm(bone, axis=-1) for bone in (thigh, shin))
    wanted = goal - places[:, hip]
    distance = np.clip(
        np.linalg.norm(wanted, axis=-1), np.abs(upper - lower) * 1.001 + 1e-9, _STRETCH * (upper + lower)
    )
    axis = _knee_axis(thigh, shin, rotations[:, knee])
    inner = (upper**2 + lower**2 - distance**2) / np.maximum(2.0 * upper * lower, 1e-12)
    bend = np.pi - np.arccos(np.clip(inner, -1.0, 1.0))
    now = np.arctan2(np.sum(np.cross(thigh, shin) * axis, axis=-1), np.sum(thigh * shin, axis=-1))
    bent = quat_from_axis_angle((bend - now)[:, None] * axis)
    swung = quat_between(thigh + quat_rotate(bent, shin), wanted)
    foot_and_below = set(skeleton.descendants(ankle)) | {ankle}
    shin_and_below = (set(skeleton.descendants(knee)) | {knee}) - foot_and_below
    for joint in sorted((set(skeleton.descendants(hip)) | {hip}) - foot_and_below):
        turn = quat_multiply(swung, bent) if joint in shin_and_below else swung
        rotations[:, joint] = quat_multiply(turn, rotations[:, joint])
    for joint in sorted(set(skeleton.descendants(hip)) - {hip}):
        parent = int(skeleton.parents[joint])
        places[:, joint] = places[:, parent] + quat_rotate(rotations[:, parent], skeleton.offsets[joint])


def _knee_axis(thigh: Floats, shin: Floats, frame: Floats) -> Floats:
    """(F, 3) unit axis about which the knee bends; where it is straight, as in the nearest bent frame."""
    axis = np.cross(thigh, shin)
    size = np.linalg.norm(axis, axis=-1)
    bones = np.linalg.norm(thigh, axis=-1) * np.linalg.norm(shin, axis=-1)
    bent = size > _FLAT * np.maximum(bones, 1e-12)
    own = axis / np.maximum(size, 1e-12)[:, None]
    if not bent.any():
        side = np.broadcast_to(np.array([1.0, 0.0, 0.0]), axis.shape)
        own = (
            side
            - thigh * (np.sum(side * thigh, axis=-1) / np.maximum(np.sum(thigh**2, axis=-1), 1e-12))[:, None]
        )
        return own / np.maximum(np.linalg.norm(own, axis=-1), 1e-12)[:, None]
    frames = np.flatnonzero(bent)
    nearest = frames[np.abs(np.arange(len(bent))[:, None] - frames).argmin(axis=1)]
    in_knee = quat_rotate(frame * [-1.0, -1.0, -1.0, 1.0], own)
    return quat_rotate(frame, in_knee[nearest])
