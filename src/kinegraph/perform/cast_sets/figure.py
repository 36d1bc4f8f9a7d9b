"""The figure's sets: it looks around, juggles, walks where the cursor circles, and dances."""

from kinegraph.core.character import Character
from kinegraph.perform.cast_sets.demo_path import demo_layer
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Marked,
    Step,
    Triple,
    both_sides,
    described_set,
    gaze,
)
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

_FEET = ("left_foot", "right_foot")
_CURLED = both_sides(
    index=(0, 0, -22), middle=(0, 0, -24), ring=(0, 0, -26), little=(0, 0, -28), thumb=(0, 0, -14)
)


def figure_sets(member: Character) -> tuple[SpatialSet, ...]:
    """All of the figure's sets; the first one is active by default."""
    return _look_around(member), _juggle(member), _walk(member), _dance(member)


def figure_performances(rig: SpatialRig) -> tuple[Performance, ...]:
    """A walk straight ahead."""
    return (Performance(rig, (demo_layer(rig, "walk", 6),), walks=True),)


def _look_around(member: Character) -> SpatialSet:
    """Follows the cursor with its whole body; markers are where it looks, on a window before its face."""
    hanging = both_sides(upper_arm=(4, 0, -38), forearm=(-14, -10, -4), hand=(0, 0, -10)) | _CURLED
    ahead = Marked("ahead", (0, 1.55, 0.8), Described({"jaw": (2, 0, 0)} | hanging, (0, -0.012, 0)))
    up = Marked(
        "up",
        (0, 2.25, 0.8),
        Described(
            hanging
            | {"spine": (-5, 0, 0), "chest": (-9, 0, 0), "neck": (-12, 0, 0), "head": (-20, 0, 0)}
            | {"jaw": (9, 0, 0)}
            | both_sides(upper_arm=(-30, -30, -24), forearm=(-90, -40, 0), hand=(0, -20, -40))
            | both_sides(eye_lid=(-6, 0, 0))
            | gaze(-16, 0),
            (0, -0.004, 0.02),
            reaches={"left_hand": (0.16, 1.66, 0.16), "right_hand": (-0.16, 1.66, 0.16)},
        ),
    )
    down = Marked(
        "down",
        (0, 0.65, 0.8),
        Described(
            {"hips": (22, 0, 0), "spine": (12, 0, 0), "chest": (10, 0, 0), "neck": (6, 0, 0)}
            | {"head": (14, 0, 0), "jaw": (3, 0, 0)}
            | both_sides(
                upper_arm=(-40, -10, -50),
                forearm=(-20, -30, 0),
                hand=(0, 0, -10),
                thigh=(-40, 8, 0),
                shin=(30, 0, 0),
                eye_lid=(14, 0, 0),
            )
            | _CURLED
            | gaze(16, 0),
            (0, -0.075, -0.1),
            reaches={"left_hand": (0.2, 0.6, 0.17), "right_hand": (-0.2, 0.6, 0.17)},
        ),
    )
    left = Marked(
        "left",
        (0.9, 1.55, 0.8),
        Described(
            hanging
            | {"hips": (0, 10, -2), "spine": (0, 10, -1), "chest": (2, 12, -3), "neck": (0, 10, 0)}
            | {"head": (-2, 18, -6), "jaw": (3, 0, 0)}
            | {"left_upper_arm": (20, 0, -30), "left_forearm": (-40, -30, 0)}
            | {"right_upper_arm": (-10, 0, 34), "right_forearm": (-14, 2, 4), "right_hand": (0, 0, 10)}
            | gaze(0, 15),
            (0.045, -0.016, 0),
            reaches={"left_hand": (0.24, 0.97, -0.04)},
        ),
    )
    return described_set(member, "look around", [ahead, up, left, down, left.mirrored("right")], feet=_FEET)


def _juggling(
    left: Triple, right: Triple, look: tuple[float, float], sway: float = 0.0, drop: float = 0.035
) -> Described:
    """Both hands before the body, eyes on the ball.

    left, right: Where the hands are [m].
    look: How far down and to the left the ball is seen [degrees].
    sway, drop: How far the hips go to the left, and down [m].
    """
    down, aside = look
    return Described(
        {"spine": (2 + 0.1 * down, 0.1 * aside, 0), "chest": (0.14 * down, 0.16 * aside, 60 * sway)}
        | {"neck": (0.2 * down, 0.2 * aside, 0), "head": (0.34 * down, 0.34 * aside, -60 * sway)}
        | {"hips": (0, 0.08 * aside, -50 * sway), "jaw": (max(0.0, -0.2 * down), 0, 0)}
        | gaze(0.22 * down, 0.2 * aside)
        | both_sides(upper_arm=(0, -20, -45), forearm=(-40, -50, 0), hand=(-20, -10, 30)),
        (sway, -drop, -0.01),
        reaches={"left_hand": left, "right_hand": right},
    )


def _juggle(member: Character) -> SpatialSet:
    """The cursor is the ball: low it lies in a hand, high it is followed by the eyes."""
    ready = _juggling((0.25, 1.12, 0.26), (-0.25, 1.12, 0.26), (8, 0))
    middle = Marked("middle", (0, 1.4, 0.45), ready)
    high = Marked(
        "high", (0, 1.95, 0.45), _juggling((0.25, 1.2, 0.24), (-0.25, 1.2, 0.24), (-46, 0), drop=0.012)
    )
    low = Marked(
        "low", (0, 0.95, 0.45), _juggling((0.12, 0.99, 0.3), (-0.12, 0.99, 0.3), (50, 0), drop=0.085)
    )
    high_left = Marked(
        "high left",
        (0.38, 1.95, 0.45),
        _juggling((0.33, 1.3, 0.26), (-0.25, 1.08, 0.25), (-42, 36), 0.035, 0.012),
    )
    left = Marked(
        "left", (0.38, 1.4, 0.45), _juggling((0.36, 1.26, 0.27), (-0.24, 1.08, 0.26), (8, 36), 0.05, 0.03)
    )
    low_left = Marked(
        "low left",
        (0.38, 0.95, 0.45),
        _juggling((0.38, 0.94, 0.27), (-0.2, 1.12, 0.27), (46, 36), 0.06, 0.07),
    )
    keys = [
        middle,
        high_left,
        left,
        low_left,
        low,
        low_left.mirrored("low right"),
        left.mirrored("right"),
        high_left.mirrored("high right"),
        high,
    ]
    return described_set(member, "juggle", keys, feet=_FEET)


def _walk(member: Character) -> SpatialSet:
    """Four keys on a circle: a heel set down, the other leg passing, and both again for the other side."""
    reach = Marked(
        "left heel",
        (0.3, 0.95, 0.6),
        Described(
            {
                "hips": (2, -7, 0),
                "spine": (2, 5, 0),
                "chest": (1, 9, 0),
                "neck": (0, -4, 0),
                "head": (-2, -3, 0),
            }
            | {"left_thigh": (-24, 0, 0), "left_shin": (6, 0, 0)}
            | {"right_thigh": (16, 0, 0), "right_shin": (16, 0, 0), "right_toes": (-34, 0, 0)}
            | both_sides(hand=(0, 0, -10))
            | _CURLED
            | {"left_upper_arm": (14, 0, -36), "right_upper_arm": (-12, 0, 36)}
            | {"left_forearm": (-6, -6, -4), "right_forearm": (-18, 18, 4)},
            (0, -0.062, 0),
            {
                "left_foot": Step((-0.03, 0, 0.3), (-16, 0, 0)),
                "right_foot": Step((0.03, 0, -0.3), (40, 0, 0)),
            },
        ),
    )
    passing = Marked(
        "right leg passes",
        (0, 1.25, 0.6),
        Described(
            {
                "hips": (2, 0, -3),
                "spine": (2, 0, 2),
                "chest": (1, 0, 2),
                "neck": (0, 0, 0),
                "head": (-2, 0, -1),
            }
            | {"left_thigh": (-4, 0, 0), "left_shin": (8, 0, 0)}
            | {"right_thigh": (-34, 0, 0), "right_shin": (64, 0, 0)}
            | both_sides(upper_arm=(0, 0, -38), forearm=(-12, -12, -4), hand=(0, 0, -10))
            | _CURLED,
            (0.022, -0.012, 0),
            {"left_foot": Step((-0.03, 0, 0)), "right_foot": Step((0.03, 0.15, 0.0), (12, 0, 0))},
        ),
    )
    # The other way round the circle, so below where the first is above.
    other = Marked("left leg passes", (0, 0.65, 0.6), passing.pose.mirrored())
    keys = [reach, passing, reach.mirrored("right heel"), other]
    return described_set(member, "walk", keys, feet=_FEET, planted=False, function=RadialFunction.LINEAR)


def _dance(member: Character) -> SpatialSet:
    """Hands go where the cursor is; low it crouches, in the low corners it kicks."""
    elbows = both_sides(upper_arm=(0, -10, -20), forearm=(-40, -50, 0), hand=(0, 0, 20))
    groove = Marked(
        "groove",
        (0, 1.2, 0.7),
        Described(
            {"chest": (4, 0, 0), "head": (2, 0, 0)} | elbows | _CURLED,
            (0, -0.04, 0),
            reaches={"left_hand": (0.3, 1.12, 0.22), "right_hand": (-0.3, 1.12, 0.22)},
        ),
    )
    up = Marked(
        "up",
        (0, 1.95, 0.7),
        Described(
            {"spine": (-5, 0, 0), "chest": (-8, 0, 0), "neck": (-8, 0, 0), "head": (-14, 0, 0)}
            | {"jaw": (10, 0, 0)}
            | gaze(-12, 0)
            | both_sides(upper_arm=(0, -10, 90), forearm=(0, -20, 20), toes=(-30, 0, 0)),
            (0, 0.03, 0.03),
            {foot: Step((0, 0, 0), (30, 0, 0)) for foot in _FEET},
            {"left_hand": (0.34, 1.8, 0.02), "right_hand": (-0.34, 1.8, 0.02)},
        ),
    )
    low = Marked(
        "low",
        (0, 0.5, 0.7),
        Described(
            {"hips": (18, 0, 0), "spine": (14, 0, 0), "chest": (10, 0, 0), "neck": (-10, 0, 0)}
            | {"head": (-22, 0, 0)}
            | elbows
            | _CURLED
            | both_sides(thigh=(-50, 16, 0), shin=(80, 0, 0)),
            (0, -0.27, -0.1),
            {"left_foot": Step((0.05, 0, 0)), "right_foot": Step((-0.05, 0, 0))},
            {"left_hand": (0.24, 0.92, 0.42), "right_hand": (-0.24, 0.92, 0.42)},
        ),
    )
    left = Marked(
        "left",
        (0.7, 1.5, 0.7),
        Described(
            {"hips": (0, 10, -8), "spine": (0, 6, 6), "chest": (-4, 10, 12), "neck": (0, 4, -4)}
            | {"head": (-8, 16, -8), "jaw": (6, 0, 0)}
            | elbows
            | gaze(-6, 10)
            | {"left_upper_arm": (0, 0, 70), "left_forearm": (0, 0, 10)}
            | {"left_thigh": (-4, 0, 0), "left_shin": (8, 0, 0)},
            (-0.08, -0.055, 0),
            reaches={"left_hand": (0.46, 1.72, 0.16), "right_hand": (-0.24, 1.02, 0.14)},
        ),
    )
    reach = Marked(
        "reach left",
        (0.65, 1.95, 0.7),
        Described(
            {"hips": (0, 4, -4), "spine": (-4, 4, 6), "chest": (-8, 8, 10), "neck": (-6, 4, -2)}
            | {"head": (-12, 12, -4), "jaw": (10, 0, 0)}
            | elbows
            | gaze(-10, 8)
            | {"left_upper_arm": (0, 0, 90), "left_forearm": (0, 0, 10)}
            | {"right_upper_arm": (0, 0, -30), "right_forearm": (0, 10, -10)}
            | both_sides(toes=(-22, 0, 0)),
            (0.02, 0.012, 0.02),
            {foot: Step((0, 0, 0), (22, 0, 0)) for foot in _FEET},
            {"left_hand": (0.42, 1.84, 0.06), "right_hand": (-0.5, 1.28, 0.06)},
        ),
    )
    kick = Marked(
        "left kick",
        (0.65, 0.65, 0.7),
        Described(
            {"hips": (-8, -8, 7), "spine": (4, -2, -4), "chest": (6, -8, -4), "head": (8, 12, 0)}
            | elbows
            | {"left_upper_arm": (20, 0, 0), "right_upper_arm": (0, 10, 30)}
            | {"left_thigh": (-50, 0, 0), "left_shin": (20, 0, 0), "right_shin": (10, 0, 0)},
            (-0.08, -0.035, -0.03),
            {"left_foot": Step((0.16, 0.32, 0.42), (-28, 10, 8))},
            {"left_hand": (0.5, 1.22, -0.08), "right_hand": (-0.06, 1.3, 0.42)},
        ),
    )
    keys = [groove, left, reach, up, reach.mirrored("reach right"), left.mirrored("right")]
    keys += [kick.mirrored("right kick"), low, kick]
    return described_set(member, "dance", keys, feet=_FEET, function=RadialFunction.LINEAR)
