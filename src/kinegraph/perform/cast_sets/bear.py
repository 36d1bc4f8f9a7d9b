"""The bear's sets: it looks around, nods and shakes its head, dances, sits down and waves."""

from kinegraph.core.character import Character
from kinegraph.perform.cast_sets.demo_path import demo_layer
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Marked,
    Step,
    both_sides,
    described_set,
    gaze,
    over,
)
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

_FEET = ("left_foot", "right_foot")
# Arms hang, knees give a little: room to stretch.
_EASY = Described(
    both_sides(upper_arm=(4, 0, -30), forearm=(-14, -12, -6), paw=(0, 0, -6)), shift=(0, -0.018, 0)
)


def bear_sets(member: Character) -> tuple[SpatialSet, ...]:
    """All of the bear's sets; the first one is active by default."""
    return _look_around(member), _nod(member), _dance(member), _wave(member)


def bear_performances(rig: SpatialRig) -> tuple[Performance, ...]:
    """A dance."""
    return (Performance(rig, (demo_layer(rig, "dance", 2),)),)


def _look_around(member: Character) -> SpatialSet:
    """Follows the cursor with its whole body; markers are where it looks, on a window before its face."""
    ahead = Marked("ahead", (0, 0.95, 0.6), over(_EASY, turns={"jaw": (5, 0, 0)}))
    up = Marked(
        "up",
        (0, 1.5, 0.6),
        over(
            _EASY,
            turns={"spine": (-6, 0, 0), "chest": (-9, 0, 0), "neck": (-11, 0, 0), "head": (-18, 0, 0)}
            | {"jaw": (12, 0, 0), "tail": (18, 0, 0)}
            | gaze(-16, 0)
            | both_sides(upper_arm=(16, 0, -22), forearm=(-6, -8, -6), ear=(-12, 0, 4)),
            shift=(0, -0.004, 0.012),
        ),
    )
    down = Marked(
        "down",
        (0, 0.34, 0.6),
        over(
            _EASY,
            turns={"hips": (8, 0, 0), "spine": (10, 0, 0), "chest": (10, 0, 0), "neck": (8, 0, 0)}
            | {"head": (18, 0, 0), "jaw": (3, 0, 0), "tail": (-14, 0, 0)}
            | gaze(14, 0)
            | both_sides(upper_arm=(-30, 0, -24), forearm=(-18, -20, 0), ear=(14, 0, 0), eye_lid=(22, 0, 0)),
            shift=(0, -0.05, -0.05),
        ),
    )
    left = Marked(
        "left",
        (0.65, 0.95, 0.6),
        over(
            _EASY,
            turns={"hips": (0, 8, 0), "spine": (0, 9, -2), "chest": (0, 10, -3), "neck": (0, 8, 0)}
            | {"head": (0, 17, -7), "jaw": (6, 0, 0), "tail": (0, 16, 0)}
            | gaze(0, 16)
            | {"left_upper_arm": (10, 6, -24), "right_upper_arm": (-16, 0, 24)}
            | {"right_forearm": (-22, 16, 6), "left_ear": (0, 0, -8), "right_ear": (0, 0, -6)},
            shift=(0.03, -0.022, 0),
        ),
    )
    return described_set(member, "look around", [ahead, up, left, down, left.mirrored("right")], feet=_FEET)


def _nod(member: Character) -> SpatialSet:
    """Up and down for yes, left and right for no; the body answers."""
    listening = Marked("listening", (0, 0.95, 0.5), over(_EASY, turns={"jaw": (4, 0, 0)}))
    yes_up = Marked(
        "chin up",
        (0, 1.2, 0.5),
        over(
            _EASY,
            turns={"chest": (-5, 0, 0), "neck": (-6, 0, 0), "head": (-17, 0, 0), "jaw": (14, 0, 0)}
            | gaze(8, 0)
            | both_sides(ear=(10, 0, 0), upper_arm=(0, 0, -24)),
            shift=(0, -0.008, 0),
        ),
    )
    yes_down = Marked(
        "chin down",
        (0, 0.7, 0.5),
        over(
            _EASY,
            turns={"spine": (4, 0, 0), "chest": (7, 0, 0), "neck": (9, 0, 0), "head": (20, 0, 0)}
            | gaze(-14, 0)
            | both_sides(ear=(-14, 0, 0), eye_lid=(34, 0, 0), upper_arm=(2, 0, -36)),
            shift=(0, -0.035, -0.008),
        ),
    )
    no_left = Marked(
        "left",
        (0.3, 0.95, 0.5),
        over(
            _EASY,
            turns={"spine": (0, -3, 2), "chest": (0, -2, 3), "neck": (2, 10, 0), "head": (4, 26, -9)}
            | gaze(0, -14)
            | both_sides(eye_lid=(26, 0, 0))
            | {"left_ear": (0, 0, -14), "right_ear": (0, 0, -10), "left_upper_arm": (4, 0, -24)},
            shift=(-0.012, -0.02, 0),
        ),
    )
    keys = [listening, yes_up, yes_down, no_left, no_left.mirrored("right")]
    return described_set(member, "nod", keys, feet=_FEET)


def _dance(member: Character) -> SpatialSet:
    """Arms go where the cursor is, hips go the other way; low corners lift a foot."""
    bounce = Marked(
        "bounce",
        (0, 0.85, 0.6),
        over(
            _EASY,
            turns={"head": (4, 0, 0), "jaw": (10, 0, 0)}
            | both_sides(upper_arm=(-28, -10, -16), forearm=(-62, -18, 14), paw=(-10, 0, 0)),
            shift=(0, -0.03, 0),
        ),
    )
    up = Marked(
        "hooray",
        (0, 1.4, 0.6),
        Described(
            {"spine": (-5, 0, 0), "chest": (-7, 0, 0), "neck": (-5, 0, 0), "head": (-12, 0, 0)}
            | {"jaw": (22, 0, 0), "tail": (24, 0, 0)}
            | gaze(-8, 0)
            | both_sides(upper_arm=(0, -10, 64), forearm=(0, -10, 8), paw=(0, 0, 10), ear=(-14, 0, -10)),
            (0, 0.02, 0.02),
            {foot: Step((0, 0.008, 0), (24, 0, 0)) for foot in _FEET},
        ),
    )
    down = Marked(
        "low",
        (0, 0.4, 0.6),
        Described(
            {"hips": (10, 0, 0), "spine": (14, 0, 0), "chest": (10, 0, 0), "head": (-16, 0, 0)}
            | {"jaw": (8, 0, 0), "tail": (-16, 0, 0)}
            | both_sides(upper_arm=(-36, -8, -30), forearm=(-70, -30, 0), thigh=(-30, 0, 0), shin=(50, 0, 0)),
            (0, -0.085, -0.05),
        ),
    )
    left = Marked(
        "left",
        (0.62, 1.05, 0.6),
        Described(
            {"hips": (0, 8, -7), "spine": (0, 6, 8), "chest": (0, 8, 12), "neck": (0, 0, -6)}
            | {"head": (-4, 8, -16), "jaw": (16, 0, 0), "tail": (0, -24, 0)}
            | {"left_upper_arm": (0, -8, 50), "left_forearm": (0, -12, 12), "left_paw": (0, 0, 16)}
            | {"right_upper_arm": (-20, 10, 22), "right_forearm": (-64, 20, 20), "right_ear": (0, 0, -12)},
            (-0.055, -0.03, 0),
        ),
    )
    reach = Marked(
        "reach left",
        (0.55, 1.35, 0.6),
        Described(
            {"hips": (0, 4, -4), "spine": (-4, 4, 5), "chest": (-6, 6, 8), "head": (-10, 10, -12)}
            | {"jaw": (20, 0, 0), "tail": (10, -16, 0)}
            | gaze(-8, 6)
            | {"left_upper_arm": (0, -8, 62), "left_forearm": (0, -8, 8), "left_paw": (0, 0, 10)}
            | {"right_upper_arm": (0, 10, -22), "right_forearm": (0, 10, -14), "right_ear": (0, 0, -10)},
            (-0.02, 0, 0.01),
            {foot: Step((0, 0.004, 0), (12, 0, 0)) for foot in _FEET},
        ),
    )
    kick = Marked(
        "left kick",
        (0.55, 0.45, 0.6),
        Described(
            {"hips": (-4, -6, 9), "spine": (2, -4, 4), "chest": (2, -8, 4), "head": (6, 12, -10)}
            | {"jaw": (14, 0, 0), "tail": (0, 20, 0)}
            | {"left_upper_arm": (0, 10, 6), "left_forearm": (0, -10, 18)}
            | {"right_upper_arm": (-24, 24, -44), "right_forearm": (-30, 20, -40)}
            | {"left_thigh": (-30, 0, 20), "left_shin": (24, 0, 0)},
            (-0.075, -0.022, 0),
            {"left_foot": Step((0.07, 0.05, 0.1), (-22, 8, 14))},
        ),
    )
    keys = [bounce, left, reach, up, reach.mirrored("reach right"), left.mirrored("right")]
    keys += [kick.mirrored("right kick"), down, kick]
    return described_set(member, "dance", keys, feet=_FEET, function=RadialFunction.LINEAR)


# On its bottom, legs stretched out, a little apart.
_SITTING = Described(
    {"hips": (-14, 0, 0), "spine": (8, 0, 0), "chest": (8, 0, 0), "head": (2, 0, 0), "tail": (34, 0, 0)}
    | both_sides(
        thigh=(-74, 14, 0),
        shin=(12, 0, 0),
        foot=(-8, 0, 0),
        upper_arm=(-14, -6, -34),
        forearm=(-34, -26, 0),
    ),
    (0, -0.143, -0.1),
)


def _wave(member: Character) -> SpatialSet:
    """Sits on the ground; raised arms follow the cursor, low in the middle they rest in its lap."""
    lap = Marked("lap", (0, 0.45, 0.6), over(_SITTING, turns=gaze(4, 0)))
    out = Marked(
        "wave out",
        (0.6, 1.0, 0.6),
        over(
            _SITTING,
            turns={"spine": (4, 0, 4), "chest": (0, 4, 8), "neck": (0, 0, -4), "head": (-4, 6, -12)}
            | {"left_upper_arm": (0, -10, 44), "left_forearm": (0, -6, -2), "left_paw": (0, 0, -16)}
            | {"jaw": (16, 0, 0), "left_ear": (0, 0, -10), "left_foot": (-20, 0, -10)},
        ),
    )
    across = Marked(
        "wave in",
        (0.24, 1.2, 0.6),
        over(
            _SITTING,
            turns={"spine": (4, 0, 6), "chest": (0, 4, 10), "neck": (0, 0, -4), "head": (-4, 6, -16)}
            | {"left_upper_arm": (0, -34, 44), "left_forearm": (0, -14, 30), "left_paw": (0, 0, 24)}
            | {"jaw": (16, 0, 0), "right_ear": (0, 0, 10), "left_foot": (-20, 0, 10)},
        ),
    )
    keys = [
        lap,
        out,
        across,
        across.mirrored("right wave in"),
        out.mirrored("right wave out"),
    ]
    return described_set(member, "wave", keys)
