"""Example doodles: the one of the first start, and the plainest drawings of a front view and of an animal."""

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.file import doodle_from_bytes
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw

_FILE = "example.json"


def example_doodle() -> Doodle:
    """The doodle of the first start: a drawn character with a motion line."""
    return doodle_from_bytes(files("kinegraph.doodles").joinpath(_FILE).read_bytes(), _FILE)


def example_front_view() -> Doodle:
    """A stick man with the line of the example."""
    arms = _bend_line([(-0.35, 1.0), (0.0, 1.1), (0.35, 1.0)])
    legs = _bend_line([(-0.2, 0.0), (0.0, 0.65), (0.2, 0.0)])
    return _with_line([_ring(0.0, 1.35, 0.18, 0.18), _bend_line([(0.0, 1.18), (0.0, 0.65)]), arms, legs])


def example_animal() -> Doodle:
    """A dog of an oval, a head, four legs and a tail, with the line of the example."""
    legs = [_bend_line([(x, 0.45), (x, 0.0)]) for x in (-0.42, -0.3, 0.3, 0.42)]
    body, head = _ring(0.0, 0.6, 0.55, 0.2), _ring(0.68, 0.85, 0.18, 0.15)
    return _with_line([body, head, *legs, _bend_line([(-0.52, 0.65), (-0.8, 0.9)])])


def _with_line(links: Sequence[Stroke]) -> Doodle:
    return replace(example_doodle(), links=tuple(links), annotations=(), labels={}, joints={})


def _ring(x: float, y: float, wide: float, tall: float) -> Stroke:
    turn = np.linspace(0.0, 2.0 * np.pi, 48)
    return stroke_from_raw(np.array([x, y]) + np.stack([wide * np.cos(turn), tall * np.sin(turn)], axis=1))


def _bend_line(corners: Sequence[tuple[float, float]]) -> Stroke:
    points: Floats = np.array(corners, dtype=float)
    at = np.linspace(0.0, len(points) - 1.0, 16 * (len(points) - 1) + 1)
    line = [np.interp(at, np.arange(len(points)), column) for column in points.T]
    return stroke_from_raw(np.stack(line, axis=1))
