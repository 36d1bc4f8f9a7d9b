"""The lamp's sets: it looks around with its shade, and hops."""

from kinegraph.core.character import Character
from kinegraph.perform.cast_sets.demo_path import demo_layer
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Marked,
    Triple,
    described_set,
)
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet


def lamp_sets(member: Character) -> tuple[SpatialSet, ...]:
    """All of the lamp's sets; the first one is active by default."""
    return _look_around(member), _hop(member)


def lamp_performances(rig: SpatialRig) -> tuple[Performance, ...]:
    """Hops from side to side."""
    return (Performance(rig, (demo_layer(rig, "hop", 2),)),)


def _bend_arms(lower: Triple, upper: Triple, shade: Triple, **placed: Triple) -> Described:
    """The two arms and the shade [degrees].

    placed: `base`, the turn of the foot [degrees], and `shift`, where it is [m].
    """
    base = placed.get("base", (0.0, 0.0, 0.0))
    turns = {"base": base, "lower_arm": lower, "upper_arm": upper, "shade": shade}
    return Described(turns, placed.get("shift", (0.0, 0.0, 0.0)))


def _look_around(member: Character) -> SpatialSet:
    """The light goes where the cursor is."""
    ahead = Marked("ahead", (0, 0.45, 0.4), _bend_arms((0, 0, 0), (0, 0, 0), (-14, 0, 0)))
    up = Marked("up", (0, 0.82, 0.4), _bend_arms((16, 0, 0), (-20, 0, 0), (-52, 0, 0)))
    down = Marked("down", (0, 0.08, 0.4), _bend_arms((-16, 0, 0), (44, 0, 0), (-6, 0, 0)))
    left = Marked("left", (0.4, 0.45, 0.4), _bend_arms((2, 22, -6), (0, 4, -4), (-14, 24, -10)))
    low_left = Marked("low left", (0.36, 0.1, 0.4), _bend_arms((-10, 24, -10), (38, 0, -6), (0, 14, -8)))
    keys = [ahead, up, left, low_left, down, low_left.mirrored("low right"), left.mirrored("right")]
    return described_set(member, "look around", keys)


def _hop(member: Character) -> SpatialSet:
    """The cursor's height is the lamp's; arcs from side to side hop there."""
    still = Marked("still", (0, 0.4, 0.4), _bend_arms((0, 0, 0), (0, 0, 0), (-10, 0, 0)))
    squash = Marked("squash", (0, 0.12, 0.4), _bend_arms((-34, 0, 0), (74, 0, 0), (-36, 0, 0)))
    leap = Marked("leap", (0, 0.9, 0.4), _bend_arms((22, 0, 0), (-36, 0, 0), (10, 0, 0), shift=(0, 0.26, 0)))
    aside = Marked(
        "left",
        (0.42, 0.12, 0.4),
        _bend_arms((-32, 14, -4), (70, 0, 0), (-34, 10, -6), shift=(0.22, 0, 0)),
    )
    fly = Marked(
        "fly left",
        (0.34, 0.72, 0.4),
        _bend_arms((16, 10, -10), (-26, 0, -4), (-4, 12, -6), base=(0, 0, -14), shift=(0.15, 0.2, 0)),
    )
    keys = [still, squash, aside, fly, leap, fly.mirrored("fly right"), aside.mirrored("right")]
    return described_set(member, "hop", keys, function=RadialFunction.LINEAR)
