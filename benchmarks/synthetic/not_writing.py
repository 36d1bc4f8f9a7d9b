"""Lines that are not writing: houses, suns, letters, random walks, scribbles and quick drawings by people.

Each is a stroke of its own, drawn at an ordinary speed, as it comes when a person draws on the sheet with the
motion pen in hand.
"""

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.references.drawings import SKETCHES, quick_drawings
from benchmarks.synthetic.hand_device import random_device, report_line, slow_noise
from benchmarks.synthetic.scribbles import SCRIBBLES, scribbles
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths

Random = np.random.Generator

# Capital letters as corners in a box of 1 by 1, and curved small ones as points of a smooth line.
_CAPITALS = {
    "A": [[0, 0], [0.4, 1], [0.8, 0], [0.6, 0.45], [0.2, 0.45]],
    "B": [[0, 0], [0, 1], [0.5, 0.9], [0.5, 0.6], [0, 0.5], [0.6, 0.4], [0.6, 0.1], [0, 0]],
    "E": [[0.6, 1], [0, 1], [0, 0.5], [0.45, 0.5], [0, 0.5], [0, 0], [0.6, 0]],
    "H": [[0, 1], [0, 0], [0, 0.5], [0.6, 0.5], [0.6, 1], [0.6, 0]],
    "K": [[0, 1], [0, 0], [0, 0.4], [0.55, 1], [0.15, 0.55], [0.6, 0]],
    "R": [[0, 0], [0, 1], [0.5, 0.9], [0.5, 0.6], [0, 0.5], [0.6, 0]],
    "W": [[0, 1], [0.2, 0], [0.4, 0.7], [0.6, 0], [0.8, 1]],
    "Z": [[0, 1], [0.7, 1], [0, 0], [0.7, 0]],
}


def _house(rng: Random) -> Floats:
    """The outline of a house in one line, with or without its floor, from one of its lower corners."""
    wide, tall, roof = rng.uniform(0.6, 1.6), rng.uniform(0.5, 1.2), rng.uniform(0.3, 0.8)
    corners = [[0, 0], [0, tall], [0.5 * wide, tall + roof], [wide, tall], [wide, 0]]
    kind = int(rng.integers(3))
    if kind == 1:
        corners.append([0, 0])
    if kind == 2:
        corners += [[0, 0], [wide, tall], [0, tall], [wide, 0]]
    return np.array(corners, dtype=float) * [1.0 if rng.random() < 0.7 else -1.0, 1.0]


def _sun(rng: Random) -> Floats:
    """A sun in one line: a ring, or a ring with rays."""
    radius, rays = rng.uniform(0.2, 0.5), int(rng.integers(7, 14))
    if rng.random() < 0.5:
        angles = np.linspace(0.0, 2.0 * np.pi * rng.uniform(0.95, 1.1), 60) + rng.uniform(0.0, 6.0)
        return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    angles = np.linspace(0.0, 2.0 * np.pi, 2 * rays + 1)
    far = np.where(np.arange(2 * rays + 1) % 2, 1.6 * radius, radius)
    return far[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _capitals(rng: Random) -> Floats:
    """One to three capital letters in one line."""
    size, here, parts = rng.uniform(0.4, 1.0), 0.0, []
    for letter in rng.choice(list(_CAPITALS), int(rng.integers(1, 4))):
        parts.append(np.array(_CAPITALS[letter], dtype=float) * size + [here, 0.0])
        here += 0.9 * size
    return np.concatenate(parts)


def _cursive(rng: Random) -> Floats:
    """A row of joined small letters: smooth, with loops, ascenders and descenders."""
    count = int(rng.integers(3, 9))
    t = np.linspace(0.0, 2.0 * np.pi * count, 60 * count)
    tall = np.interp(t, np.linspace(0.0, t[-1], count + 1), rng.choice([0.12, 0.16, 0.4], count + 1))
    return np.stack([0.07 * t + rng.uniform(0.06, 0.16) * np.sin(t + 1.0), tall * np.sin(t)], axis=1)


def _walk(rng: Random) -> Floats:
    """A smoothed random walk."""
    from scipy.ndimage import gaussian_filter1d

    steps = gaussian_filter1d(rng.normal(0.0, 1.0, (int(rng.integers(60, 250)), 2)), 3.0, axis=0)
    return np.cumsum(steps * rng.uniform(0.05, 0.2), axis=0)


def _zigzag(rng: Random) -> Floats:
    """Shading: lines to and fro, as a pen fills a shape."""
    count, slope = int(rng.integers(6, 16)), rng.uniform(0.2, 1.2)
    ends = np.arange(count)
    x = 0.06 * ends + np.where(ends % 2, 0.5, 0.0) * rng.uniform(0.5, 1.5)
    return np.stack([x, np.where(ends % 2, slope, 0.0) + rng.normal(0.0, 0.05, count)], axis=1)


KINDS: dict[str, Callable[[Random], Floats]] = {
    "houses": _house,
    "suns": _sun,
    "capital letters": _capitals,
    "cursive letters": _cursive,
    "random walks": _walk,
    "shading": _zigzag,
}


def lines_that_are_not_writing(seed: int, count: int) -> Iterator[tuple[str, Stroke]]:
    """(kind, stroke) of `count` lines of each kind, of all kinds of scribbles, and of quick drawings.

    Quick drawings are divided among seeds: even seeds give every other one, odd seeds the rest.
    """
    for number, (kind, draw) in enumerate(KINDS.items()):
        for index in range(count):
            rng = np.random.default_rng([seed, number, index])
            yield kind, drawn_line(draw(rng), rng)
    for kind in SCRIBBLES:
        rng = np.random.default_rng([seed, 99])
        for stroke in scribbles(kind, seed)[: max(count // 8, 1)]:
            yield "scribbles", drawn_line(stroke.points, rng)
    if not SKETCHES.exists():
        return
    rng = np.random.default_rng([seed, 77])
    for index, (_, strokes) in enumerate(quick_drawings()):
        if index % 2 == seed % 2 and index // 2 < 2 * count:
            for stroke in strokes:
                if stroke.length > 0.2:
                    yield "quick drawings", drawn_line(stroke.points, rng)


def drawn_line(corners: Floats, rng: Random) -> Stroke:
    """A line through corners, drawn by an ordinary hand on an ordinary device."""
    corners = np.asarray(corners, dtype=float) / 0.8
    ways = path_lengths(corners)
    speed = rng.uniform(1.5, 4.0)
    ends = np.concatenate([[0.0], np.cumsum(np.maximum(np.diff(ways), 1e-3) / speed + 0.02)])
    clock = np.arange(0.0, ends[-1] + 0.02, 1.0 / 240.0)
    ink = np.stack([np.interp(clock, ends, corners[:, axis]) for axis in range(2)], axis=1)
    ink += slow_noise(clock, rng.uniform(0.002, 0.012), (0.6, 3.0), rng)
    points, times = report_line(clock, ink, random_device(rng, "quick"))
    return Stroke(points * 0.8, times)
