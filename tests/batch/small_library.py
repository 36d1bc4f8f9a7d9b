"""A library of tiny captures for the tests of batches."""

from pathlib import Path

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import save


def waving(seed: int, frames: int = 21) -> Clip:
    """Three joints that swing, each seed in its own way, while the root moves along +Z."""
    rng = np.random.default_rng(seed)
    skeleton = Skeleton.from_offsets(
        ["hips", "chest", "arm"],
        [-1, 0, 1],
        [[0, 1.0, 0], [0, 0.4, 0], [0.3, 0, 0]],
        ends=[(2, (0.4, 0, 0))],
    )
    t = np.linspace(0.0, 1.0, frames)
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (frames, 3, 1))
    angles = np.sin(2.0 * np.pi * t[:, None] * rng.uniform(0.5, 2.0, 2)) * rng.uniform(0.2, 0.8, 2)
    rotations[:, 1:] = quat_from_axis_angle(angles[..., None] * np.array([0.0, 0.6, 0.8]))
    roots = np.stack([np.zeros(frames), np.ones(frames), rng.uniform(0.2, 1.5) * t], axis=1)
    return Clip(skeleton, 30.0, roots, rotations, name="waving")


def write_library(folder: Path, count: int) -> list[Path]:
    """Writes `count` different captures; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"clip{number:03d}.bvh" for number in range(count)]
    for number, path in enumerate(paths):
        save(waving(number), path)
    return paths


_BODY = {  # joint: parent, place in the parent's frame [m]
    "Hips": (None, (0.0, 0.95, 0.0)),
    "Spine": ("Hips", (0.0, 0.2, 0.0)),
    "Chest": ("Spine", (0.0, 0.2, 0.0)),
    "Head": ("Chest", (0.0, 0.25, 0.0)),
    **{
        f"{side}{part}": (
            f"{side}{parent}" if parent in ("Arm", "ForeArm", "UpLeg", "Leg") else parent,
            place,
        )
        for side, x in (("Left", 1.0), ("Right", -1.0))
        for part, parent, place in (
            ("Arm", "Chest", (0.2 * x, 0.15, 0.0)),
            ("ForeArm", "Arm", (0.03 * x, -0.28, 0.0)),
            ("Hand", "ForeArm", (0.0, -0.25, 0.02)),
            ("UpLeg", "Hips", (0.1 * x, -0.05, 0.0)),
            ("Leg", "UpLeg", (0.0, -0.42, 0.01)),
            ("Foot", "Leg", (0.0, -0.4, -0.01)),
        )
    },
}


def walking(seconds: float = 2.0, fps: float = 60.0) -> Clip:
    """A person that walks along +Z, with more swing in the left arm than in the right."""
    names = list(_BODY)
    parents = [-1 if above is None else names.index(above) for above, _ in _BODY.values()]
    ends = [(names.index("Head"), (0.0, 0.2, 0.0))]
    ends += [(names.index(f"{side}Foot"), (0.0, -0.06, 0.15)) for side in ("Left", "Right")]
    skeleton = Skeleton.from_offsets(names, parents, [list(place) for _, place in _BODY.values()], ends=ends)
    t = np.arange(round(seconds * fps) + 1) / fps
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (len(t), len(names), 1))
    swing = np.sin(2.0 * np.pi * t)
    turns = {
        "LeftUpLeg": -0.5 * swing,
        "RightUpLeg": 0.5 * swing,
        "LeftLeg": 0.4 + 0.4 * swing,
        "RightLeg": 0.4 - 0.4 * swing,
        "LeftArm": 0.6 * swing,
        "RightArm": -0.2 * swing,
        "LeftForeArm": -0.3 + 0.0 * t,
    }
    for name, angles in turns.items():
        rotations[:, names.index(name)] = quat_from_axis_angle(angles[:, None] * np.array([1.0, 0.0, 0.0]))
    roots = np.stack([0.0 * t, 0.95 + 0.02 * np.cos(4.0 * np.pi * t), 1.2 * t], axis=1)
    return Clip(skeleton, fps, roots, rotations, name="walking")
