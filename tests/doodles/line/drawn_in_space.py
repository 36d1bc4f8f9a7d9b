"""Ideal lines over a picture of a scene: arcs between places, seen by a camera."""

from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke

CAMERA = Camera(np.array([-6.0, 2.4, 1.5]), np.array([0.0, 0.6, 1.5]), 0.75, 16 / 9)


def drawn_arcs(
    places: Floats,
    heights: Floats,
    camera: Camera = CAMERA,
    *,
    loops: dict[int, int] | None = None,
    seconds: float = 0.7,
    rate: float = 120.0,
) -> tuple[Stroke, Floats]:
    """A stroke in picture coordinates of arcs from place to place, and (P,) the times at which it is there.

    places: (P, 3) to stand on. heights: (P - 1,) of the arcs' tops over the higher of their ends [m].
    loops: By arc, how many loops it makes at its top, forward (clockwise) for positive numbers.
    """
    pieces, times, reached = [], [], [0.0]
    for arc, (start, end) in enumerate(pairwise(places)):
        turns = (loops or {}).get(arc, 0)
        took = seconds * (1.0 + abs(turns))
        count = round(took * rate)
        share = np.arange(count) / count
        # The pen slows down where it comes down, enough for a corner.
        along = 0.85 * share + 0.15 * (0.5 - 0.5 * np.cos(np.pi * share))
        flat = _arc(along, float(np.linalg.norm((end - start)[[0, 2]])), turns, heights[arc])
        level = (end - start) * [1.0, 0.0, 1.0]
        direction = level / max(float(np.linalg.norm(level)), 1e-12)
        rise = start[1] + along * (end[1] - start[1])
        lift = flat[:, 1] + 4.0 * along * (1.0 - along) * (max(start[1], end[1]) - 0.5 * (start[1] + end[1]))
        pieces.append(start * [1, 0, 1] + flat[:, :1] * direction + (rise + lift)[:, None] * [0.0, 1.0, 0.0])
        times.append(reached[-1] + share * took)
        reached.append(reached[-1] + took)
    world = np.concatenate([*pieces, places[-1:]])
    return Stroke(camera.project(world), np.concatenate([*times, reached[-1:]])), np.array(reached)


def _arc(along: Floats, length: float, turns: int, height: float) -> Floats:
    """(N, 2) metres along and height over the ground: a parabola, with loops about its top."""
    flat = np.stack([along * length, 4.0 * height * along * (1.0 - along)], axis=1)
    if turns:
        radius = 0.22 * height
        around = np.clip((along - 0.3) / 0.4, 0.0, 1.0) * 2.0 * np.pi * turns
        flat[:, 0] += radius * np.sin(around)
        flat[:, 1] += radius * (np.cos(around) - 1.0)
    return flat
