"""The shape of one drawn link: its principal axes, its oriented box, its two ends.

Implements section 3.1 of Thorne, Burke and van de Panne, "Motion Doodles" (2004): mean and covariance of the
stroke's points, axes from the 2 x 2 eigenproblem, intervals of projection along them. Points are first
resampled at even distances, so that a slow pen does not weigh more.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, points_along

OUTLINE_POINTS = 64
# A stroke whose ends are nearer than this share of its length is an outline.
_CLOSED = 0.25
# Distance of a link's joint from its end, as a share of its width and at most of its length: outlines go
# around the joint, lines end on it.
_INSET_WIDTH, _INSET_LENGTH = 0.4, 0.2


@dataclass(frozen=True, eq=False)
class LinkShape:
    """One stroke, as a link of a body.

    outline: (64, 2) points at even distances along it [m].
    centre: (2,) of its oriented box [m].
    axis: (2,) unit vector along it, with an arbitrary sign.
    length, width: Of the box, along and across the axis [m].
    closed: Whether the stroke is an outline.
    bulge: (2,) from the outline's mean to the box's middle [m]: toward a nose, a belly, the point of a shoe.
    """

    outline: Floats
    centre: Floats
    axis: Floats
    length: float
    width: float
    closed: bool
    bulge: Floats

    @property
    def across(self) -> Floats:
        """(2,) unit vector square to the axis."""
        return np.array([-self.axis[1], self.axis[0]])

    @property
    def roundness(self) -> float:
        """Width by length: 0 for a line, 1 for a circle."""
        return self.width / self.length if self.length > 0.0 else 1.0


def inset(length: Floats, width: Floats) -> Floats:
    """Distance of a link's joints from its ends [m]."""
    return np.minimum(_INSET_WIDTH * width, _INSET_LENGTH * length)


def link_shape(stroke: Stroke) -> LinkShape:
    """The shape of a stroke; a dot is round and has no length."""
    at = np.linspace(0.0, stroke.length, OUTLINE_POINTS)
    outline = points_along(stroke.points, stroke.lengths, at)
    mean = outline.mean(axis=0)
    away = outline - mean
    covariance = away.T @ away / len(outline)
    # The angle of the larger eigenvector of a symmetric 2 x 2 matrix, in closed form.
    angle = 0.5 * np.arctan2(2.0 * covariance[0, 1], covariance[0, 0] - covariance[1, 1])
    axis = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-axis[1], axis[0]])
    along, aside = away @ axis, away @ across
    low, high, left, right = along.min(), along.max(), aside.min(), aside.max()
    centre = mean + 0.5 * (low + high) * axis + 0.5 * (left + right) * across
    opening = float(np.linalg.norm(outline[-1] - outline[0]))
    closed = stroke.length > 0.0 and opening < _CLOSED * stroke.length
    return LinkShape(outline, centre, axis, float(high - low), float(right - left), closed, centre - mean)
