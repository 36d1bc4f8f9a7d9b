"""The dog's sets: it looks around, gallops where the cursor circles, and wags its tail beside all else."""

from kinegraph.core.character import Character
from kinegraph.perform.cast_sets.demo_path import demo_layer
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Marked,
    Step,
    both_sides,
    described_set,
    gaze,
)
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

_FORE, _HIND = ("left_forepaw", "right_forepaw"), ("left_hindpaw", "right_hindpaw")
_PAWS = (*_FORE, *_HIND)
_TAIL = ("tail", "tail_middle", "tail_tip")
_LEAD = 0.012  # how far the left paws gallop ahead of the middle [m]


def dog_sets(member: Character) -> tuple[SpatialSet, ...]:
    """All of the dog's sets; the first one is active by default."""
    return _look_around(member), _gallop(member), _wag(member)


def dog_performances(rig: SpatialRig) -> tuple[Performance, ...]:
    """A gallop with a wagging tail, in two layers."""
    return (Performance(rig, (demo_layer(rig, "gallop", 12), demo_layer(rig, "wag", 11)), walks=True),)


def _look_around(member: Character) -> SpatialSet:
    """Eyes, ears and body on the cursor; low before it, it bows to play."""
    ahead = Marked("ahead", (0, 0.5, 0.6), Described({"jaw": (6, 0, 0)}, (0, -0.012, 0)))
    up = Marked(
        "up",
        (0, 0.85, 0.6),
        Described(
            {"hips": (-5, 0, 0), "spine": (-3, 0, 0), "chest": (-3, 0, 0), "neck": (-16, 0, 0)}
            | {"head": (-19, 0, 0), "jaw": (16, 0, 0)}
            | gaze(-14, 0)
            | both_sides(ear=(0, 0, -12), ear_tip=(10, 0, -6)),
            (0, -0.05, -0.012),
        ),
    )
    bow = Marked(
        "play bow",
        (0, 0.12, 0.6),
        Described(
            {"hips": (17, 0, 0), "spine": (4, 0, 0), "chest": (2, 0, 0), "neck": (-10, 0, 0)}
            | {"head": (8, 0, 0), "jaw": (18, 0, 0)}
            | gaze(8, 0)
            | both_sides(
                ear=(0, 0, 14), ear_tip=(-14, 0, 8), upper_foreleg=(-30, 0, 0), lower_foreleg=(-20, 0, 0)
            ),
            (0, 0.0, -0.045),
            {paw: Step((0, 0, 0.03), (0, 0, 0)) for paw in _FORE},
        ),
    )
    left = Marked(
        "left",
        (0.42, 0.5, 0.6),
        Described(
            {"hips": (0, 4, 0), "spine": (0, 8, 0), "chest": (0, 8, 0), "neck": (0, 14, 0)}
            | {"head": (-4, 16, -16), "jaw": (8, 0, 0)}
            | gaze(0, 14)
            | {"left_ear": (0, 0, -14), "right_ear": (0, 0, -16), "right_ear_tip": (0, 0, -10)},
            (0.012, -0.015, 0),
        ),
    )
    return described_set(
        member, "look around", [ahead, up, left, bow, left.mirrored("right")], feet=_PAWS, without=_TAIL
    )


def _pairs(fore: Step, hind: Step, lead: float) -> dict[str, Step]:
    """Fore- and hind paws in pairs, the left ones ahead of the right by twice `lead` [m]."""
    steps = {}
    for names, step in ((_FORE, fore), (_HIND, hind)):
        for name, ahead in zip(names, (lead, -lead), strict=True):
            x, lift, z = step.shift
            steps[name] = Step((x, lift, z + ahead), step.turn)
    return steps


def _gallop(member: Character) -> SpatialSet:
    """Three keys on a circle: gathered on the hind legs, stretched out, and down on the forelegs."""
    gather = Marked(
        "gather",
        (0, 0.25, 0.6),
        Described(
            {"hips": (-22, 0, 0), "spine": (20, 0, 0), "chest": (14, 0, 0), "neck": (-10, 0, 0)}
            | {"head": (2, 0, 0), "jaw": (4, 0, 0)}
            | both_sides(ear=(0, 0, 16), ear_tip=(0, 0, 12), thigh=(-40, 0, 0), shin=(30, 0, 0))
            | both_sides(upper_foreleg=(20, 0, 0), lower_foreleg=(20, 0, 0)),
            (0, 0.0, 0.0),
            _pairs(Step((0, 0.03, -0.12), (40, 0, 0)), Step((0, 0, 0.15), (0, 0, 0)), _LEAD),
        ),
    )
    stretch = Marked(
        "stretch",
        (0.1732, 0.55, 0.6),
        Described(
            {"hips": (2, 0, 0), "spine": (-8, 0, 0), "chest": (-6, 0, 0), "neck": (8, 0, 0)}
            | {"head": (6, 0, 0), "jaw": (16, 0, 0)}
            | both_sides(ear=(0, 0, 40), ear_tip=(0, 0, 20), thigh=(30, 0, 0), shin=(10, 0, 0))
            | both_sides(upper_foreleg=(-50, 0, 0), lower_foreleg=(-10, 0, 0)),
            (0, 0.04, 0.0),
            _pairs(Step((0, 0.09, 0.16), (-20, 0, 0)), Step((0, 0.035, -0.15), (55, 0, 0)), _LEAD),
        ),
    )
    land = Marked(
        "land",
        (-0.1732, 0.55, 0.6),
        Described(
            {"hips": (14, 0, 0), "spine": (4, 0, 0), "chest": (-2, 0, 0), "neck": (-8, 0, 0)}
            | {"head": (-6, 0, 0), "jaw": (8, 0, 0)}
            | both_sides(ear=(0, 0, -4), ear_tip=(0, 0, -8), thigh=(-10, 0, 0), shin=(30, 0, 0))
            | both_sides(upper_foreleg=(-10, 0, 0)),
            (0, 0.035, 0.0),
            _pairs(Step((0, 0, 0.07), (0, 0, 0)), Step((0, 0.1, -0.03), (40, 0, 0)), _LEAD),
        ),
    )
    return described_set(
        member,
        "gallop",
        [gather, stretch, land],
        feet=_PAWS,
        planted=False,
        without=_TAIL,
        function=RadialFunction.LINEAR,
        degree=1,
    )


def _wag(member: Character) -> SpatialSet:
    """The tail alone, its markers round its tip: they ride on the hips."""
    high = Marked(
        "high",
        (0, 0.36, -0.14),
        Described({"tail": (14, 0, 0), "tail_middle": (10, 0, 0), "tail_tip": (12, 0, 0)}),
    )
    left = Marked(
        "left",
        (0.24, 0.2, -0.14),
        Described({"tail": (0, 0, -28), "tail_middle": (0, 0, -24), "tail_tip": (0, 0, -20)}),
    )
    low = Marked(
        "low",
        (0, 0.02, -0.2),
        Described({"tail": (-52, 0, 0), "tail_middle": (-30, 0, 0), "tail_tip": (20, 0, 0)}),
    )
    return described_set(member, "wag", [high, left, low, left.mirrored("right")], only=_TAIL)
