"""The lizard: crawls where one hand circles, and has a lively head, mouth and tail of their own.

As Choi, You and Noh's iguana: six sets on the body, a set that moves both sides' legs together, and one above
it that moves legs and spine. What is left to perform with are four controllers: crawl, head, mouth, tail.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.pose import Pose
from kinegraph.perform.cast_sets.hand_paths import (
    circling,
    event_times,
    hand_layer,
    visiting,
)
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Step,
    Triple,
    described_pose,
    gaze,
)
from kinegraph.perform.cast_sets.posed_rig import PosedSet, posed_rig, synchronizing_set
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

FRAMES, FPS = 700, 30.0
_END = (FRAMES - 1) / FPS
_FEET = ("left_forefoot", "right_hindfoot", "right_forefoot", "left_hindfoot")
_SPINE = ("hips", "spine", "spine_middle", "chest", "neck")
_TAIL = ("tail", "tail_1", "tail_2", "tail_3", "tail_4", "tail_5", "tail_6")
# Parts of a stride at which it is keyed, by what the left forefoot does.
_STRIDE = {"ahead": 0.0, "carries": 0.25, "behind": 0.5, "swings": 0.75}
# How far a foot goes ahead and behind, and how high it swings [m].
_REACH = {"fore": 0.062, "hind": 0.06}
_LIFT = 0.05
# Circles of markers: centre and radius [m], facing the viewer.
_CRAWL, _BOTH = ((0, 0.5, 0.25), 0.12), ((0.0, 0.42, 0.0), 0.06)
_LEFT, _RIGHT = ((0.34, 0.1, 0.1), 0.06), ((-0.34, 0.1, 0.1), 0.06)
_BENDS = ((0, 0.26, 0.06), 0.06)


def lizard_sets(member: Character) -> tuple[SpatialSet, ...]:
    """All eight sets: six on the body, two that move others."""
    return _rig(member).sets


def lizard_performances(rig: SpatialRig) -> tuple[Performance, ...]:
    """A crawl with a stop to look at something that turns out to be edible: four layers, 700 frames at 30."""
    return (_crawl(rig),)


def _rig(member: Character) -> SpatialRig:
    stride = {name: _striding(member, phase) for name, phase in _STRIDE.items()}
    bends = {"left ahead": (1.0, stride["ahead"]), "right ahead": (-1.0, stride["behind"])}
    rig = posed_rig(
        member,
        [
            PosedSet(
                "spine",
                _BENDS[0],
                _SPINE,
                {name: (_aside(*_BENDS, side), pose) for name, (side, pose) in bends.items()},
            ),
            _legs("left legs", "left", _LEFT, stride),
            _legs("right legs", "right", _RIGHT, stride),
            PosedSet("head", (0, 0.22, 0.55), ("head", "left_eye", "right_eye"), _head_keys(member)),
            PosedSet("mouth", (0, 0.1, 0.62), ("jaw", "left_eye_lid", "right_eye_lid"), _mouth_keys(member)),
            PosedSet("tail", (0, 0.05, -0.7), _TAIL, _tail_keys(member)),
        ],
    )
    legs = {"left legs": _LEFT, "right legs": _RIGHT}
    both = {
        name: (_round(*_BOTH, phase), {side: _round(*circle, phase) for side, circle in legs.items()})
        for name, phase in _STRIDE.items()
    }
    sides = {"ahead": 1.0, "carries": 0.0, "behind": -1.0, "swings": 0.0}
    crawl = {
        name: (
            _round(*_CRAWL, phase),
            {"legs": _round(*_BOTH, phase), "spine": _aside(*_BENDS, sides[name])},
        )
        for name, phase in _STRIDE.items()
    }
    rig = rig.with_set(synchronizing_set("legs", _BOTH[0], both))
    return rig.with_set(synchronizing_set("crawl", _CRAWL[0], crawl))


def _legs(name: str, side: str, circle: tuple[Triple, float], stride: dict[str, Pose]) -> PosedSet:
    parts = ("upper_foreleg", "lower_foreleg", "forefoot", "thigh", "shin", "hindfoot")
    return PosedSet(
        name,
        circle[0],
        [f"{side}_{part}" for part in parts],
        {key: (_round(*circle, _STRIDE[key]), pose) for key, pose in stride.items()},
        feet=(f"{side}_forefoot", f"{side}_hindfoot"),
    )


def _striding(member: Character, phase: float) -> Pose:
    """The whole body at a part of a stride; feet across from each other go together."""
    bend = float(np.cos(2 * np.pi * phase))
    turns = {
        "hips": (0, 15 * bend, 0),
        "spine": (0, -10 * bend, 0),
        "spine_middle": (0, -13 * bend, 0),
        "chest": (0, -9 * bend, 0),
        "neck": (-4, 11 * bend, 0),
    }
    steps = {foot: _step(foot, phase + (0.0 if foot in _FEET[:2] else 0.5)) for foot in _FEET}
    return described_pose(member, Described(turns, (-0.012 * bend, -0.012, 0), steps), _FEET)


def _step(foot: str, phase: float) -> Step:
    """Place of a foot in its stride, ahead at 0: it carries for one half and swings in the other.

    Where it comes down and leaves it is kept a little high: on its way over the ground it then stays within
    a twentieth of its lift.
    """
    ahead = _REACH["fore" if "fore" in foot else "hind"] * float(np.cos(2 * np.pi * phase))
    swings = -float(np.sin(2 * np.pi * phase))
    lift = _LIFT * (swings if swings > 0.5 else 0.1 if abs(swings) < 0.5 else 0.0)
    return Step((0.0, lift, ahead), (18.0 * max(0.0, swings), 0.0, 0.0))


def _head_keys(member: Character) -> dict[str, tuple[Triple, Pose]]:
    """Looks where its controller is: a window before its nose."""
    looks = {
        "ahead": ((0, 0.22, 0.55), (0, 0, 0), (0, 0)),
        "left": ((0.22, 0.22, 0.55), (2, 33, -12), (0, 22)),
        "right": ((-0.22, 0.22, 0.55), (2, -33, 12), (0, -22)),
        "up": ((0, 0.42, 0.55), (-30, 0, 0), (-18, 0)),
        "down": ((0, 0.04, 0.55), (24, 0, 0), (16, 0)),
    }
    return {
        name: (place, described_pose(member, Described({"head": turn} | gaze(*eyes))))
        for name, (place, turn, eyes) in looks.items()
    }


def _mouth_keys(member: Character) -> dict[str, tuple[Triple, Pose]]:
    lids = ("left_eye_lid", "right_eye_lid")
    closed = Described(dict.fromkeys(lids, (6, 0, 0)))
    wide = Described({"jaw": (30, 0, 0)} | dict.fromkeys(lids, (-14, 0, 0)))
    return {
        "closed": ((0, 0.1, 0.62), described_pose(member, closed)),
        "open": ((0, -0.02, 0.62), described_pose(member, wide)),
    }


def _tail_keys(member: Character) -> dict[str, tuple[Triple, Pose]]:
    """The tail's tip goes where its controller is."""

    def curled(lift: float, aside: float) -> Pose:
        along = np.linspace(0.7, 1.3, len(_TAIL))
        return described_pose(
            member,
            Described({joint: (lift * k, aside * k, 0) for joint, k in zip(_TAIL, along, strict=True)}),
        )

    return {
        "straight": ((0, 0.05, -0.7), curled(0, 0)),
        "left": ((0.4, 0.05, -0.5), curled(0, -17)),
        "right": ((-0.4, 0.05, -0.5), curled(0, 17)),
        "up": ((0, 0.4, -0.55), curled(11, 0)),
        "rolled": ((0.14, 0.3, -0.35), curled(14, -30)),
    }


# What the hand did, in four passes. Crawling: time [s], rounds a second, share of the markers' circle.
_PACES = (
    *((0.0, 0.5, 0.0), (0.9, 0.5, 0.0), (2.2, 0.75, 0.95), (5.5, 0.95, 1.05), (7.8, 0.7, 0.9)),
    *((8.8, 0.5, 0.0), (12.6, 0.5, 0.0), (13.6, 1.0, 1.0), (17.5, 1.35, 1.12), (20.3, 1.0, 0.95)),
    *((21.4, 0.5, 0.0), (_END, 0.5, 0.0)),
)
# Looking about: time [s], and a key or a place on the window before its nose [m].
_LOOKS = (
    *((0.0, "ahead"), (0.8, "up"), (1.6, "ahead"), (3.2, (0.08, 0.18, 0.55)), (4.8, (-0.09, 0.24, 0.55))),
    *((6.6, (0.05, 0.15, 0.55)), (8.0, "ahead"), (8.7, "left"), (9.5, "left"), (10.1, (0.1, 0.36, 0.55))),
    *((10.6, "right"), (11.25, "right"), (11.6, (-0.1, 0.38, 0.55)), (11.85, (-0.05, 0.1, 0.55))),
    *((12.5, "ahead"), (14.5, (-0.07, 0.17, 0.55)), (16.2, (0.08, 0.24, 0.55)), (18.4, (-0.04, 0.19, 0.55))),
    *((20.6, "ahead"), (21.5, "up"), (22.4, (-0.1, 0.3, 0.55)), (_END, "ahead")),
)
# The mouth: a breath, a snap at 11.65 s with something to chew, and a yawn.
_BITES = (
    *((0.0, "closed"), (8.9, "closed"), (9.4, (0, 0.06, 0.62)), (10.0, "closed"), (11.35, "closed")),
    *((11.65, "open"), (11.85, "closed"), (12.1, (0, 0.06, 0.62)), (12.3, "closed")),
    *((12.55, (0, 0.07, 0.62)), (12.8, "closed"), (21.6, "closed"), (22.1, (0, 0.0, 0.62))),
    *((22.8, "closed"), (_END, "closed")),
)


def _crawl(rig: SpatialRig) -> Performance:
    """Sets off, stops at a smell, looks round, snaps, and hurries on."""
    head, mouth, tail = (rig.set(name) for name in ("head", "mouth", "tail"))
    swishes = event_times(0.0, _END)
    layers = (
        hand_layer("crawl", rig.set("crawl"), *circling(*_CRAWL, _PACES), 0.004),
        hand_layer("head", head, *visiting(head, _LOOKS), 0.012),
        hand_layer("mouth", mouth, *visiting(mouth, _BITES), 0.003),
        hand_layer("tail", tail, swishes, _tail_path(swishes, tail), 0.03),
    )
    return Performance(rig, layers, walks=True)


def _tail_path(times: Floats, tail: SpatialSet) -> Floats:
    """Sways to and fro, lifts while the lizard waits, and whips as it snaps."""
    sway = 0.24 * np.sin(2 * np.pi * 0.43 * times) + 0.07 * np.sin(2 * np.pi * 1.1 * times + 1.0)
    waits = np.exp(-(((times - 10.6) / 1.5) ** 2))
    whips = 0.25 * np.exp(-(((times - 11.7) / 0.35) ** 2)) * np.sin(2 * np.pi * 2.2 * (times - 11.4))
    ends = 1.0 / (1.0 + np.exp(-(times - 21.6) * 3.0))
    x = sway * (1.0 - 0.6 * waits - 0.7 * ends) + whips + 0.16 * ends
    y = 0.03 + 0.2 * waits + 0.26 * ends + 0.02 * np.sin(2 * np.pi * 0.6 * times)
    z = 0.12 * np.abs(x) / 0.4 + 0.1 * waits + 0.26 * ends
    return tail.key("straight").place + np.stack([x, y, z], axis=1)


def _round(centre: Triple, radius: float, phase: float) -> Floats:
    """(3,) a place on a circle that faces the viewer."""
    angle = 2 * np.pi * phase
    return np.asarray(centre) + radius * np.array([np.cos(angle), np.sin(angle), 0.0])


def _aside(centre: Triple, apart: float, side: float) -> Floats:
    return np.asarray(centre) + np.array([apart * side, 0.0, 0.0])
