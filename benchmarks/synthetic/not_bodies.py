"""Drawings that show no body: houses, cars, tables, trees, suns, boats, in several strokes each."""

from collections.abc import Callable

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw

Random = np.random.Generator


def not_body(kind: str, seed: int) -> list[Stroke]:
    """The strokes of a kind of NOT_BODIES; the same seed gives the same ones."""
    rng = np.random.default_rng([seed, sorted(NOT_BODIES).index(kind), 61])
    lines = NOT_BODIES[kind](rng)
    strokes = []
    for number in rng.permutation(len(lines)):
        points = np.array(lines[number], dtype=float)
        at = np.linspace(0.0, len(points) - 1.0, 12 * (len(points) - 1) + 1)
        line = np.stack([np.interp(at, np.arange(len(points)), column) for column in points.T], axis=1)
        line = line + np.cumsum(rng.normal(0.0, 0.003, line.shape), axis=0) + rng.normal(0.0, 0.008, 2)
        strokes.append(stroke_from_raw(line[:: rng.choice([-1, 1])]))
    return strokes


def _ring(x: float, y: float, radius: float) -> Floats:
    turn = np.linspace(0.0, 2.0 * np.pi, 24)
    return np.array([x, y]) + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)


def _box(x: float, y: float, wide: float, tall: float) -> Floats:
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall], [x, y]])


def _house(rng: Random) -> list[Floats]:
    wide, tall = rng.uniform(0.7, 1.4), rng.uniform(0.5, 1.0)
    roof = np.array([[-0.08, tall], [0.5 * wide, tall + rng.uniform(0.3, 0.6)], [wide + 0.08, tall]])
    lines = [_box(0.0, 0.0, wide, tall), roof, _box(0.4 * wide, 0.0, 0.2 * wide, 0.5 * tall)]
    lines += [_box(x * wide, 0.6 * tall, 0.15 * wide, 0.2 * tall) for x in (0.12, 0.7)]
    if rng.random() < 0.5:
        lines.append(_box(0.75 * wide, tall + 0.1, 0.12, 0.3))
    return lines


def _car(rng: Random) -> list[Floats]:
    wide, tall = rng.uniform(1.2, 1.8), rng.uniform(0.25, 0.4)
    cabin = np.array([[0.2, tall], [0.35, 1.9 * tall], [0.75, 1.9 * tall], [0.85, tall]]) * [wide, 1.0]
    lines = [_box(0.0, 0.15, wide, tall), cabin + np.array([0.0, 0.15])]
    return lines + [_ring(x * wide, 0.15, rng.uniform(0.12, 0.16)) for x in (0.22, 0.78)]


def _table(rng: Random) -> list[Floats]:
    wide, tall = rng.uniform(0.8, 1.6), rng.uniform(0.5, 0.9)
    legs = [
        np.array([[x * wide, tall], [x * wide + rng.normal(0, 0.03), 0.0]]) for x in (0.06, 0.2, 0.8, 0.94)
    ]
    top = (
        _box(0.0, tall, wide, rng.uniform(0.05, 0.12))
        if rng.random() < 0.6
        else np.array([[0.0, tall], [wide, tall]])
    )
    return [top, *(legs if rng.random() < 0.5 else [legs[0], legs[3]])]


def _chair(rng: Random) -> list[Floats]:
    tall = rng.uniform(0.4, 0.6)
    back = np.array([[0.0, 0.0], [0.0, tall + rng.uniform(0.5, 0.7)]])
    return [back, np.array([[0.0, tall], [0.5, tall]]), np.array([[0.5, tall], [0.5, 0.0]])]


def _tree(rng: Random) -> list[Floats]:
    wide, tall = rng.uniform(0.08, 0.15), rng.uniform(0.4, 0.8)
    trunk = np.array([[-wide, 0.0], [-0.7 * wide, tall], [0.7 * wide, tall], [wide, 0.0]])
    apples = [
        _ring(float(x), tall + 0.3 + float(y), 0.05)
        for x, y in rng.uniform(-0.25, 0.25, (int(rng.integers(0, 5)), 2))
    ]
    return [trunk, _ring(0.0, tall + 0.3, rng.uniform(0.35, 0.5)), *apples]


def _sun(rng: Random) -> list[Floats]:
    angles = np.linspace(0.0, 2.0 * np.pi, int(rng.integers(8, 15)))[:-1]
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return [_ring(0.0, 0.0, 0.35), *(np.stack([0.4 * way, rng.uniform(0.6, 0.8) * way]) for way in ways)]


def _boat(rng: Random) -> list[Floats]:
    hull = np.array([[-0.7, 0.3], [-0.5, 0.0], [0.5, 0.0], [0.7, 0.3], [-0.7, 0.3]])
    mast = np.array([[0.0, 0.3], [0.0, 1.3]])
    sail = np.array([[0.04, 1.25], [0.04, 0.4], [rng.uniform(0.4, 0.6), 0.4], [0.04, 1.25]])
    waves = np.array([[x, 0.03 * (-1) ** k] for k, x in enumerate(np.linspace(-1.0, 1.0, 9))])
    return [hull, mast, sail, waves]


def _flower(rng: Random) -> list[Floats]:
    tall = rng.uniform(0.6, 0.9)
    stem = np.array([[0.0, 0.0], [0.0, tall]])
    leaves = [np.array([[0.0, 0.3], [s * 0.25, 0.45], [s * 0.1, 0.25], [0.0, 0.3]]) for s in (-1, 1)]
    turns = np.linspace(0.0, 2.0 * np.pi, 7)[:-1]
    petals = [_ring(0.2 * np.cos(t), tall + 0.12 + 0.2 * np.sin(t), 0.1) for t in turns]
    return [stem, *leaves, _ring(0.0, tall + 0.12, 0.1), *petals]


NOT_BODIES: dict[str, Callable[[Random], list[Floats]]] = {
    "house": _house,
    "car": _car,
    "table": _table,
    "chair": _chair,
    "tree": _tree,
    "sun": _sun,
    "boat": _boat,
    "flower": _flower,
}
