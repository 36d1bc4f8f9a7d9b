"""Walking along a path drawn on the ground."""

import numpy as np
import pytest
from benchmarks.synthetic.legged_plan import legged_plan

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.rig import gait_rig
from kinegraph.creatures.gait.walk_path import WalkPath, walk_along, walk_path
from kinegraph.creatures.maker.maker import creature_from_plan

LINES = {
    "straight": [(0.0, 0.0), (0.0, 5.0)],
    "corner": [(0.0, 0.0), (0.0, 3.0), (3.0, 3.0)],
    "circle": [(2 * np.cos(a), 2 * np.sin(a)) for a in np.linspace(0.0, 5.5, 60)],
    "slalom": [(0.6 * np.sin(z), z) for z in np.linspace(0.0, 8.0, 40)],
}


def _away(path: WalkPath, places: np.ndarray) -> np.ndarray:
    """(F,) distance of each place from the path [m]."""
    return np.linalg.norm(places[:, None] - path.points[None], axis=-1).min(axis=1)


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("legs", [2, 4])
def test_a_creature_walks_along_the_path_to_its_end(name: str, legs: int) -> None:
    path = walk_path(LINES[name])
    rig = gait_rig(creature_from_plan(legged_plan(legs), skin=False))
    x, z, heading = path.start
    frames = walk_along(Gait(rig, x=x, z=z, heading=heading), path, 1.0, most_seconds=60.0)
    places = np.array([goals.placement for goals in frames])[:, [0, 2]]
    assert len(frames) < 60 * 60
    assert _away(path, places).max() < 0.25
    assert places[-1] == pytest.approx(path.points[-1], abs=0.15)


def test_a_creature_that_starts_with_its_back_to_the_path_turns_and_goes() -> None:
    path = walk_path(LINES["straight"])
    rig = gait_rig(creature_from_plan(legged_plan(4), skin=False))
    frames = walk_along(Gait(rig, heading=np.pi), path, 1.0, most_seconds=60.0)
    assert frames[-1].placement[[0, 2]] == pytest.approx(path.points[-1], abs=0.2)


def test_smoothing_keeps_the_ends_and_rounds_the_corner() -> None:
    path = walk_path(LINES["corner"], smoothing=0.1)
    assert path.points[0] == pytest.approx([0.0, 0.0], abs=1e-9)
    assert path.points[-1] == pytest.approx([3.0, 3.0], abs=1e-9)
    assert np.linalg.norm(path.points - (0.0, 3.0), axis=1).min() > 0.05
    turns = np.diff(np.unwrap(np.arctan2(*np.diff(path.points, axis=0).T)))
    assert np.abs(turns).max() < 0.15  # of a right angle, from one of 201 points to the next


def test_points_are_evenly_spaced() -> None:
    gaps = np.linalg.norm(np.diff(walk_path(LINES["slalom"]).points, axis=0), axis=1)
    assert gaps.max() / gaps.min() < 1.02


@pytest.mark.parametrize("points", [[(0.0, 0.0)], [(1.0, 1.0), (1.0, 1.0)], [(0.0, np.nan), (1.0, 0.0)], []])
def test_what_is_no_path_is_refused(points: list) -> None:
    with pytest.raises(InvalidValue):
        walk_path(np.array(points, dtype=float).reshape(-1, 2))
