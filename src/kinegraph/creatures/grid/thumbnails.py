"""Thumbnails for the grid's page: capsules, eyes and goals from the front, as a few whole numbers.

The page draws them: a picture then costs a few kilobytes, is sharp at any size, and can move.
"""

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.creatures.grid.reach import FULL
from kinegraph.creatures.grid.shape import GridShape
from kinegraph.creatures.grid.take import Take

SIDE = 1000  # whole numbers across a picture
_AZIMUTH, _ELEVATION = np.radians(38.0), np.radians(14.0)
_SPINE, _LIMB, _FAULT, _EYE, _PUPIL, _GOAL = range(6)  # colours of the page
_MOST_GOALS = 8


@dataclass(frozen=True, eq=False)
class _Strokes:
    """N thick lines in the world, in F frames. starts, stops: (F, N, 3). radii, colors: (N,)."""

    starts: Floats
    stops: Floats
    radii: Floats
    colors: np.ndarray


def thumbnail(take: Take, shape: GridShape, worst: int, fault: int = -1, count: int = 12) -> dict[str, Any]:
    """A moving picture as plain values.

    worst: The frame to show while it does not play. fault: The body to mark, or -1.
    widths, colors: Per line. frames: base64 of int16 (count, lines, 5): both ends and the nearness of each.
    """
    chosen = np.unique(np.append(np.linspace(0, len(take) - 1, count - 1).round().astype(int), worst))
    strokes = _strokes(take, shape, chosen, fault)
    right, up, near = _axes()
    middle, scale = _framing(strokes, right, up)

    def seen(points: Floats) -> Floats:
        flat = np.stack([(points - middle) @ right, -((points - middle) @ up)], axis=-1)
        return SIDE * (0.5 + scale * flat)

    depth = SIDE * scale * (0.5 * (strokes.starts + strokes.stops) - middle) @ near
    depth += SIDE * scale * strokes.radii  # thick strokes are drawn in front
    numbers = np.concatenate([seen(strokes.starts), seen(strokes.stops), depth[..., None]], axis=-1)
    whole = np.clip(np.round(numbers), -32000, 32000).astype("<i2")
    ground = seen(np.array([middle[0], 0.0, middle[2]]))[1]
    return {
        "widths": np.maximum(np.round(2.0 * SIDE * scale * strokes.radii), 4).astype(int).tolist(),
        "colors": strokes.colors.tolist(),
        "frames": base64.b64encode(whole.tobytes()).decode("ascii"),
        "cover": int(np.searchsorted(chosen, worst)),
        "count": len(chosen),
        "ground": int(np.clip(ground, 0, SIDE)),
    }


def _axes() -> tuple[Floats, Floats, Floats]:
    """Right, up and towards the viewer."""
    near = np.array(
        [np.sin(_AZIMUTH) * np.cos(_ELEVATION), np.sin(_ELEVATION), np.cos(_AZIMUTH) * np.cos(_ELEVATION)]
    )
    right = np.array([np.cos(_AZIMUTH), 0.0, -np.sin(_AZIMUTH)])
    return right, np.cross(near, right), near


def _framing(strokes: _Strokes, right: Floats, up: Floats) -> tuple[Floats, float]:
    """(centre of the picture in the world, scale that fits all frames)."""
    flesh = strokes.colors < _EYE
    ends = np.stack([strokes.starts, strokes.stops])[:, :, flesh]
    spans = []
    for axis in (right, up):
        along, thick = ends @ axis, strokes.radii[flesh]
        spans.append((float((along - thick).min()), float((along + thick).max())))
    (left, far_right), (low, high) = spans
    middle = 0.5 * (left + far_right) * right + 0.5 * (low + high) * up
    return middle, 0.92 / max(far_right - left, high - low, 1e-6)


def _strokes(take: Take, shape: GridShape, chosen: np.ndarray, fault: int) -> _Strokes:
    starts, stops = shape.ends(take.positions[chosen], take.rotations[chosen])
    colors = np.where(shape.limbs < 0, _SPINE, _LIMB)
    if fault >= 0:
        faulty = (shape.bodies == fault) | (shape.others == fault)
        colors = np.where(faulty, _FAULT, colors)
    parts = [
        _Strokes(starts, stops, shape.radii, colors),
        *_eyes(take, chosen),
        *_goals(take, chosen, fault),
    ]
    return _Strokes(
        np.concatenate([part.starts for part in parts], axis=1),
        np.concatenate([part.stops for part in parts], axis=1),
        np.concatenate([part.radii for part in parts]),
        np.concatenate([part.colors for part in parts]),
    )


def _eyes(take: Take, chosen: np.ndarray) -> list[_Strokes]:
    creature = take.creature
    eyes = list(creature.bodies_with(Cap.EYE))
    if not eyes:
        return []
    radii = np.array([max(creature.character.bodies[eye].radius, 1e-4) for eye in eyes])
    places, turns = take.positions[chosen][:, eyes], take.rotations[chosen][:, eyes]
    ahead = quat_rotate(
        quat_multiply(turns, quat_conjugate(creature.rest_rotations[eyes])), np.array([0.0, 0.0, 1.0])
    )
    front = places + 0.6 * radii[:, None] * ahead
    above = [int(creature.parents[eye]) for eye in eyes]
    stalks = [n for n, body in enumerate(above) if not creature.caps[body]]
    stems = np.array([creature.character.bodies[above[n]].radius for n in stalks])
    bases = take.positions[chosen][:, [above[n] for n in stalks]]
    return [
        _Strokes(bases, places[:, stalks], stems, np.full(len(stalks), _LIMB)),
        _Strokes(places, places, radii, np.full(len(eyes), _EYE)),
        _Strokes(front, front, 0.55 * radii, np.full(len(eyes), _PUPIL)),
    ]


def _goals(take: Take, chosen: np.ndarray, fault: int) -> list[_Strokes]:
    """Thin lines from handles to their goals: the faulty body's first, no more than a few."""
    feet = {leg.foot for leg in take.creature.legs}
    asked = (take.goal_weights >= FULL).any(axis=0)
    bodies = [body for body in np.flatnonzero(asked).tolist() if body not in feet or body == fault]
    bodies = sorted(bodies, key=lambda body: body != fault)[:_MOST_GOALS]
    if not bodies:
        return []
    width = np.full(len(bodies), 0.006 * float(take.creature.size.max()))
    handles, goals = take.handles[chosen][:, bodies], take.goals[chosen][:, bodies]
    weights = take.goal_weights[chosen][:, bodies, None]
    return [_Strokes(handles, handles + weights * (goals - handles), width, np.full(len(bodies), _GOAL))]
