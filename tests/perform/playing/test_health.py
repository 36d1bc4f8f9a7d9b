"""The map of a set's health: where poses cancel, where goals are out of reach, where joints turn fast."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.playing.health import measure_health, plane_of_markers
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet

FIGURE = character("figure")
NECK = Manipulator(ManipulatorKind.JOINT, FIGURE.skeleton.names[3], turns=True)


def turning(angles: list[float], places: list[list[float]]) -> PlayableRig:
    """One joint of the figure that turns about the vertical by an angle [rad] at each place."""
    keys = tuple(
        SpatialKey(f"{i}", place, np.zeros((1, 3)), quat_from_axis_angle(np.array([[0.0, angle, 0.0]])))
        for i, (angle, place) in enumerate(zip(angles, places, strict=True))
    )
    return PlayableRig(SpatialRig(FIGURE, (SpatialSet("turn", (NECK,), keys),)))


OPPOSED = turning([0.0, 3.1], [[-0.3, 0.0, 0.0], [0.3, 0.0, 0.0]])


def test_opposed_poses_are_hot_between_them_and_a_pose_is_suggested_there() -> None:
    found = measure_health(OPPOSED, "turn", 25)
    middle = np.linalg.norm(found.places[..., :1], axis=-1) < 0.02
    assert found.guessed[middle].min() == 1.0
    assert found.heat[middle].min() > 0.9
    assert found.suggestion is not None
    assert abs(found.suggestion[0]) < 0.08


def test_a_pose_at_the_suggestion_heals_the_set() -> None:
    before = measure_health(OPPOSED, "turn", 25)
    assert before.suggestion is not None
    x, y, z = before.suggestion.tolist()
    after = measure_health(turning([0.0, 3.1, 1.55], [[-0.3, 0, 0], [0.3, 0, 0], [x, y, z]]), "turn", 25)
    assert after.guessed.sum() < 0.2 * before.guessed.sum()


def test_poses_that_agree_need_no_further_one() -> None:
    found = measure_health(turning([0.0, 0.4, 0.2], [[-0.3, 0, 0], [0.3, 0, 0], [0, 0.3, 0]]), "turn", 17)
    assert found.suggestion is None
    assert found.heat.max() < 0.25
    assert not found.guessed.any()


def test_the_turn_is_that_of_the_joint_over_the_way_of_the_cursor() -> None:
    found = measure_health(turning([0.0, 0.2], [[-0.3, 0, 0], [0.3, 0, 0]]), "turn", 9)
    middle = found.turn[4, 4]  # 0.2 rad over two reaches
    np.testing.assert_allclose(middle, 0.1, rtol=0.02)


def test_a_hand_that_cannot_reach_its_goal_is_measured_in_metres() -> None:
    hand = Manipulator(ManipulatorKind.HANDLE, "left_hand", moves=True)
    place = forward_kinematics(FIGURE.rest).positions[FIGURE.skeleton.index("left_hand")]
    keys = tuple(
        SpatialKey(f"{i}", [0.3 * i, 0, 0], (place + np.array([5.0 * i, 0.0, 0.0]))[None], [[0, 0, 0, 1]])
        for i in (0, 1)
    )
    playable = PlayableRig(SpatialRig(FIGURE, (SpatialSet("reach", (hand,), keys),)))
    found = measure_health(playable, "reach", 13)
    column = np.abs(found.places[6, :, 0] - 0.3).argmin()
    assert found.missed[6, column] > 3.0
    near = np.abs(found.places[6, :, 0]).argmin()
    assert found.missed[6, near] < found.missed[6, column]
    assert found.heat[6, column] == 1.0


def test_a_set_that_moves_others_shows_their_health() -> None:
    rig = OPPOSED.rig
    ball = Manipulator(ManipulatorKind.CONTROLLER, "turn", moves=True)
    keys = tuple(SpatialKey(f"{x}", [x, 1.0, 0], [[x, 0.0, 0.0]], [[0, 0, 0, 1]]) for x in (-0.3, 0.3))
    playable = PlayableRig(SpatialRig(FIGURE, (*rig.sets, SpatialSet("both", (ball,), keys))))
    assert measure_health(playable, "both", 17).guessed.max() > 0.0


@pytest.mark.parametrize("member", ["bear", "lizard"])
def test_the_map_of_a_cast_set_is_finite_and_around_its_markers(member: str) -> None:
    rig = cast_rig(member)
    playable = PlayableRig(rig)
    for each in rig.sets:
        found = measure_health(playable, each.name, 7)
        layout = playable.blends[each.name].layout
        assert np.isfinite(found.heat).all()
        assert found.heat.min() >= 0.0
        assert found.heat.max() <= 1.0
        assert np.linalg.norm(found.places.mean(axis=(0, 1)) - layout.centre) < 1e-9


def test_the_plane_of_markers_on_a_line_is_upright() -> None:
    right, up = plane_of_markers(np.array([[1.0, 0.0, 0.0]]))
    np.testing.assert_allclose(right, [1, 0, 0])
    np.testing.assert_allclose(up, [0, 1, 0])


def test_a_set_without_poses_has_no_health() -> None:
    rig = SpatialRig(FIGURE, (SpatialSet("empty", (NECK,)),))
    with pytest.raises(InvalidValue, match="no pose yet"):
        measure_health(PlayableRig(rig), "empty")
