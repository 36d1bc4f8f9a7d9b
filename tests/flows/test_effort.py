"""Temporal keys for a motion of spatial keys: simplification against closed forms, and the order of the
table."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.flows.effort import (
    BAKED,
    EVERY_FRAME,
    OPTIMAL,
    SIMPLIFIED,
    SPATIAL,
    Effort,
    _largest,
    _needed_keys,
    effort_lines,
    effort_table,
)
from kinegraph.perform.cast_sets import cast_performances
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.manipulators import body_manipulators, joint_manipulators
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

BEAR = character("bear")


def nod(times: list[float], places: list[float]) -> Performance:
    """The bear's head turns evenly along a line of two keys, half a radian apart."""
    made = SpatialSet("nod", joint_manipulators(BEAR.skeleton, ("head",)))
    head = BEAR.skeleton.index("head")
    for place in (0.0, 0.5):
        rotations = BEAR.rest.rotations.copy()
        rotations[head] = quat_multiply(rotations[head], quat_from_axis_angle([place, 0.0, 0.0]))
        made = made.with_pose(Pose(BEAR.skeleton, BEAR.rest.root_translation, rotations), [place, 0, 0])
    layer = Layer("nod", "nod", times, [[place, 0, 0] for place in places])
    return Performance(SpatialRig(BEAR, (made,)), (layer,))


@pytest.fixture(scope="module")
def lizard() -> Effort:
    return effort_table(cast_performances("lizard")[0], 30.0, 0.02)


def test_a_polyline_keeps_its_corners_and_nothing_else() -> None:
    times = np.arange(41.0)
    corners = [0, 10, 25, 40]
    values = np.interp(times, corners, [0.0, 3.0, -1.0, 2.0])
    assert _needed_keys(times, values, 1e-9).tolist() == corners


def test_a_curve_stays_within_tolerance_of_its_kept_points() -> None:
    times = np.linspace(0.0, 6.0, 500)
    values = np.sin(times**1.5)
    for tolerance in (0.1, 0.01):
        kept = _needed_keys(times, values, tolerance)
        assert np.abs(np.interp(times, times[kept], values[kept]) - values).max() <= tolerance


@pytest.mark.parametrize("limit", [3, 4, 17, 20])
def test_the_largest_good_number_is_found(limit: int) -> None:
    assert _largest(lambda n: n <= limit, 3, 20) == limit


def test_turning_from_one_pose_to_another_takes_two_keys_in_time() -> None:
    found = effort_table(nod([0.0, 1.0], [0.0, 0.5]), 30.0)
    assert found.row(SPATIAL).poses == found.row(OPTIMAL).poses == 2
    assert found.row(EVERY_FRAME).poses == found.frames == 31
    assert found.channels == 6  # the root's place is always keyed, and the head's three angles


def test_only_what_plays_and_changes_counts_as_spatial_keys() -> None:
    whole = nod([0.0, 1.0], [0.0, 0.5])
    other = SpatialSet("spare", joint_manipulators(BEAR.skeleton, ("left_paw",)))
    other = other.with_pose(BEAR.rest, [0, 0, 0]).with_pose(BEAR.rest, [1, 0, 0])
    body = SpatialSet("body", body_manipulators(BEAR.skeleton))
    for key in whole.rig.sets[0].keys:
        rotations = BEAR.rest.rotations.copy()
        rotations[BEAR.skeleton.index("head")] = key.rotations[0]
        body = body.with_pose(Pose(BEAR.skeleton, BEAR.rest.root_translation, rotations), key.place)
    layer = Layer("nod", "body", whole.layers[0].times, whole.layers[0].displacements)
    muted = Layer("muted", "spare", [0.0], [[0.0, 0.0, 0.0]], muted=True)
    row = effort_table(Performance(SpatialRig(BEAR, (body, other)), (layer, muted)), 30.0).row(SPATIAL)
    assert (row.poses, row.keys) == (2, 2), "two poses of the head; no part that rests, no set that rests"


def test_turning_to_and_fro_takes_a_key_at_each_end() -> None:
    found = effort_table(nod([0.0, 1.0, 2.0, 3.0], [0.0, 0.5, 0.0, 0.5]), 30.0, 0.002)
    assert found.row(SIMPLIFIED).poses == 4
    assert found.row(SIMPLIFIED).keys == -(-(4 + 5 * 2) // 3)  # one angle turns, the other curves rest


def test_temporal_keys_meet_the_tolerance(lizard: Effort) -> None:
    for method in (BAKED, SIMPLIFIED, OPTIMAL):
        assert 0.0 < lizard.row(method).error <= lizard.allowed


def test_the_lizard_takes_more_poses_in_time_than_in_space(lizard: Effort) -> None:
    poses = [lizard.row(method).poses for method in (SPATIAL, OPTIMAL, BAKED, SIMPLIFIED, EVERY_FRAME)]
    assert poses[0] == 30
    assert poses == sorted(poses)


def test_the_lizard_needs_fewest_settings_with_spatial_keys(lizard: Effort) -> None:
    keys = {row.method: row.keys for row in lizard.rows}
    assert keys[EVERY_FRAME] == -(-700 * lizard.channels // 3)
    assert 5 * keys[SPATIAL] < min(count for method, count in keys.items() if method != SPATIAL)


def test_the_table_has_a_line_for_each_way(lizard: Effort) -> None:
    assert len(effort_lines(lizard)) == 2 + len(lizard.rows)


def test_a_tolerance_of_zero_is_refused() -> None:
    with pytest.raises(InvalidValue, match="above zero"):
        effort_table(nod([0.0, 1.0], [0.0, 0.5]), accuracy=0.0)
    with pytest.raises(InvalidValue, match="three frames"):
        effort_table(nod([0.0, 0.001], [0.0, 0.5]))
