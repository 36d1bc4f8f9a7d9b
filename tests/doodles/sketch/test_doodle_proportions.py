"""A figure of any proportions stands straight on the ground, with the given lengths."""

from dataclasses import replace

import numpy as np
import pytest

from kinegraph.core import mirror_motion
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics, points_on_joints
from kinegraph.doodles.sketch.figure import figure_character
from kinegraph.doodles.sketch.proportions import PRESETS, Proportions, scaled_proportions


@pytest.mark.parametrize("name", PRESETS)
def test_the_figure_stands_on_the_ground_as_tall_as_its_proportions(name: str) -> None:
    proportions = PRESETS[name]
    figure = figure_character(proportions)
    world = forward_kinematics(figure.rest)
    vertices = np.concatenate(
        [mesh.vertices + world.positions[j] for j, body in enumerate(figure.bodies) for mesh in body.meshes]
    )
    assert abs(vertices[:, 1].min()) < 1e-9
    assert abs(vertices[:, 1].max() - proportions.height) < 1e-9
    soles = points_on_joints(
        world, np.array([c.joint for c in figure.contacts]), np.array([c.offset for c in figure.contacts])
    )
    np.testing.assert_allclose(soles[:, 1], 0.0, atol=1e-12)


def test_all_bones_but_the_feet_are_vertical_and_the_two_sides_mirror() -> None:
    figure = figure_character(PRESETS["giraffe"])
    skeleton = figure.skeleton
    bones = [j for j, name in enumerate(skeleton.names) if "ball" not in name and j > 0]
    assert np.abs(skeleton.offsets[bones, 2]).max() == 0.0
    assert skeleton.rest_rotations[:, 3].min() == 1.0
    world, other = forward_kinematics(figure.rest).positions, mirror_motion(figure.rest, figure.symmetry)
    np.testing.assert_allclose(forward_kinematics(other).positions, world, atol=1e-12)
    assert (end_positions(skeleton, forward_kinematics(figure.rest))[:, 1] >= -1e-12).all()


def test_a_length_of_zero_is_refused_by_name() -> None:
    with pytest.raises(InvalidValue, match="torso"):
        replace(Proportions(), torso=0.0)


def test_a_scaled_body_is_taller_by_the_factor() -> None:
    assert scaled_proportions(Proportions(), 2.0).height == pytest.approx(2.0 * Proportions().height)
