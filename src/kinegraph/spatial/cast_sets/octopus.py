"""The octopus's sets: its arms wave one after another, and it dances."""

import numpy as np

from kinegraph.core.character import Character
from kinegraph.spatial.cast_sets.pose_description import (
    Described,
    Marked,
    Triple,
    about,
    described_set,
    gaze,
)
from kinegraph.spatial.spatial_set import SpatialSet

_ANGLES = {"front": 25.0, "front_side": 67.0, "back_side": 113.0, "back": 155.0}
_ARMS = tuple(f"{side}_{name}" for side in ("left", "right") for name in _ANGLES)
_TIPS = tuple(f"{arm}_arm_4" for arm in _ARMS)


def octopus_sets(who: Character) -> tuple[SpatialSet, ...]:
    """All of the octopus's sets, the first one in force when nobody chooses."""
    return _wave(who), _dance(who)


def _raised(arm: str, lift: float, curl: float, sweep: float = 0.0) -> dict[str, Triple]:
    """An arm lifted off the ground and curled, from its root to its tip.

    arm: As "left_front".
    lift, curl: Of its root, and of each joint beyond [degrees].
    sweep: To the character's left, about the vertical [degrees].
    """
    side, name = arm.split("_", 1)
    angle = np.radians(_ANGLES[name] * (1 if side == "left" else -1))
    up = (-float(np.cos(angle)), 0.0, float(np.sin(angle)))
    joints = [f"{arm}_arm", *(f"{arm}_arm_{i}" for i in range(2, 6))]
    turns = {joint: about(up, curl) for joint in joints[1:]}
    x, y, z = about(up, lift)
    return turns | {joints[0]: (x, y + sweep, z)}


def _lifted(*arms: tuple[str, float, float, float], **told) -> Described:
    """A pose in which some arms (name, lift, curl, sweep) are off the ground."""
    turns = dict(told.pop("turns", {}))
    for arm in arms:
        turns |= _raised(*arm)
    return Described(turns, hanging=tuple(f"{arm[0]}_arm_4" for arm in arms), **told)


def _wave(who: Character) -> SpatialSet:
    """Arms rise towards the cursor; round and round, a wave runs through them."""
    calm = Marked("calm", (0, 0.45, 0.6), Described({"head": (2, 0, 0)}, (0, -0.005, 0)))
    left = Marked(
        "left",
        (0.6, 0.5, 0.6),
        _lifted(
            ("left_front", 30, 14, 14),
            ("left_front_side", 58, 20, 0),
            ("left_back_side", 48, 26, 0),
            turns={"hips": (0, 0, 5), "mantle": (0, 6, 6), "head": (0, 18, -6)} | gaze(0, 12),
            shift=(-0.035, -0.01, 0),
        ),
    )
    up = Marked(
        "up",
        (0, 0.98, 0.6),
        _lifted(
            ("left_front", 66, 18, 24),
            ("right_front", 66, 18, -24),
            ("left_front_side", 34, 14, 10),
            ("right_front_side", 34, 14, -10),
            turns={"mantle": (-4, 0, 0), "head": (-12, 0, 0)} | gaze(-14, 0),
            shift=(0, 0.025, -0.025),
        ),
    )
    low = Marked(
        "low",
        (0, 0.1, 0.6),
        Described(
            {"mantle": (4, 0, 0), "head": (12, 0, 0), "left_eye_lid": (26, 0, 0), "right_eye_lid": (26, 0, 0)}
            | {f"{arm}_arm_5": _raised(arm, 0, 50)[f"{arm}_arm_5"] for arm in _ARMS}
            | gaze(12, 0),
            (0, -0.075, 0),
        ),
    )
    keys = [calm, left, up, left.mirrored("right"), low]
    return described_set(who, "wave", keys, feet=_TIPS, planted=False)


def _dance(who: Character) -> SpatialSet:
    """Sways and twists over its arms; high it stands on tiptoe, two arms in the air."""
    bounce = Marked("bounce", (0, 0.5, 0.6), Described({"head": (4, 0, 0)}, (0, -0.03, 0)))
    left = Marked(
        "left",
        (0.55, 0.55, 0.6),
        _lifted(
            ("left_front_side", 70, 8, 10),
            ("right_back_side", 24, 30, -20),
            turns={"hips": (0, 10, -6), "mantle": (0, 8, -10), "head": (-4, 8, -14)} | gaze(0, 8),
            shift=(0.06, -0.015, 0),
        ),
    )
    up = Marked(
        "up",
        (0, 0.98, 0.6),
        _lifted(
            ("left_front_side", 84, 4, 0),
            ("right_front_side", 84, 4, 0),
            turns={"mantle": (-3, 0, 0), "head": (-10, 0, 0)} | gaze(-10, 0),
            shift=(0, 0.03, 0),
        ),
    )
    low_left = Marked(
        "low left",
        (0.5, 0.12, 0.6),
        _lifted(
            ("left_front", 40, 26, 20),
            turns={"hips": (4, -22, 4), "mantle": (2, -14, 6), "head": (6, -14, 12)} | gaze(0, 12),
            shift=(0.02, -0.07, 0),
        ),
    )
    keys = [bounce, left, up, left.mirrored("right"), low_left.mirrored("low right"), low_left]
    return described_set(who, "dance", keys, feet=_TIPS, planted=False)
