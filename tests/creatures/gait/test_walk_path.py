"""Walking along a path drawn on the ground."""

import numpy as np
import pytest
from benchmarks.synthetic.legged_plan import legged_plan

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.ground import steps
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
    """(F,) distance of each place from the line through the points of the path [m]."""
    starts, steps = path.points[:-1], np.diff(path.points, axis=0)
    from_starts = places[:, None] - starts
    along = np.clip((from_starts * steps).sum(axis=-1) / (steps**2).sum(axis=-1), 0.0, 1.0)
    return np.linalg.norm(from_starts - along[..., None] * steps, axis=-1).min(axis=1)


def _end_heading(path: WalkPath) -> float:
    """Direction of the end of the path, about Y [rad]."""
    return float(np.arctan2(*(path.points[-1] - path.points[-2])))


# How far a walker may leave each line [m]: nothing on a straight one, a shortcut at a corner.
FARTHEST = {"straight": 1e-9, "corner": 0.15, "circle": 0.02, "slalom": 0.02}


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("legs", [2, 4])
def test_a_creature_walks_along_the_path_to_its_end(name: str, legs: int) -> None:
    path = walk_path(LINES[name])
    rig = gait_rig(creature_from_plan(legged_plan(legs), skin=False))
    x, z, heading = path.start
    frames = walk_along(Gait(rig, x=x, z=z, heading=heading), path, 1.0, most_seconds=60.0)
    placements = np.array([goals.placement for goals in frames])
    places = placements[:, [0, 2]]
    assert _away(path, places).max() < FARTHEST[name]
    assert np.linalg.norm(places[-1] - path.points[-1]) < 0.03
    off = placements[-1, 3] - _end_heading(path)
    assert abs(np.angle(np.exp(1j * off))) < 0.03
    assert (
        path.length < len(frames) / 60 < path.length + 2.0
    )  # [s] at 1 m/s: to start, to slow down and to stop


@pytest.mark.parametrize(("legs", "start"), [(4, 0.3), (6, 0.77), (8, 1.0)])
def test_a_creature_that_stops_on_stairs_comes_to_rest(legs: int, start: float) -> None:
    """Some feet rest beside an edge, where they stand as well as they can."""
    path = walk_path([(0.0, 0.0), (0.0, 2.0)])
    gait = Gait(gait_rig(creature_from_plan(legged_plan(legs), skin=False)), steps(0.06, 0.3, 8, start=start))
    frames = walk_along(gait, path, 0.8, most_seconds=10.0)
    assert len(frames) < 4.0 * 60
    assert gait.idle


@pytest.mark.parametrize("speed", [0.4, 1.0, 1.6])
def test_a_creature_keeps_its_speed_on_a_straight_path(speed: float) -> None:
    path = walk_path(LINES["straight"])
    rig = gait_rig(creature_from_plan(legged_plan(4), skin=False))
    frames = walk_along(Gait(rig), path, speed, most_seconds=60.0)
    ways = np.array([goals.placement[2] for goals in frames])
    middle = (ways[:-1] > 2.0) & (ways[:-1] < 3.0)
    assert np.diff(ways)[middle] * 60 == pytest.approx(speed, rel=1e-3)


def test_a_creature_that_starts_with_its_back_to_the_path_turns_and_goes() -> None:
    path = walk_path(LINES["straight"])
    rig = gait_rig(creature_from_plan(legged_plan(4), skin=False))
    frames = walk_along(Gait(rig, heading=np.pi), path, 1.0, most_seconds=60.0)
    assert np.linalg.norm(frames[-1].placement[[0, 2]] - path.points[-1]) < 0.03
    assert abs(frames[-1].placement[3] - _end_heading(path)) < 0.03


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


@pytest.mark.parametrize(
    "points",
    [
        *([(0.0, 0.0)], [(1.0, 1.0), (1.0, 1.0)], [(0.0, np.nan), (1.0, 0.0)], []),
        [(0.0, 0.0), (1e300, 0.0)],
    ],
)
def test_invalid_paths_are_refused(points: list) -> None:
    with pytest.raises(InvalidValue):
        walk_path(np.array(points, dtype=float).reshape(-1, 2))
