"""Heading: the facing of a character as an angle about the vertical: 0 is +Z, a quarter turn is +X."""

import numpy as np

from kinegraph.core.arrays import Floats


def forward(heading: float) -> Floats:
    """(3,) direction of a heading."""
    return np.array([np.sin(heading), 0.0, np.cos(heading)])


def leftward(heading: float) -> Floats:
    """(3,) the direction to the left of a heading."""
    return np.array([np.cos(heading), 0.0, -np.sin(heading)])


def heading_along(way: Floats, before: float, away: bool = False, shortest: float = 1e-6) -> float:
    """The heading along a path (3,), turned from `before` by the shorter way around.

    away: Whether it faces back along the path. A path that is shorter on the ground than `shortest` [m] does
    not change the heading. The result is not wrapped: turns add up, so that it can be interpolated.
    """
    flat = np.hypot(way[0], way[2])
    if flat <= shortest:
        return before
    wanted = np.arctan2(way[0], way[2]) + (np.pi if away else 0.0)
    turn = (wanted - before + np.pi) % (2.0 * np.pi) - np.pi
    if abs(turn) > np.pi - 1e-6:  # half a turn: a character on a sheet turns towards the viewer, at -X
        turn = -np.pi if np.sin(before - 0.5 * np.pi) <= np.sin(before + 0.5 * np.pi) else np.pi
    return float(before + turn)
