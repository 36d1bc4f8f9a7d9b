"""Shapes of hasty drawings: ovals that do not close, boxes, limbs as lines and as outlines, zigzags."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Random = np.random.Generator


def chance(rng: Random, share: float) -> bool:
    """True in this share of all cases."""
    return bool(rng.random() < share)


def through(points: Floats | list, count: int) -> Floats:
    """(count, 2) even places along corners."""
    points = np.asarray(points, dtype=float)
    steps = np.maximum(np.linalg.norm(np.diff(points, axis=0), axis=1), 1e-9)
    lengths = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0.0, lengths[-1], count)
    return np.stack([np.interp(at, lengths, points[:, 0]), np.interp(at, lengths, points[:, 1])], axis=1)


def soften(line: Floats, times: int) -> Floats:
    """A line with rounded corners."""
    line = line.copy()
    for _ in range(times):
        line[1:-1] = 0.25 * (line[:-2] + 2.0 * line[1:-1] + line[2:])
    return line


def bowed(points: Floats | list, rng: Random, bow: float = 0.05) -> Floats:
    """A line through corners that are more or less round, with a slight bow."""
    points = np.asarray(points, dtype=float)
    line = soften(through(points, 16 * len(points)), int(rng.integers(0, 16)))
    span = points[-1] - points[0]
    arc = np.sin(np.linspace(0.0, np.pi, len(line)))[:, None]
    return line + arc * np.array([-span[1], span[0]]) * rng.normal(0.0, bow)


def oval(centre: Floats | list, wide: float, tall: float, rng: Random) -> Floats:
    """A round outline: an oval, an egg, nearly a box, or a few corners; open or drawn too far."""
    turn = np.linspace(0.0, 2.0 * np.pi * np.clip(rng.normal(1.0, 0.035), 0.88, 1.12), 40)
    angle = rng.uniform(0.0, 2.0 * np.pi) + turn
    power = rng.choice([1.0, 1.0, 0.75, 0.55])
    cos, sin = np.cos(angle), np.sin(angle)
    x, y = np.sign(cos) * np.abs(cos) ** power, np.sign(sin) * np.abs(sin) ** power
    wobble = 1.0 + sum(
        rng.normal(0.0, 0.09 / k) * np.sin(k * angle + rng.uniform(0.0, 6.3)) for k in (2, 3, 4)
    )
    egg = 1.0 + rng.normal(0.0, 0.12) * y
    grown = 1.0 + np.linspace(0.0, rng.normal(0.0, 0.06), 40)
    line = np.stack([wide * x * egg, tall * y], axis=1) * (wobble * grown)[:, None]
    if chance(rng, 0.3):
        line = through(line[np.sort(rng.choice(40, int(rng.integers(6, 11)), replace=False))], 40)
    return np.asarray(centre, dtype=float) + line


def box(corners: list, rng: Random) -> Floats:
    """An outline through corners, closed or nearly so, its corners sharp or round."""
    points = np.array([*corners, corners[0]], dtype=float)
    start = int(rng.integers(0, len(corners)))
    points = np.concatenate([points[start:-1], points[: start + 1]])
    line = soften(through(points, 60), int(rng.choice([0, 2, 8, 25])))
    return line[: 60 - int(rng.integers(0, 5))]


def sausage(way: Floats | list, radius: float, rng: Random) -> Floats:
    """The outline of a limb along a way (N, 2): closed, or open where it begins."""
    line = soften(through(way, 24), int(rng.integers(1, 6)))
    along = np.gradient(line, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    taper = np.linspace(1.0, rng.uniform(0.6, 1.5), 24)[:, None]
    aside = radius * taper * np.stack([-along[:, 1], along[:, 0]], axis=1)
    turn = np.linspace(0.5 * np.pi, -0.5 * np.pi, 7)[1:-1, None]
    cap = line[-1] + radius * taper[-1] * (
        np.cos(turn) * along[-1] + np.sin(turn) * np.array([-along[-1, 1], along[-1, 0]])
    )
    rim = np.concatenate([line + aside, cap, (line - aside)[::-1]])
    return np.concatenate([rim, rim[:1]]) if chance(rng, 0.4) else rim


def lobe(root: Floats, tip: Floats, radius: float, rng: Random) -> Floats:
    """A short paw from its root to its tip: an oval, or an arc that is open at the root."""
    way = tip - root
    length = max(float(np.linalg.norm(way)), 1e-9)
    along = way / length
    across = np.array([-along[1], along[0]])
    gap = rng.uniform(0.0, 0.9) if chance(rng, 0.6) else -0.1
    turn = np.linspace(gap, 2.0 * np.pi - gap, 26)
    u, v = 0.5 - 0.5 * np.cos(turn), np.sin(turn)
    return root + length * u[:, None] * along + radius * v[:, None] * across


def zigzag(start: Floats, end: Floats, height: float, rng: Random) -> Floats:
    """A line with teeth on one side."""
    teeth = int(rng.integers(2, 6))
    at = np.linspace(0.0, 1.0, 2 * teeth + 1)[:, None]
    span = end - start
    across = np.array([-span[1], span[0]]) / max(float(np.linalg.norm(span)), 1e-9)
    up = np.where(np.arange(2 * teeth + 1) % 2 == 1, height, 0.0)[:, None]
    return start + at * span + up * across * rng.uniform(0.6, 1.4, (2 * teeth + 1, 1))


def turned(way: Floats, angle: float) -> Floats:
    """A direction (2,) turned counter-clockwise by an angle [rad]."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([cos * way[0] - sin * way[1], sin * way[0] + cos * way[1]])
