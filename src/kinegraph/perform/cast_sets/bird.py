"""The bird's sets: it flaps in the air, and hops from looking to pecking on the ground."""

from kinegraph.core.character import Character
from kinegraph.perform.cast_sets.demo_path import demo_layer
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Marked,
    both_sides,
    described_set,
    gaze,
)
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

_FEET = ("left_foot", "right_foot")
_FOLDED = both_sides(wing=(0, 30, -52), wing_middle=(0, 12, -16), wing_tip=(0, 10, -8))
_TUCKED = both_sides(thigh=(30, 0, 0), shin=(-20, 0, 0), foot=(50, 0, 0))


def bird_sets(member: Character) -> tuple[SpatialSet, ...]:
    """All of the bird's sets; the first one is active by default."""
    return _peck(member), _flap(member)


def bird_performances(rig: SpatialRig) -> tuple[Performance, ...]:
    """A flight on the spot."""
    return (Performance(rig, (demo_layer(rig, "flap", 6),)),)


def _peck(member: Character) -> SpatialSet:
    """Looks where the cursor is; on the ground, it pecks there."""
    ahead = Marked("ahead", (0, 0.4, 0.32), Described(_FOLDED, (0, -0.01, 0)))
    up = Marked(
        "up",
        (0, 0.68, 0.32),
        Described(
            _FOLDED
            | {"hips": (-12, 0, 0), "chest": (-8, 0, 0), "neck": (-8, 0, 0), "head": (-20, 0, 0)}
            | {"beak": (14, 0, 0), "tail": (14, 0, 0), "crest": (-20, 0, 0)}
            | gaze(-12, 0),
            (0, -0.01, -0.01),
        ),
    )
    peck = Marked(
        "peck",
        (0, 0.06, 0.32),
        Described(
            _FOLDED
            | {"hips": (38, 0, 0), "chest": (16, 0, 0), "neck": (14, 0, 0), "head": (16, 0, 0)}
            | {"beak": (10, 0, 0), "tail": (-26, 0, 0), "tail_tip": (-12, 0, 0), "crest": (20, 0, 0)},
            (0, -0.026, 0.03),
        ),
    )
    left = Marked(
        "left",
        (0.34, 0.4, 0.32),
        Described(
            _FOLDED
            | {"hips": (0, 5, 0), "chest": (0, 12, 0), "neck": (0, 14, -4), "head": (0, 22, -14)}
            | {"tail": (0, 16, 0), "beak": (5, 0, 0)}
            | gaze(0, 12),
            (0.004, -0.011, 0),
        ),
    )
    peck_left = Marked(
        "peck left",
        (0.3, 0.08, 0.32),
        Described(
            _FOLDED
            | {"hips": (32, 8, 0), "chest": (14, 14, 0), "neck": (14, 12, 0), "head": (16, 12, 0)}
            | {"beak": (10, 0, 0), "tail": (-22, -10, 0), "tail_tip": (-12, 0, 0), "crest": (20, 0, 0)},
            (0.006, -0.024, 0.026),
        ),
    )
    keys = [ahead, up, left, peck_left, peck, peck_left.mirrored("peck right"), left.mirrored("right")]
    return described_set(member, "peck", keys, feet=_FEET)


def _flap(member: Character) -> SpatialSet:
    """Up and down beats the wings, left and right banks."""
    glide = Marked(
        "glide",
        (0, 0.55, 0.4),
        Described(
            _TUCKED
            | both_sides(wing=(0, 0, 8), wing_middle=(0, 0, 4), wing_tip=(0, 0, 6))
            | {"hips": (16, 0, 0), "neck": (-8, 0, 0), "head": (-6, 0, 0)},
            (0, 0.26, 0),
        ),
    )
    up = Marked(
        "wings up",
        (0, 0.9, 0.4),
        Described(
            _TUCKED
            | both_sides(wing=(-8, 0, 52), wing_middle=(0, 0, 22), wing_tip=(0, 0, 26))
            | {"hips": (10, 0, 0), "neck": (-6, 0, 0), "head": (-6, 0, 0), "tail": (20, 0, 0)},
            (0, 0.21, 0),
        ),
    )
    down = Marked(
        "wings down",
        (0, 0.2, 0.4),
        Described(
            _TUCKED
            | both_sides(wing=(10, -14, -46), wing_middle=(0, -6, -18), wing_tip=(0, 0, -24))
            | {"hips": (4, 0, 0), "neck": (-2, 0, 0), "head": (4, 0, 0), "tail": (-24, 0, 0)}
            | {"beak": (8, 0, 0)},
            (0, 0.33, 0.01),
        ),
    )
    left = Marked(
        "bank left",
        (0.45, 0.55, 0.4),
        Described(
            _TUCKED
            | both_sides(wing=(0, 0, 12), wing_middle=(0, 0, 6), wing_tip=(0, 0, 8))
            | {"hips": (14, 20, -26), "neck": (-6, 6, 8), "head": (-4, 12, 10), "tail": (0, 0, -14)},
            (0.12, 0.25, 0),
        ),
    )
    return described_set(member, "flap", [glide, up, left, down, left.mirrored("bank right")])
