"""The octopus's sets: it looks around, its arms wave one after another, and it dances."""

from collections.abc import Mapping

import numpy as np

from kinegraph.core.character import Character
from kinegraph.perform.cast_sets.demo_path import demo_layer
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Marked,
    Step,
    Triple,
    about,
    both_sides,
    described_set,
    gaze,
)
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

_ANGLES = {"front": 25.0, "front_side": 67.0, "back_side": 113.0, "back": 155.0}
_ARMS = tuple(f"{side}_{name}" for side in ("left", "right") for name in _ANGLES)
# From an arm's root to where it lies on the ground, and how far down that is [m].
_SPAN, _DROP = 0.355, 0.218
_TIPS = tuple(f"{arm}_arm_4" for arm in _ARMS)


def octopus_sets(member: Character) -> tuple[SpatialSet, ...]:
    """All of the octopus's sets; the first one is active by default."""
    return _look_around(member), _wave(member), _dance(member)


def octopus_performances(rig: SpatialRig) -> tuple[Performance, ...]:
    """A wave through its arms."""
    return (Performance(rig, (demo_layer(rig, "wave", 2),)),)


def _angle(arm: str) -> float:
    """Direction in which an arm leaves the body, from the front to the left [rad]."""
    side, name = arm.split("_", 1)
    return float(np.radians(_ANGLES[name] * (1 if side == "left" else -1)))


def _raise_arm(arm: str, lift: float, curl: float, sweep: float = 0.0) -> dict[str, Triple]:
    """An arm lifted off the ground and curled, from its root to its tip.

    arm: As "left_front".
    lift, curl: Of its root, and of each joint beyond [degrees].
    sweep: To the character's left, about the vertical [degrees].
    """
    angle = _angle(arm)
    up = (-float(np.cos(angle)), 0.0, float(np.sin(angle)))
    joints = [f"{arm}_arm", *(f"{arm}_arm_{i}" for i in range(2, 6))]
    turns = dict.fromkeys(joints[1:], about(up, curl))
    x, y, z = about(up, lift)
    return turns | {joints[0]: (x, y + sweep, z)}


def _resting(turns: Mapping[str, Triple], shift: Triple = (0.0, 0.0, 0.0), lifted: tuple = ()) -> Described:
    """A pose on all arms but those that are `lifted` (name, lift, curl, sweep).

    Arms slide outwards where the body sinks and come in where it rises, so that they neither sag into the
    ground nor leave it, and follow it half-way to the side.
    """
    all_turns = dict(turns)
    for arm in lifted:
        all_turns |= _raise_arm(*arm)
    reach = np.sqrt(_SPAN**2 - (_DROP + shift[1]) ** 2)
    slide = float(reach - np.sqrt(_SPAN**2 - _DROP**2))
    steps = {}
    for arm in _ARMS:
        angle = _angle(arm)
        aside = (0.5 * shift[0] + slide * np.sin(angle), 0.0, 0.5 * shift[2] + slide * np.cos(angle))
        steps[f"{arm}_arm_4"] = Step((float(aside[0]), 0.0, float(aside[2])))
    return Described(all_turns, shift, steps, hanging=tuple(f"{arm[0]}_arm_4" for arm in lifted))


def _look_around(member: Character) -> SpatialSet:
    """Follows the cursor with head and mantle, leaning after it; an arm points where it looks."""
    ahead = Marked("ahead", (0, 0.5, 0.5), _resting({"head": (2, 0, 0)}))
    up = Marked(
        "up",
        (0, 0.95, 0.5),
        _resting(
            {"mantle": (-8, 0, 0), "head": (-24, 0, 0), "mouth": (8, 0, 0)} | gaze(-16, 0),
            (0, 0.018, -0.02),
            (("left_front", 58, 6, 10), ("right_front", 58, 6, -10)),
        ),
    )
    left = Marked(
        "left",
        (0.55, 0.5, 0.5),
        _resting(
            {"hips": (0, 8, 0), "mantle": (0, 16, -3), "head": (0, 26, -8)} | gaze(0, 16),
            (0.022, 0.002, 0),
            (("left_front_side", 52, 8, 0),),
        ),
    )
    down = Marked(
        "down",
        (0, 0.08, 0.5),
        _resting(
            {"mantle": (10, 0, 0), "head": (20, 0, 0)} | both_sides(eye_lid=(18, 0, 0)) | gaze(16, 0),
            (0, -0.035, 0.015),
        ),
    )
    keys = [ahead, up, left, down, left.mirrored("right")]
    return described_set(
        member, "look around", keys, feet=_TIPS, planted=False, function=RadialFunction.LINEAR
    )


def _wave(member: Character) -> SpatialSet:
    """Arms rise towards the cursor; round and round, a wave runs through them."""
    calm = Marked("calm", (0, 0.45, 0.5), _resting({"head": (2, 0, 0)}))
    left = Marked(
        "left",
        (0.55, 0.5, 0.5),
        _resting(
            {"hips": (0, 0, 2), "mantle": (0, 6, 6), "head": (0, 18, -6)} | gaze(0, 12),
            (-0.015, 0.006, 0),
            (("left_front_side", 84, -6, 0), ("left_back_side", 58, 2, 0)),
        ),
    )
    up = Marked(
        "up",
        (0, 0.95, 0.5),
        _resting(
            {"mantle": (-4, 0, 0), "head": (-12, 0, 0)} | gaze(-14, 0),
            (0, 0.02, -0.015),
            (
                ("left_front_side", 92, -8, 0),
                ("right_front_side", 92, -8, 0),
                ("left_back_side", 66, -2, 0),
                ("right_back_side", 66, -2, 0),
            ),
        ),
    )
    low = Marked(
        "low",
        (0, 0.1, 0.5),
        _resting(
            {"mantle": (4, 0, 0), "head": (12, 0, 0), "left_eye_lid": (26, 0, 0), "right_eye_lid": (26, 0, 0)}
            | {f"{arm}_arm_5": _raise_arm(arm, 0, 50)[f"{arm}_arm_5"] for arm in _ARMS}
            | gaze(12, 0),
            (0, -0.045, 0),
        ),
    )
    low_left = Marked(
        "low left",
        (0.5, 0.12, 0.5),
        _resting({"mantle": (3, 8, 0), "head": (8, 16, -4)} | gaze(10, 10), (0.01, -0.03, 0)),
    )
    keys = [calm, left, up, left.mirrored("right"), low_left.mirrored("low right"), low, low_left]
    return described_set(member, "wave", keys, feet=_TIPS, planted=False, function=RadialFunction.LINEAR)


def _dance(member: Character) -> SpatialSet:
    """Sways and twists over its arms; high it stands on tiptoe, two arms in the air."""
    bounce = Marked("bounce", (0, 0.5, 0.5), _resting({"head": (4, 0, 0)}, (0, -0.025, 0)))
    left = Marked(
        "left",
        (0.55, 0.6, 0.5),
        _resting(
            {"hips": (0, 10, -2), "mantle": (0, 8, -10), "head": (-4, 8, -14)} | gaze(0, 8),
            (0.03, 0.004, 0),
            (("left_front_side", 80, -4, 10), ("right_back_side", 30, 16, -20)),
        ),
    )
    up = Marked(
        "up",
        (0, 0.95, 0.5),
        _resting(
            {"mantle": (-3, 0, 0), "head": (-10, 0, 0)} | gaze(-10, 0),
            (0, 0.025, 0),
            (("left_front_side", 90, -6, 0), ("right_front_side", 90, -6, 0)),
        ),
    )
    low = Marked("low", (0, 0.1, 0.5), _resting({"mantle": (4, 0, 0), "head": (8, 0, 0)}, (0, -0.045, 0)))
    low_left = Marked(
        "low left",
        (0.5, 0.15, 0.5),
        _resting(
            {"hips": (0, -14, 2), "mantle": (2, -14, 6), "head": (6, -14, 12)} | gaze(0, 12),
            (0.015, -0.03, 0),
            (("left_front", 52, 4, 24),),
        ),
    )
    keys = [bounce, left, up, left.mirrored("right"), low_left.mirrored("low right"), low, low_left]
    return described_set(member, "dance", keys, feet=_TIPS, planted=False, function=RadialFunction.LINEAR)
