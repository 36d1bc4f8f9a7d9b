"""Synthetic sketchers: drawings of bodies in any pose and proportion, with their true links and joints.

A sketcher has a habit (outlines or sticks, round or boxy) and a level: how much the hand trembles, how far
lines overshoot the joints or fall short of them. The same seed gives the same drawing.
"""

from dataclasses import dataclass, replace

import numpy as np

from benchmarks.synthetic.bodies import POSES, body_points, random_proportions
from benchmarks.synthetic.links import SketchLevel, draw_link, random_habit
from kinegraph.core.arrays import Floats
from kinegraph.core.errors import UnknownName
from kinegraph.doodles.ink.stroke import (
    Stroke,
    path_lengths,
    points_along,
    stroke_from_raw,
)
from kinegraph.doodles.sketch.proportions import scaled_proportions
from kinegraph.doodles.sketch.topology import KINDS, joints_of

LEVELS = {
    "clean": SketchLevel(tremor=0.002, slip=0.004, end=0.03, opening=0.03, detail=0.3),
    "sloppy": SketchLevel(tremor=0.005, slip=0.012, end=0.08, opening=0.15, detail=0.5),
}
_POSES_OF_MECHS = ("relaxed", "walking", "sitting", "crouching", "anyhow")
_SAMPLE_RATE = 90.0  # points per second of the pen
_PEN_SPEED = 1.6  # [m/s]


@dataclass(frozen=True, eq=False)
class SyntheticSketch:
    """A drawing and the truth about it.

    labels: The link that each stroke is.
    joints: Where the joints are on the sheet [m].
    facing: +1 where the body looks to the right, -1 to the left.
    height: Of the same body standing straight [m].
    """

    strokes: tuple[Stroke, ...]
    labels: tuple[str, ...]
    joints: dict[str, Floats]
    facing: int
    kind: str
    pose: str
    height: float


def synthetic_sketch(
    seed: int, level: str = "clean", pose: str | None = None, kind: str = "person"
) -> SyntheticSketch:
    """The drawing of the sketcher with this seed. `pose` is one of POSES, by default a random one."""
    for name, valid in ((level, LEVELS), (pose, POSES), (kind, KINDS)):
        if name is not None and name not in valid:
            raise UnknownName(name, valid)
    rng = np.random.default_rng([seed, sorted(LEVELS).index(level), sorted(KINDS).index(kind)])
    poses = _POSES_OF_MECHS if kind == "mech" else tuple(POSES)
    pose = poses[int(rng.integers(len(poses)))] if pose is None else pose
    proportions = random_proportions(rng, mech=kind == "mech")
    angles = POSES[pose](rng, proportions)
    if kind == "mech":  # with knees that bend backwards the thighs swing backwards too
        angles = replace(angles, thigh=-angles.thigh, ankle=-angles.ankle)
    size = 1.6 / proportions.height * rng.uniform(0.5, 2.0)
    proportions = scaled_proportions(proportions, size)
    facing = 1 if rng.random() < 0.5 else -1
    place = np.array([rng.uniform(-2.0, 2.0), 0.0])
    points = {n: p * [facing, 1.0] + place for n, p in body_points(proportions, angles).items()}
    order = [str(link) for link in rng.permutation(KINDS[kind])]
    habit = random_habit(rng)
    lines = [draw_link(link, points, proportions, facing, habit, LEVELS[level], rng) for link in order]
    return SyntheticSketch(
        _as_strokes(lines, rng),
        tuple(order),
        {joint.name: points[joint.name] for joint in joints_of(kind)},
        facing,
        kind,
        pose,
        proportions.height,
    )


def _as_strokes(lines: list[Floats], rng: np.random.Generator) -> tuple[Stroke, ...]:
    """The lines as sampled by a pen: at even times, slower at the start and the end."""
    strokes, clock = [], 0.0
    for line in lines:
        lengths = path_lengths(line)
        count = max(int(lengths[-1] / _PEN_SPEED * _SAMPLE_RATE), 12)
        eased = 0.5 - 0.5 * np.cos(np.pi * np.linspace(0.0, 1.0, count))
        at = lengths[-1] * (0.5 * eased + 0.5 * np.linspace(0.0, 1.0, count))
        points = points_along(line, lengths, at)
        times = clock + np.arange(count) / _SAMPLE_RATE
        clock = float(times[-1]) + rng.uniform(0.2, 0.8)
        strokes.append(stroke_from_raw(points, times))
    return tuple(strokes)
