"""Channels: the angles of a performed pose, in the order of their columns, and how poses are written in
words.

Written poses are in degrees and name limbs by their role: `lead_` is the side that steps, `trail_` the side
that stays, a plural is both. Angles to a side are towards the leading one.
"""

from collections.abc import Mapping

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import UnknownName

# The body's own. heading, spin: about the vertical; pitch: forward; roll: to the left; twist: about the
# body's length, to the left. waist, back, nod: forward; *_side, tilt: to the left; *_twist, look: to the
# left.
TRUNK = (
    "heading", "spin", "pitch", "roll", "twist", "waist", "waist_side", "waist_twist", "back", "back_twist",
    "nod", "tilt", "look",
)  # fmt: skip
# Of one side. arm, leg: forward; *_out: away from the body; arm_twist: turns the elbow out; ankle: toes up.
LIMBS = ("arm", "arm_out", "arm_twist", "elbow", "leg", "leg_out", "knee", "ankle", "ball")
CHANNELS = (*TRUNK, *(f"right_{name}" for name in LIMBS), *(f"left_{name}" for name in LIMBS))
COUNT = len(CHANNELS)
INDEX = {name: column for column, name in enumerate(CHANNELS)}

HEADING, SPIN, PITCH, TWIST = (INDEX[name] for name in ("heading", "spin", "pitch", "twist"))
# Channels of whole turns must not overshoot: a flip must not turn back.
TURNING = (HEADING, SPIN, PITCH, TWIST)

_SIDED = {"spin", "roll", "twist", "waist_side", "waist_twist", "back_twist", "tilt", "look"}
_PLURALS = {
    "arms": "arm", "arms_out": "arm_out", "arms_twist": "arm_twist", "elbows": "elbow", "legs": "leg",
    "legs_out": "leg_out", "knees": "knee", "ankles": "ankle", "balls": "ball",
}  # fmt: skip
POSE_NAMES = (
    *TRUNK[1:],
    *_PLURALS,
    *(f"{role}_{name}" for role in ("lead", "trail") for name in LIMBS),
)

# Delay of each part after the hips [s]: parts follow one another.
_LAGS = {
    "back": 0.02,
    "back_twist": 0.02,
    "nod": 0.045,
    "tilt": 0.045,
    "look": 0.02,
    "arm": 0.02,
    "elbow": 0.05,
}


def channel_lags() -> Floats:
    """(C,) delay of each channel [s]: overlapping action."""
    lags = [_LAGS.get(name.removeprefix("right_").removeprefix("left_"), 0.0) for name in CHANNELS]
    return np.array(lags)


def pose_values(pose: Mapping[str, float], lead: int) -> Floats:
    """(C,) the channels of a written pose [rad].

    lead: 0 if the right side leads, 1 if the left does.
    """
    values = np.zeros(COUNT)
    sides = ("right", "left")
    for name, degrees in pose.items():
        angle = np.radians(degrees)
        role, _, limb = name.partition("_")
        if name in INDEX and name in TRUNK:
            values[INDEX[name]] += angle * ((2 * lead - 1) if name in _SIDED else 1)
        elif name in _PLURALS:
            for side in sides:
                values[INDEX[f"{side}_{_PLURALS[name]}"]] += angle
        elif role in ("lead", "trail") and limb in LIMBS:
            values[INDEX[f"{sides[lead if role == 'lead' else 1 - lead]}_{limb}"]] += angle
        else:
            raise UnknownName(name, POSE_NAMES)
    return values
