"""Radial functions: how a key's influence changes with the distance from its marker."""

from enum import StrEnum

import numpy as np

from kinegraph.core.arrays import Floats


class RadialFunction(StrEnum):
    """The choices, with r the distance to a marker and s that marker's distance to its nearest neighbour.

    LINEAR: r. Straight between two keys; what Igarashi's spatial keyframing uses.
    GAUSSIAN: exp(-(r / s)^2). Local: far from all markers only the tail is left.
    HARDY: sqrt(r^2 + s^2). Smooth at the markers, near to linear away from them; after Hardy and Eck.
    THIN_PLATE: r^2 log r. The least bent surface in the plane.
    """

    LINEAR = "linear"
    GAUSSIAN = "gaussian"
    HARDY = "hardy"
    THIN_PLATE = "thin-plate"


# Codes of the functions in kernels.
CODES = {function: code for code, function in enumerate(RadialFunction)}


def nearest_distances(places: Floats) -> Floats:
    """(K,) distance from each place to its nearest neighbour; 1 for a place that is alone."""
    if len(places) < 2:
        return np.ones(len(places))
    apart = np.linalg.norm(places[:, None] - places[None, :], axis=-1)
    np.fill_diagonal(apart, np.inf)
    return apart.min(axis=1)
