"""The mouse dances: one hand moves body and arms together, others add head, tail and face, layer by layer."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.pose import Pose
from kinegraph.perform.cast_sets.hand_paths import (
    eased,
    event_times,
    hand_layer,
    visiting,
)
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Step,
    Triple,
    Turns,
    both_sides,
    described_pose,
    gaze,
)
from kinegraph.perform.cast_sets.posed_rig import PosedSet, posed_rig, synchronizing_set
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

FRAMES, FPS = 440, 30.0
_END = (FRAMES - 1) / FPS
_BEAT = 0.5  # [s]
_FEET = ("left_foot", "right_foot")
_LEGS = tuple(f"{side}_{part}" for side in ("left", "right") for part in ("thigh", "shin", "foot"))
_ARMS = tuple(f"{side}_{part}" for side in ("left", "right") for part in ("upper_arm", "forearm", "hand"))
_TAIL = ("tail", "tail_1", "tail_2", "tail_3", "tail_4")
# Crosses of markers that face the viewer: centre and arms' length [m].
_DANCE, _BODY, _ARM = ((0, 0.24, 0.3), 0.13), ((0.3, 0.12, 0), 0.05), ((0.3, 0.16, 0), 0.05)
_HEAD, _TAILS, _FACE = ((0, 0.18, 0.28), 0.1), ((0, 0.02, -0.32), 0.12), ((0.22, 0.2, 0.1), 0.04)
_CROSS = {"middle": (0, 0), "left": (1, 0), "right": (-1, 0), "up": (0, 1), "down": (0, -1)}


def mouse_sets(member: Character) -> tuple[SpatialSet, ...]:
    """Five sets on the body, and one that moves body and arms together."""
    trunk = ("hips", "spine", "chest", *_LEGS)
    parts = [
        # Straight between the keys, so that a foot that stands at two of them does not sink on the way.
        PosedSet("body", _BODY[0], trunk, _body_keys(member), _FEET, RadialFunction.LINEAR),
        PosedSet("arms", _ARM[0], _ARMS, _arm_keys(member)),
        PosedSet("head", _HEAD[0], ("neck", "head", "left_ear", "right_ear"), _head_keys(member)),
        PosedSet("tail", _TAILS[0], _TAIL, _tail_keys(member)),
        PosedSet("face", _FACE[0], ("jaw", *_EYES), _face_keys(member)),
    ]
    dance = {
        name: (_at(_DANCE, name), {"body": _at(_BODY, name), "arms": _at(_ARM, name)}) for name in _CROSS
    }
    return posed_rig(member, parts, degree=0).with_set(synchronizing_set("dance", _DANCE[0], dance)).sets


def mouse_performances(rig: SpatialRig) -> tuple[Performance, ...]:
    """A dance of 29 beats in four layers, 440 frames at 30 a second."""
    dance, head, tail, face = (rig.set(name) for name in ("dance", "head", "tail", "face"))
    times = event_times(0.0, _END)
    layers = (
        hand_layer("dance", dance, times, _dance_path(times), 0.004),
        hand_layer("head", head, times, _head_path(times), 0.006),
        hand_layer("tail", tail, times, _tail_path(times), 0.008),
        hand_layer("face", face, *visiting(face, _FACES)),
    )
    return (Performance(rig, layers),)


def _at(cross: tuple[Triple, float], name: str) -> Floats:
    """(3,) a marker of a cross."""
    (centre, reach), (x, y) = cross, _CROSS[name]
    return np.asarray(centre) + reach * np.array([x, y, 0.0])


def _keys(
    member: Character, cross: tuple[Triple, float], poses: dict[str, Described], feet: tuple[str, ...] = ()
) -> dict[str, tuple[Floats, Pose]]:
    """Keys on a cross; those of the left are mirrored to the right."""
    poses = poses | {"right": poses["left"].mirrored()}
    return {name: (_at(cross, name), described_pose(member, poses[name], feet)) for name in _CROSS}


def _body_keys(member: Character) -> dict[str, tuple[Floats, Pose]]:
    """Hips go where the controller goes; to a side, the other foot lifts."""
    poses = {
        "middle": Described({"spine": (2, 0, 0)}, (0, -0.008, 0)),
        "left": Described(
            {"hips": (0, 10, 9), "spine": (0, 4, -10), "chest": (0, 6, -12)},
            (0.03, -0.006, 0),
            {"right_foot": Step((0.02, 0.02, 0.012), (-16, -12, -8))},
        ),
        "up": Described(
            {"hips": (-5, 0, 0), "spine": (-6, 0, 0), "chest": (-8, 0, 0)},
            (0, 0.02, 0.008),
            {foot: Step((0, 0.004, 0.004), (24, 0, 0)) for foot in _FEET},
        ),
        "down": Described({"hips": (14, 0, 0), "spine": (9, 0, 0), "chest": (8, 0, 0)}, (0, -0.026, -0.016)),
    }
    return _keys(member, _BODY, poses, _FEET)


def _arm_keys(member: Character) -> dict[str, tuple[Floats, Pose]]:
    """Hands follow: out to a side, thrown up, and together in front."""
    easy = both_sides(upper_arm=(-8, 0, 14), forearm=(-34, -18, 0), hand=(-8, 0, 0))
    poses = {
        "middle": Described(easy),
        "left": _reaching(easy, (0.136, 0.196, 0.05), (-0.022, 0.165, 0.098)),
        "up": _reaching(easy, (0.122, 0.224, 0.042), (-0.122, 0.224, 0.042)),
        "down": _reaching(easy, (0.03, 0.145, 0.09), (-0.03, 0.145, 0.09)),
    }
    return _keys(member, _ARM, poses)


def _reaching(turns: Turns, left: Triple, right: Triple) -> Described:
    """Hands at places [m]."""
    return Described(turns, reaches={"left_hand": left, "right_hand": right})


def _head_keys(member: Character) -> dict[str, tuple[Floats, Pose]]:
    """The head tilts and nods, and its ears are late."""
    poses = {
        "middle": Described(),
        "left": Described(
            {"neck": (0, 6, -6), "head": (0, 16, -18), "left_ear": (0, -10, 12), "right_ear": (0, -10, 14)}
        ),
        "up": Described({"neck": (-8, 0, 0), "head": (-18, 0, 0)} | both_sides(ear=(22, 0, -8))),
        "down": Described({"neck": (8, 0, 0), "head": (18, 0, 0)} | both_sides(ear=(-24, 0, 10))),
    }
    return _keys(member, _HEAD, poses)


def _tail_keys(member: Character) -> dict[str, tuple[Floats, Pose]]:
    """The tail's tip goes where its controller is."""

    def curled(lift: float, aside: float) -> Described:
        growing = zip(_TAIL, (0.5, 0.8, 1.0, 1.1, 1.2), strict=True)
        return Described({joint: (lift * k, aside * k, 0) for joint, k in growing})

    poses = {"middle": curled(6, 0), "left": curled(4, -24), "up": curled(24, 0), "down": curled(-1, 0)}
    return _keys(member, _TAILS, poses)


_EYES = ("left_eye", "right_eye", "left_eye_lid", "right_eye_lid")


def _face_keys(member: Character) -> dict[str, tuple[Floats, Pose]]:
    """Calm, singing, and eyes shut with delight."""
    calm = Described(gaze(0, 0))
    singing = Described({"jaw": (38, 0, 0)} | gaze(-8, 0) | both_sides(eye_lid=(-10, 0, 0)))
    delight = Described({"jaw": (12, 0, 0)} | both_sides(eye_lid=(80, 0, 0)))
    poses = {"middle": calm, "down": singing, "up": delight}
    return {name: (_at(_FACE, name), described_pose(member, one)) for name, one in poses.items()}


# Parts of the dance: when they begin, and how much of each move there is in them: steps to the sides a beat,
# bounce, round and round, thrown up.
_PARTS = np.array(
    [
        (0.0, 0.0, 0.15, 0.0, 0.0),
        (0.8, 0.0, 0.5, 0.0, 0.0),
        (1.5, 0.9, 0.42, 0.0, 0.0),
        (4.9, 1.0, 0.42, 0.0, 0.0),
        (5.6, 0.1, 0.1, 0.95, 0.0),
        (8.6, 0.1, 0.1, 1.0, 0.0),
        (9.2, 0.15, 0.4, 0.0, 0.7),
        (10.6, 0.3, 0.42, 0.0, 0.7),
        (11.2, 1.05, 0.45, 0.0, 0.0),
        (13.4, 0.8, 0.4, 0.0, 0.0),
        (14.0, 0.0, 0.0, 0.0, 0.95),
        (_END, 0.0, 0.0, 0.0, 0.9),
    ]
)
# The face: time [s], and a key.
_FACES = (
    *((0.0, "middle"), (1.4, "middle"), (1.7, "down"), (2.4, "middle"), (3.6, "middle"), (3.9, "down")),
    *((4.6, "middle"), (5.6, "middle"), (6.0, "up"), (8.4, "up"), (8.8, "middle"), (9.3, "down")),
    *((10.4, "down"), (10.9, "middle"), (13.6, "middle"), (13.95, "down"), (14.3, "up"), (_END, "up")),
)


def _dance_path(times: Floats) -> Floats:
    """Side to side with a bounce on each beat, then round and round, then up."""
    sides, bounce, rounds, up = eased(_PARTS[:, 0], _PARTS[:, 1:], times).T
    beats = times / _BEAT
    # The hand lingers at either side and goes quickly between.
    swing = np.sin(np.pi * beats)
    linger = swing * (1.5 - 0.5 * swing**2)
    x = sides * linger + rounds * np.sin(np.pi * beats)
    y = bounce * -np.cos(2 * np.pi * beats) + rounds * -np.cos(np.pi * beats) + up * (0.75 + 0.25 * swing)
    return np.asarray(_DANCE[0]) + _DANCE[1] * np.stack([x, y, 0.0 * x], axis=1)


def _head_path(times: Floats) -> Floats:
    """Nods on the beat and sways every other one, a little late."""
    late = (times - 0.07) / _BEAT
    lively = eased(_PARTS[:, 0], 0.35 + 0.5 * _PARTS[:, 1:].sum(axis=1).clip(0.0, 1.0), times)
    x = 0.75 * lively * np.sin(np.pi * late) * np.cos(0.35 * times)
    y = -0.45 * lively * np.cos(2 * np.pi * late) + 0.5 * eased(_PARTS[:, 0], _PARTS[:, 4], times)
    return np.asarray(_HEAD[0]) + _HEAD[1] * np.stack([x, y, 0.0 * x], axis=1)


def _tail_path(times: Floats) -> Floats:
    """Swings against the hips, and stands up with the arms."""
    late = (times - 0.16) / _BEAT
    lively = eased(_PARTS[:, 0], _PARTS[:, [1, 3]].max(axis=1).clip(0.25, 1.0), times)
    x = -0.8 * lively * np.sin(np.pi * late)
    y = 0.15 + 0.2 * np.cos(2 * np.pi * late) + 0.6 * eased(_PARTS[:, 0], _PARTS[:, 4], times)
    return np.asarray(_TAILS[0]) + _TAILS[1] * np.stack([x, y, 0.0 * x], axis=1)
