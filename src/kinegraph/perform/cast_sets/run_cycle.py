"""A run of the figure, made by code: one stride of 25 frames in place, of any size.

Everything that swings is given over one stride: ankles by position, the rest by angles. A larger run is
the same run with every swing larger about its mean, set down so that its feet meet the ground.
"""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.kinematics.inverse import (
    Goal,
    OrientationGoal,
    PositionGoal,
    solve_ik,
)
from kinegraph.core.math.euler import quat_from_euler
from kinegraph.core.math.rotations import quat_multiply
from kinegraph.perform.playing.locomotion import moved

FRAMES, FPS = 25, 30.0
SIDES = (("left", 1.0, 0.0), ("right", -1.0, 0.5))
"""Name of a side, its sign, and its phase in the stride."""

# The left ankle since its foot came down: phase, before the hips, above the ground [m], toes down [degrees].
_ANKLE = (
    (0.00, 0.28, 0.100, -8),
    (0.08, 0.144, 0.086, 1),
    (0.18, -0.026, 0.085, 0),
    (0.28, -0.196, 0.103, 16),
    (0.36, -0.332, 0.190, 52),
    (0.46, -0.46, 0.360, 84),
    (0.57, -0.33, 0.480, 84),
    (0.68, -0.01, 0.450, 52),
    (0.78, 0.26, 0.350, 18),
    (0.88, 0.40, 0.220, -6),
    (0.95, 0.355, 0.135, -13),
)
_CURLED = {"thumb": -20.0, "index": -55.0, "middle": -58.0, "ring": -60.0, "little": -62.0}


def run_clip(member: Character, amount: float = 1.0, name: str = "run") -> Clip:
    """One stride of the figure in place, its last frame its first again.

    amount: Size of every swing; 1 is natural.
    """
    stride = np.arange(FRAMES - 1) / (FRAMES - 1)
    turns = {joint: _larger(angles, amount) for joint, angles in _turns(stride).items()}
    hips = member.rest.root_translation + _larger(_hips(stride), amount)
    rotations = np.tile(member.rest.rotations, (len(stride), 1, 1))
    for joint, angles in turns.items():
        index = member.skeleton.index(joint)
        rotations[:, index] = quat_multiply(rotations[:, index], _quats(angles))
    start = Clip(member.skeleton, FPS, hips, rotations, name=name)
    goals, free = _feet(member, stride, amount)
    clip = _on_the_ground(member, solve_ik(start, goals, free=free, max_steps=200).motion)
    again = np.append(np.arange(len(stride)), 0)
    return Clip(member.skeleton, FPS, clip.root_translations[again], clip.rotations[again], name=name)


def _hips(stride: Floats) -> Floats:
    """(F, 3) the hips from where they rest [m]: lowest over a standing foot, highest in flight."""
    bounce = np.cos(4 * np.pi * (stride - 0.16))
    sway = np.sin(2 * np.pi * (stride + 0.08))
    return np.stack([0.014 * sway, -0.058 - 0.03 * bounce, 0.012 * np.cos(4 * np.pi * stride)], axis=1)


def _turns(stride: Floats) -> dict[str, Floats]:
    """(F, 3) angles of joints away from rest: forward, to the left, tilted to the right [degrees]."""
    reach = np.cos(2 * np.pi * (stride + 0.03))  # 1 where the left leg is in front
    weight = np.sin(2 * np.pi * (stride + 0.08))  # 1 where the left leg carries
    sink = np.cos(4 * np.pi * (stride - 0.2))
    turns = {
        "hips": (9 + 1.5 * sink, -9 * reach, 3.5 * weight),
        "spine": (5 + 2 * sink, 8 * reach, -3 * weight),
        "chest": (4 + 2 * sink, 13 * reach, -3.5 * weight),
        "neck": (-4 - 2 * sink, -5 * reach, 1.5 * weight),
        "head": (-10 - 2.5 * sink, -7 * reach, 1.5 * weight),
        "jaw": (3 + 2 * sink, 0, 0),
    }
    for side, sign, phase in SIDES:
        back = np.cos(2 * np.pi * (stride + 0.03 + phase))  # the arm is back where its leg is in front
        turns |= {
            f"{side}_upper_arm": (2 + 40 * back, sign * (6 - 6 * back), sign * (-34 + 3 * back)),
            f"{side}_forearm": (-88 + 18 * back, sign * (-46 + 6 * back), 0 * back),
            f"{side}_hand": (-6 + 6 * back, 0, sign * -8.0),
            # Knees and toes are near to what they will be, for the legs to be solved from.
            f"{side}_thigh": (-20 - 30 * back, 0, 0),
            f"{side}_shin": (60 - 10 * back, 0, 0),
            f"{side}_toes": _toes(stride + phase),
        }
        turns |= {f"{side}_{finger}": (0, 0, sign * curl) for finger, curl in _CURLED.items()}
    return {
        joint: np.stack(np.broadcast_arrays(*angles, stride)[:3], axis=1) for joint, angles in turns.items()
    }


def _toes(phase: Floats) -> tuple[Floats, float, float]:
    """Toes bend back while the heel rises before them."""
    rolling = np.exp(-0.5 * ((np.mod(phase, 1.0) - 0.31) / 0.05) ** 2)
    return -26.0 * rolling, 0.0, 0.0


def _feet(member: Character, stride: Floats, amount: float) -> tuple[list[Goal], list[int]]:
    """Places and turns of both feet, and the joints of the legs."""
    goals: list[Goal] = []
    free: list[int] = []
    rest = forward_kinematics(member.rest)
    for side, _, phase in SIDES:
        foot, shin, thigh = (member.skeleton.index(f"{side}_{part}") for part in ("foot", "shin", "thigh"))
        path = _larger(_round(_ANKLE, stride + phase), amount)
        places = np.stack(
            [np.full(len(stride), 0.72 * rest.positions[foot, 0]), path[:, 1], path[:, 0]], axis=1
        )
        turned = _quats(np.stack([path[:, 2], 0 * stride, 0 * stride], axis=1))
        goals += [
            PositionGoal(foot, places),
            OrientationGoal(foot, quat_multiply(turned, rest.rotations[foot])),
        ]
        free += [thigh, shin, foot]
    return goals, free


def _on_the_ground(member: Character, clip: Clip) -> Clip:
    """The clip moved up or down as a whole, so that its lowest marked point just meets the ground."""
    joints = np.array([point.joint for point in member.contacts])
    offsets = np.stack([point.offset for point in member.contacts])
    lowest = points_on_joints(forward_kinematics(clip), joints, offsets)[..., 1].min()
    return moved(clip, np.tile([0.0, -lowest, 0.0], (len(clip), 1)))


def _larger(swing: Floats, amount: float) -> Floats:
    """Values over a stride (F, ...), `amount` times as far from their mean."""
    mean = swing.mean(axis=0)
    return mean + amount * (swing - mean)


def _round(points: Sequence[Sequence[float]], phase: Floats) -> Floats:
    """(F, C) a smooth closed curve through rows (phase, values...), at phases (F,)."""
    table = np.asarray(points, dtype=np.float64)
    # One row more before and two after, so that every stretch has a neighbour on either side.
    table = np.concatenate([table[-1:] - _whole(table), table, table[:2] + _whole(table)])
    times, values = table[:, 0], table[:, 1:]
    slopes = (values[2:] - values[:-2]) / (times[2:] - times[:-2])[:, None]
    phase = np.mod(phase, 1.0)
    k = np.searchsorted(times, phase, side="right") - 1
    step = times[k + 1] - times[k]
    t, step = ((phase - times[k]) / step)[:, None], step[:, None]
    return (
        (1 + 2 * t) * (1 - t) ** 2 * values[k]
        + t * (1 - t) ** 2 * step * slopes[k - 1]
        + t * t * (3 - 2 * t) * values[k + 1]
        + t * t * (t - 1) * step * slopes[k]
    )


def _whole(table: Floats) -> Floats:
    """The change of a row by one stride: 1 in its phase."""
    return np.eye(table.shape[1])[0]


def _quats(degrees: Floats) -> Floats:
    """(F, 4) rotations of angles (F, 3) that are read as those of described poses are."""
    return quat_from_euler(np.radians(degrees[:, [1, 0, 2]]), "YXZ")
