"""The torso: a smooth curve through a plan's spine points, cut into bones of equal length."""

import numpy as np

from kinegraph.characters.body_plan import Bone
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.creatures.maker.creature_plan import CreaturePlan
from kinegraph.creatures.maker.seats import Line

_FINE = 24  # samples between two spine points
_BLEND = 0.1  # of a bone into the one before, in radii: they meet end to end, more would bulge into rings


def spine_line(plan: CreaturePlan, lift: float) -> tuple[Line, list[Bone]]:
    """The spine as a line to sit on, and as bones, `lift` metres higher than the plan has it."""
    given = np.array([(*point.place, point.radius, point.width) for point in plan.spine])
    fine = _smooth(given)
    steps = np.linalg.norm(np.diff(fine[:, :3], axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    if along[-1] < 1e-6:  # all points in one place: a ball, whose bones still need a direction
        fine[:, 2] = np.linspace(0.0, 1e-3, len(fine))
        along = np.linspace(0.0, 1e-3, len(fine))
    cuts = np.linspace(0.0, along[-1], plan.bones + 1)
    cut = np.stack([np.interp(cuts, along, column) for column in fine.T], axis=1)
    cut[:, 1] += lift
    names = tuple(f"spine_{i + 1}" for i in range(plan.bones))
    line = Line(names, cut[:, :3], cut[:, 3], cut[:, 4])
    return line, [_bone(line, i) for i in range(plan.bones)]


def _bone(line: Line, i: int) -> Bone:
    radii = (float(line.radii[i]), float(line.radii[i + 1]))
    return Bone(
        line.bones[i],
        line.bones[i - 1] if i else None,
        line.points[i],
        line.points[i + 1],
        radii,
        {Cap.SPINE} if i else {Cap.ROOT, Cap.SPINE},
        (float(line.widths[i : i + 2].mean()), 1.0, 1.0),
        blend=_BLEND * radii[0],
    )


def _smooth(given: Floats) -> Floats:
    """(M, 5) a Catmull-Rom curve through (N, 5) places, radii and widths; sizes never under- or overshoot."""
    slopes = np.gradient(given, axis=0)
    t = np.linspace(0.0, 1.0, _FINE, endpoint=False)[:, None]
    pieces = []
    for a, b, u, v in zip(given[:-1], given[1:], slopes[:-1], slopes[1:], strict=True):
        curve = ((2 * t**3 - 3 * t**2 + 1) * a + (t**3 - 2 * t**2 + t) * u + (3 * t**2 - 2 * t**3) * b) + (
            t**3 - t**2
        ) * v
        curve[:, 3:] = a[3:] + (3 * t**2 - 2 * t**3) * (b - a)[3:]
        pieces.append(curve)
    return np.concatenate([*pieces, given[-1:]])
