"""Shapes of each motion as a practised hand draws them, for synthetic lines, in leg lengths.

These describe drawings ("an arc of about this size, then a tick"), not how drawings are distinguished:
nothing here comes from the gesture table or its limits. A shape is a list of strokelets that begins at
(0, 0); the pen goes smoothly within a strokelet and turns a corner between two.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats

_STEP = 0.02  # radians or shares of a curve between two points of a strokelet


@dataclass(frozen=True, eq=False)
class Shape:
    """A drawn motion, rightward: strokelets (N, 2) that each begin where the one before ended."""

    strokelets: tuple[Floats, ...]

    @property
    def end(self) -> Floats:
        return self.strokelets[-1][-1]


def line(start: tuple[float, float], end: tuple[float, float]) -> Floats:
    """A straight strokelet."""
    return np.linspace(np.array(start), np.array(end), 40)


def arc(width: float, height: float, peak: float, fullness: float) -> Floats:
    """An arc from (0, 0) to (width, 0) whose highest point lies at `peak` (0..1) of its width.

    fullness: 0 a parabola on either side, 1 a quarter of an ellipse.
    """
    share = np.arange(0.0, 1.0 + _STEP / 2, _STEP)
    parabola = np.stack([share, 1.0 - (1.0 - share) ** 2], axis=1)
    ellipse = np.stack([1.0 - np.cos(share * np.pi / 2), np.sin(share * np.pi / 2)], axis=1)
    rise = parabola + fullness * (ellipse - parabola)
    fall = rise[::-1] * [-1.0, 1.0] + [1.0, 0.0]
    left = rise * [peak * width, height]
    right = np.array([peak * width, 0.0]) + fall * [(1.0 - peak) * width, height]
    return np.concatenate([left, right[1:]])


def circle_arc(radius: float, start_angle: float, turn: float, drift: float = 0.0) -> Floats:
    """A strokelet on a circle from `start_angle` by `turn` (counterclockwise > 0) [rad], from (0, 0).

    drift: How far the circle's middle moves to the right over a full turn.
    """
    angles = start_angle + np.linspace(0.0, turn, max(int(abs(turn) / 0.08), 8))
    points = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points[:, 0] += drift * np.abs(angles - start_angle) / (2 * np.pi)
    return points - points[0]


def chain(*strokelets: Floats) -> Floats:
    """Joins strokelets to one smooth strokelet."""
    parts = [strokelets[0]]
    for part in strokelets[1:]:
        parts.append(part[1:] - part[0] + parts[-1][-1])
    return np.concatenate(parts)


def chain_with_corners(*strokelets: Floats) -> Shape:
    """Joins strokelets with corners between them."""
    placed, here = [], np.zeros(2)
    for part in strokelets:
        placed.append(part - part[0] + here)
        here = placed[-1][-1]
    return Shape(tuple(placed))


def flip(width: float, height: float, turns: int, radius: float, clockwise: bool, fullness: float) -> Shape:
    """A high arc with loops at its top: below the top if clockwise, otherwise above it."""
    whole = arc(width, height, 0.5, fullness)
    top = int(np.argmax(whole[:, 1]))
    start, sense = (np.pi / 2, -1.0) if clockwise else (-np.pi / 2, 1.0)
    loops = circle_arc(radius, start, sense * 2 * np.pi * turns, 0.25 * radius)
    return chain_with_corners(chain(whole[: top + 1], loops, whole[top:]))


def _high_arc(pick: Callable[[float, float], float]) -> tuple[float, float]:
    return pick(1.1, 2.4), pick(1.3, 2.0)


def _low_arc(pick: Callable[[float, float], float]) -> tuple[float, float]:
    return pick(0.5, 0.95), pick(0.22, 0.5)


def _twist_flip(pick: Callable[[float, float], float], fullness: float) -> Shape:
    width, height = _high_arc(pick)
    tooth, lean, teeth = pick(0.35, 0.6), pick(0.05, 0.1), int(pick(1.5, 3.5))
    whole = arc(width, height, 0.5, fullness)
    top = int(np.argmax(whole[:, 1]))
    zigzag = []
    for _ in range(teeth):
        zigzag += [line((0.0, 0.0), (lean, -tooth)), line((0.0, 0.0), (lean, tooth))]
    return chain_with_corners(whole[: top + 1], *zigzag, whole[top:])


def _butterfly(pick: Callable[[float, float], float], fullness: float) -> Shape:
    width, height = _high_arc(pick)
    wing, half = pick(0.45, 0.75), pick(0.13, 0.22)
    phase = np.linspace(0.0, 2 * np.pi, 120)
    eight = np.stack([wing * np.sin(phase), half * np.sin(2 * phase)], axis=1)
    whole = arc(width, height, 0.5, fullness)
    slope = np.gradient(whole[:, 1]) / np.gradient(whole[:, 0])
    into = int(np.argmin(np.abs(slope[: len(whole) // 2] - 2 * half / wing)))
    return chain_with_corners(chain(whole[: into + 1], eight, whole[into:]))


def _handspring(pick: Callable[[float, float], float], fullness: float, clockwise: bool) -> Shape:
    width, height = _low_arc(pick)
    radius, sense = pick(0.3, 0.5), -1.0 if clockwise else 1.0
    # The loop begins a little before or after its lowest point, where the arc has come down.
    begins = -np.pi / 2 + sense * pick(-0.1, 0.5)
    turn = sense * (2 * np.pi - abs(begins + np.pi / 2) * pick(0.6, 1.2))
    return chain_with_corners(
        arc(width, height, 0.5, fullness), circle_arc(radius, begins, turn, pick(0.0, 0.25))
    )


def shape_of(name: str, turns: int, pick: Callable[[float, float], float], fullness: float) -> Shape:
    """The rightward shape of a motion.

    pick: Gives a number between two bounds, as the writer's mood is.
    fullness: How round arcs are, 0..1.
    """
    low = _low_arc(pick)
    high = _high_arc(pick)
    if name in ("walk", "tiptoe", "stomp_walk"):
        peak = {"walk": (0.44, 0.56), "tiptoe": (0.12, 0.24), "stomp_walk": (0.76, 0.88)}[name]
        return chain_with_corners(arc(*low, pick(*peak), fullness))
    if name in ("jump", "leap"):
        return chain_with_corners(arc(*high, pick(0.42, 0.58), fullness))
    if name == "stiff_walk":
        half, height = low[0] / 2, pick(0.32, 0.55)
        return chain_with_corners(line((0, 0), (half, height)), line((0, 0), (half, -height)))
    if name == "hop":
        tick = pick(0.14, 0.2)
        up, down = line((0, 0), (0.01, tick)), line((0, 0), (0.01, -tick))
        return chain_with_corners(arc(*low, pick(0.44, 0.56), fullness), up, down)
    if name == "stomp":
        height = pick(0.45, 0.75)
        return chain_with_corners(line((0, 0), (0.02, height)), line((0, 0), (0.02, -height)))
    if name in ("shuffle", "slide"):
        return chain_with_corners(
            line((0, 0), (pick(0.4, 0.9) if name == "shuffle" else pick(1.6, 3.0), 0.0))
        )
    if name == "one_foot_shuffle":
        small = arc(pick(0.18, 0.28), pick(0.1, 0.18), 0.5, fullness)
        return chain_with_corners(line((0, 0), (pick(0.4, 0.8), 0.0)), small)
    if name in ("front_flip", "back_flip"):
        return flip(*high, turns, pick(0.22, 0.42), name == "front_flip", fullness)
    if name == "twist_flip":
        return _twist_flip(pick, fullness)
    if name == "butterfly":
        return _butterfly(pick, fullness)
    return _handspring(pick, fullness, name == "front_handspring")


def skate_shape(glides: int, pick: Callable[[float, float], float]) -> Shape:
    """Glides separated by short diagonals that go up and down in turn."""
    parts, up = [line((0, 0), (pick(1.0, 1.6), 0.0))], 1.0
    for _ in range(glides - 1):
        rise = pick(0.18, 0.28)
        parts += [line((0, 0), (rise * pick(0.7, 1.2), up * rise)), line((0, 0), (pick(1.0, 1.6), 0.0))]
        up = -up
    return chain_with_corners(*parts)
