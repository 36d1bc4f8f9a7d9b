"""Confidence: how probably a reading is what the writer meant.

A logistic regression on what can be seen of a piece: how clearly it keeps the limits of its gesture, how
odd its drawing is, by how much other words would be worse, how straight its way is, and how the line went
up to there. `python -m benchmarks doodles` prints how often readings of each confidence are right;
benchmarks/doodles/fit_confidence.py fits the weights.
"""

from collections.abc import Sequence
from math import exp

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import path_lengths
from kinegraph.doodles.line import part_layout as at
from kinegraph.doodles.line.gesture_parser import Candidate, GestureParser
from kinegraph.doodles.line.tokens.token import Join

LEAST = 0.2  # a reading of what is less probably writing is not performed
FEATURES = (
    "clear", "mean_clear", "spare_tokens", "stray_share", "off_ground", "drop", "readings", "clear_before",
    "turn", "loops", "level", "high_corners", "high_straight",
    "smooth_ends", "closes", "doubts", "odd", "far", "lead",
)  # fmt: skip
# Offset, then a weight for each feature: that a reading is right, and that the line is writing.
_RIGHT = (
    0.347, 1.518, 0.62, -0.213, -4.357, -4.154, -1.328, 0.746, -0.625, 0.498,
    3.866, 0.214, -0.875, -3.77, -0.741, -1.137, -2.756, -0.247, -2.446, 0.348,
)  # fmt: skip
_WRITING = (
    4.163, -0.489, 0.169, 0.197, -3.981, -5.821, -1.69, 1.594, -0.451, 0.499,
    3.237, -1.037, -1.328, -3.433, -0.844, -1.502, -3.795, -0.673, -1.979, -0.038,
)  # fmt: skip
_LEVEL = ("shuffle", "slide", "skate")
_LOOPS = ("front_flip", "back_flip", "twist_flip", "butterfly", "front_handspring", "back_handspring")
_HIGH = ("jump", "leap")
_LEANING = ("tiptoe", "stomp_walk")
_GLANCE = 3  # a direction is taken over this many vertices
_SLANT = 0.1  # slope at which a paper may lie
_MOST_SLANTED = 0.12  # largest rise that this explains [leg lengths]
_CLOSED = 0.15  # a line that comes back to its beginning within this is closed [leg lengths]
_MOST_DOUBTS = 2
_ODDEST, _LARGEST_LEAD = 8.0, 4.0
_MOST_READINGS = 4  # more readings before do not make a line more like writing


def confidence_of(
    parser: GestureParser, link: Candidate, before: Sequence[Candidate], doubts: int, leg_length: float
) -> tuple[float, float]:
    """Probabilities that a link of a chain is what was meant, and that it is writing at all.

    before: The links before it.
    doubts: Number of these that are probably no writing.
    """
    if link.gesture.matcher is not None:
        return link.clear, 1.0
    features = link_features(parser, link, before, doubts, leg_length)
    return _chance(_RIGHT, features), _chance(_WRITING, features)


def _chance(weights: tuple[float, ...], features: tuple[float, ...]) -> float:
    total = weights[0] + sum(w * value for w, value in zip(weights[1:], features, strict=True))
    return 1.0 / (1.0 + exp(-total))


def link_features(
    parser: GestureParser, link: Candidate, before: Sequence[Candidate], doubts: int, leg_length: float
) -> tuple[float, ...]:
    """The FEATURES of a link. They depend on the line up to its end only, so that a line that is still being
    drawn is judged as the whole one is."""
    name = link.gesture.motion
    points = parser.points(link.start, link.end) / leg_length
    first = parser.points(0, 1)[0] / leg_length
    read = sum(each.end - each.start for each in before)
    nominal = 3 * len(link.gesture.parts) if name not in _LOOPS else 8
    clears = [each.clear for each in before[-_MOST_READINGS:]]
    turn = _turning(points)
    climbs = name == "skate"  # its glides lie at several heights
    return (
        link.clear,
        _mean_clear(parser, link),
        float(min(max(link.end - link.start - nominal, 0), 6)),
        1.0 - (read + 1.0) / (link.start + 1.0),
        0.0 if climbs else _off_level(points[0] - first),
        0.0 if climbs else _off_level(points[-1] - points[0]),
        float(min(len(before), _MOST_READINGS)),
        sum(clears) / len(clears) if clears else 1.0,
        0.0 if name in _LOOPS else min(turn, 4.0 * np.pi),
        float(name in _LOOPS),
        float(name in _LEVEL),
        _corners(parser, link) if name in _HIGH else 0.0,
        _straight_share(parser, link) if name in _HIGH else 0.0,
        _smooth_ends(parser, link) if name in _LEANING else 0.0,
        float(bool(before) and float(np.hypot(*(points[-1] - first))) < _CLOSED),
        float(min(doubts, _MOST_DOUBTS)),
        min(link.oddness, _ODDEST),
        link.oddness**0.5,
        min(link.lead, _LARGEST_LEAD),
    )


def _smooth_ends(parser: GestureParser, link: Candidate) -> float:
    """Ends of a link at which the pen goes round smoothly. Slanted letters do; a row of arcs that lean has
    corners, and a smooth wave does not lean."""
    ends = parser.tokens[max(link.start - 1, 0)], parser.tokens[link.end - 1]
    return sum(token.join is Join.SMOOTH for token in ends) - float(link.start == 0) * (
        ends[0].join is Join.SMOOTH
    )


def _off_level(way: Floats) -> float:
    """Distance by which a way (2,) leaves the level, up to 1 [leg lengths]: the paper may lie at a slant."""
    slanted = min(_SLANT * abs(float(way[0])), _MOST_SLANTED)
    return min(max(abs(float(way[1])) - slanted, 0.0), 1.0)


def _mean_clear(parser: GestureParser, link: Candidate) -> float:
    kept = []
    for number, part in enumerate(link.gesture.parts):
        measures = parser.measures(link.cuts[number], link.cuts[number + 1], link.mirrored)
        kept += [c.clearness(measures[c.index]) for c in link.gesture.criteria if c.part == part.name]
    return sum(kept) / max(len(kept), 1)


def _corners(parser: GestureParser, link: Candidate) -> float:
    """Corners within a link beyond the one that a pointed top has."""
    found = parser.measures(link.start, link.end, link.mirrored)[at.CORNERS]
    return min(max(found - 1.0, 0.0), 3.0)


def _straight_share(parser: GestureParser, link: Candidate) -> float:
    """Share of the ink of a link that lies in straight tokens: all of a house's, little of an arc's."""
    ink = [
        (float(path_lengths(token.points)[-1]), token.kind.straight)
        for token in parser.tokens[link.start : link.end]
    ]
    return sum(length for length, straight in ink if straight) / max(sum(length for length, _ in ink), 1e-9)


def _turning(points: Floats) -> float:
    """Sum of all turns along a line, to both sides [rad]."""
    ways = points[_GLANCE::_GLANCE] - points[:-_GLANCE:_GLANCE]
    if len(ways) < 2:
        return 0.0
    a, b = ways[:-1], ways[1:]
    across = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return float(np.abs(np.arctan2(across, (a * b).sum(axis=1))).sum())
