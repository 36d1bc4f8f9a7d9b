"""Synthetic scribbles: several kinds of strokes that do not show a body, for tests and benchmarks."""

from collections.abc import Callable

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import UnknownName
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw

Random = np.random.Generator

_SHEET = 1.6  # width and height of the sheet [m]


def scribbles(kind: str, seed: int) -> list[Stroke]:
    """The strokes of a kind of SCRIBBLES; the same seed gives the same ones."""
    if kind not in SCRIBBLES:
        raise UnknownName(kind, SCRIBBLES)
    rng = np.random.default_rng([seed, sorted(SCRIBBLES).index(kind)])
    return [stroke_from_raw(line) for line in SCRIBBLES[kind](rng)]


def _ring(radius: float | Floats) -> Floats:
    angles = np.linspace(0.0, 2.0 * np.pi, 40)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _somewhere(rng: Random) -> Floats:
    return rng.uniform(0.0, _SHEET, size=2)


def _one_circle(rng: Random) -> list[Floats]:
    return [_ring(rng.uniform(0.05, 0.3)) + _somewhere(rng)] * 7


def _almost_one_circle(rng: Random) -> list[Floats]:
    circle = _ring(rng.uniform(0.05, 0.3))
    return [circle * rng.uniform(0.95, 1.05) + 0.01 * rng.normal(size=2) for _ in range(7)]


def _one_line(rng: Random) -> list[Floats]:
    return [rng.normal(size=(2, 2))] * 7


def _circles(rng: Random) -> list[Floats]:
    return [_ring(rng.uniform(0.05, 0.3)) + _somewhere(rng) for _ in range(7)]


def _ellipses(rng: Random) -> list[Floats]:
    turns = (np.linalg.qr(rng.normal(size=(2, 2)))[0] for _ in range(7))
    return [_ring(rng.uniform(0.03, 0.3, size=2)) @ turn + _somewhere(rng) for turn in turns]


def _tangles(count: int) -> Callable[[Random], list[Floats]]:
    """Tangled lines over each other."""
    return lambda rng: [rng.normal(size=(20, 2)) for _ in range(count)]


def _walks(count: int) -> Callable[[Random], list[Floats]]:
    """Random walks from random places."""
    return lambda rng: [_somewhere(rng) + 0.1 * rng.normal(size=(20, 2)).cumsum(axis=0) for _ in range(count)]


def _lines(count: int) -> Callable[[Random], list[Floats]]:
    return lambda rng: [rng.uniform(0.0, _SHEET, size=(2, 2)) for _ in range(count)]


def _star(rng: Random) -> list[Floats]:
    angles = rng.uniform(0.0, 2.0 * np.pi, size=int(rng.integers(7, 12)))
    return [np.array([[0.0, 0.0], [np.cos(angle), np.sin(angle)]]) for angle in angles]


def _hatching(rng: Random) -> list[Floats]:
    line = np.array([[0.0, 0.0], [0.2, 0.8]])
    return [line + [0.1 * k, 0.0] + 0.01 * rng.normal(size=(2, 2)) for k in range(int(rng.integers(7, 20)))]


def _grid(rng: Random) -> list[Floats]:
    level = [np.array([[0.0, y], [1.0, y]]) for y in np.linspace(0.0, 0.9, 4)]
    upright = [np.array([[x, 0.0], [x, 1.0]]) for x in np.linspace(0.0, 1.0, 5)]
    shake = 0.01 * rng.normal(size=(9, 2, 2))
    return [line + off for line, off in zip((*level, *upright), shake, strict=True)]


def _letters(rng: Random) -> list[Floats]:
    """A row of small curls."""
    t = np.linspace(0.0, np.pi, 25)[:, None]
    lines = []
    for place in range(int(rng.integers(7, 14))):
        curl = sum(rng.normal(size=2) * np.sin(k * t + rng.uniform(0.0, 6.0)) for k in (1, 2, 3))
        low, size = np.min(curl, axis=0), np.ptp(curl, axis=0)
        lines.append((curl - low) / size * [0.25, 0.4] + [0.3 * place, 0.0])
    return lines


SCRIBBLES: dict[str, Callable[[Random], list[Floats]]] = {
    "one circle, 7 times": _one_circle,
    "almost one circle": _almost_one_circle,
    "one line, 7 times": _one_line,
    "7 circles": _circles,
    "7 ellipses": _ellipses,
    "7 tangles": _tangles(7),
    "200 tangles": _tangles(200),
    "7 walks": _walks(7),
    "20 walks": _walks(20),
    "200 walks": _walks(200),
    "7 lines": _lines(7),
    "30 lines": _lines(30),
    "star": _star,
    "hatching": _hatching,
    "grid": _grid,
    "letters": _letters,
}
