"""Sight: the likely kind of a drawing, and where its head, joints, hands and feet are likely to be.

A child sees at a glance that lines are a person, and where its hands are, before any of them has a name. A
network that was fitted on hasty drawings made by code (benchmarks/synthetic/quick) does the same: it sees a
small picture of the ink, not the strokes, so their order, their number and their ways do not matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.sight.network import run_network
from kinegraph.doodles.sketch.sight.picture import CELLS, draw_picture, find_frame

KINDS = ("front", "animal", "person", "mech", "other")  # "person" and "mech" are side views
PLACES = (
    "head", "left_hand", "right_hand", "left_foot", "right_foot", "left_shoulder", "right_shoulder",
    "left_hip", "right_hip", "left_elbow", "right_elbow", "left_knee", "right_knee",
    "paw_1", "paw_2", "paw_3", "paw_4", "haunch_1", "haunch_2", "haunch_3", "haunch_4", "tail",
    "shoulder", "elbow", "hand", "hip", "knee", "ankle", "toe",
)  # fmt: skip
_NEAR, _SURE = 2, 3  # cells around the likeliest one whose mean is the place, and that are near it


@dataclass(frozen=True, eq=False)
class Sight:
    """Likeliest kind of a drawing, and the likeliest places of its parts.

    kinds: Probability of each of KINDS.
    places: (2,) the likeliest place of each of PLACES [m], sides as on the sheet, paws and haunches from the
        left to the right; each holds if the drawing is of its kind.
    sure: Probability that each is near its likeliest place.
    right: Probability that it faces right, for all but front views.
    legs: Likeliest number of an animal's legs.
    robe, wings: Probabilities that a robe hides the legs of a front view, and that it has wings for arms.
    """

    kinds: Mapping[str, float]
    places: Mapping[str, Floats]
    sure: Mapping[str, float]
    right: float
    legs: int
    robe: float
    wings: float


def look_at(strokes: Sequence[Stroke]) -> Sight:
    """The sight of a drawing of one stroke or more."""
    lines = [stroke.points for stroke in strokes]
    maps, shown = run_network(draw_picture(lines).astype(np.float32))
    origin, cell = find_frame(lines)
    step = CELLS / maps.shape[1]
    places = {
        name: origin + cell * (step * (_peak(part) + 0.5) - 0.5)
        for name, part in zip(PLACES, maps, strict=True)
    }
    sure = {name: _share_near(part) for name, part in zip(PLACES, maps, strict=True)}
    count = len(KINDS)
    odds = np.exp(shown[:count] - shown[:count].max())
    right, *legs, robe, wings = shown[count:].tolist()
    kinds: dict[str, float] = dict(zip(KINDS, (odds / odds.sum()).tolist(), strict=True))
    return Sight(kinds, places, sure, _share(right), 2 + int(np.argmax(legs)), _share(robe), _share(wings))


def _peak(logits: Floats) -> Floats:
    """(2,) column and row of the likeliest cell of (R, C), between cells: the mean around it."""
    row, column = np.unravel_index(int(logits.argmax()), logits.shape)
    low = max(row - _NEAR, 0), max(column - _NEAR, 0)
    near = np.exp(logits[low[0] : row + _NEAR + 1, low[1] : column + _NEAR + 1] - logits[row, column])
    rows, columns = np.mgrid[: near.shape[0], : near.shape[1]]
    column, row = (float((near * each).sum() / near.sum()) for each in (columns, rows))
    return np.array([low[1] + column, low[0] + row])


def _share_near(logits: Floats) -> float:
    """Probability that a place is within a few cells of the likeliest one of (R, C)."""
    row, column = np.unravel_index(int(logits.argmax()), logits.shape)
    odds = np.exp(logits - logits[row, column])
    near = odds[max(row - _SURE, 0) : row + _SURE + 1, max(column - _SURE, 0) : column + _SURE + 1]
    return float(near.sum() / odds.sum())


def _share(logit: float) -> float:
    return float(1.0 / (1.0 + np.exp(-logit)))
