"""The running man: a natural run imitated by spatial keys, and an exaggerated one by the same path, larger.

After the experiment of Choi, You and Noh: the keys are poses of the natural run. A path through the markers
plays it again; the same path outside the markers, where there are no keys, should play the exaggerated one.
"""

from collections.abc import Sequence

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.perform.cast_sets.pose_description import Triple
from kinegraph.perform.cast_sets.posed_rig import PosedSet, posed_rig, synchronizing_set
from kinegraph.perform.cast_sets.run_cycle import (
    FPS,
    FRAMES,
    SIDES,
    run_clip,
)
from kinegraph.perform.performances.compare_motion import MotionComparison, kernel_table
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, joint_manipulators
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig

EXAGGERATION = 1.4
"""Size of the exaggerated run by that of the usual one; its path passes outside the markers by as much."""

# The run's poses by frame. Legs need them all, the others every second one.
_POSES = {"left lands": 0, "left carries": 3, "left drives": 6, "off to the right": 9} | {
    "right lands": 12,
    "right carries": 15,
    "right drives": 18,
    "off to the left": 21,
}
_FEWER = ("left lands", "left drives", "right lands", "right drives")
_ARMS = ("upper_arm", "forearm", "hand", "thumb", "index", "middle", "ring", "little")
_LEGS = ("thigh", "shin", "foot", "toes")
# Where each set's markers are, in the space of its controller, and how far round or apart [m].
_CIRCLES: dict[str, tuple[Triple, float]] = {
    "run": ((0, 1.0, 0.75), 0.3),
    "body": ((0.75, 1.25, 0), 0.12),
    "legs": ((0.6, -0.4, 0), 0.15),
    "arms": ((0.6, 0.2, 0), 0.15),
    "head": ((0, 0.95, 0), 0.12),
}
# Ranges of angles as in Choi's table 2.
RANGES = {"spine": np.pi / 3, "chest": np.pi / 3, "head": np.pi / 2}
EVENTS_PER_FRAME = 4


def natural_run() -> Clip:
    """The run that the keys are taken from."""
    return run_clip(character("figure"), 1.0, "natural run")


def exaggerated_run() -> Clip:
    """The same run with larger swings, made without any spatial key."""
    return run_clip(character("figure"), EXAGGERATION, "exaggerated run")


def running_rig() -> SpatialRig:
    """The figure with sets for legs, arms, body and head, and one that moves their controllers together."""
    member, clip = character("figure"), natural_run()
    parts = {"body": ("hips", "spine", "chest"), "legs": _both(_LEGS), "arms": _both(_ARMS)}
    parts |= {"head": ("neck", "head", "jaw")}
    sets = [
        PosedSet(
            name,
            _CIRCLES[name][0],
            joints,
            {pose: (place, clip.pose(_POSES[pose])) for pose, place in _markers(name).items()},
            feet=_both(("foot",)) if name == "legs" else (),
        )
        for name, joints in parts.items()
    ]
    # The head passes its middle twice a stride.
    together = {
        pose: (place, {name: _markers(name).get(pose, np.array(_CIRCLES[name][0])) for name in parts})
        for pose, place in _markers("run").items()
    }
    return posed_rig(member, sets).with_set(synchronizing_set("run", _CIRCLES["run"][0], together))


def run_performance(amount: float = 1.0, rig: SpatialRig | None = None) -> Performance:
    """One round of the highest controller, `amount` times as far out as the markers are."""
    rig = running_rig() if rig is None else rig
    centre, radius = _CIRCLES["run"]
    stride = np.linspace(0.0, 1.0, EVENTS_PER_FRAME * (FRAMES - 1) + 1)
    path = _circle(centre, amount * radius, stride) - rig.set("run").home
    return Performance(rig, (Layer("stride", "run", stride * (FRAMES - 1) / FPS, path),))


def watched() -> tuple[Manipulator, ...]:
    """The manipulators of Choi's table 2: hands, feet, two joints of the spine, and the head."""
    skeleton = character("figure").skeleton
    joints = joint_manipulators(skeleton, ("spine", "chest", "head"))
    return (*_handles("hand"), *_handles("foot"), *joints)


def run_table(
    original: Clip, performance: Performance, degree: int | None = None
) -> dict[RadialFunction, MotionComparison]:
    """Errors of an imitated run by kernel, for the three kernels of Choi's table 2.

    degree: Of the polynomial under the kernels; the sets' own by default. Choi's have none, -1.
    """
    kernels = (RadialFunction.LINEAR, RadialFunction.GAUSSIAN, RadialFunction.HARDY)
    return kernel_table(performance, original, watched(), functions=kernels, degree=degree, ranges=RANGES)


def _markers(name: str) -> dict[str, Floats]:
    """Per key the place of its marker: round a circle, but for the head's, which only turns to and fro."""
    if name == "head":
        centre, apart = _CIRCLES[name]
        sides = {"left lands": -1.0, "left drives": 0.0, "right lands": 1.0}
        return {key: np.add(centre, [apart * side, 0.0, 0.0]) for key, side in sides.items()}
    poses = tuple(_POSES) if name == "legs" else _FEWER
    stride = np.array([_POSES[pose] for pose in poses]) / (FRAMES - 1)
    return dict(zip(poses, _circle(*_CIRCLES[name], stride), strict=True))


def _circle(centre: Sequence[float], radius: float, stride: Floats) -> Floats:
    """(F, 3) places round a circle that faces the viewer, at parts (F,) of a stride."""
    angle = 2.0 * np.pi * stride
    return np.asarray(centre) + radius * np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=-1)


def _both(parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{side}_{part}" for side, _, _ in SIDES for part in parts)


def _handles(part: str) -> tuple[Manipulator, ...]:
    return tuple(Manipulator(ManipulatorKind.HANDLE, name, moves=True) for name in _both((part,)))
