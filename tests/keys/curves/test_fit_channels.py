"""Rig channels: what leaves rest, in Euler orders away from gimbal lock, without jumps."""

from dataclasses import replace

import numpy as np
import pytest
from tests.keys.keyed_motion import FPS, chain, swaying_clip

from kinegraph.core.animation import QUATERNION, Channel, Property
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.euler import EULER_ORDERS, euler_from_quat, quat_from_euler
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_normalize
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.curves.rotation_orders import CANDIDATE_ORDERS, calm_orders


def turning(angles: np.ndarray, axis: int) -> Clip:
    """Two joints; the second turns about one axis by `angles` [rad]."""
    vectors = np.zeros((len(angles), 2, 3))
    vectors[:, 1, axis] = angles
    roots = np.tile([0.0, 0.3, 0.0], (len(angles), 1))
    return Clip(chain(2), FPS, roots, quat_from_axis_angle(vectors))


@pytest.mark.parametrize("axis", range(3))
def test_a_spin_of_several_turns_survives(axis: int) -> None:
    angles = np.linspace(0.0, 7.0 * np.pi, 200)
    rig = rig_channels(turning(angles, axis))
    factor = rig.rotation_modes[1].index("XYZ"[axis])
    assert rig.channels == (Channel(1, Property.ROTATION, factor),)
    np.testing.assert_allclose(rig.values[0], angles, atol=1e-9)


@pytest.mark.parametrize("axis", range(3))
def test_a_swing_past_a_quarter_turn_is_never_the_middle_angle(axis: int) -> None:
    orders = calm_orders(turning(np.linspace(-1.8, 1.8, 50), axis).rotations)
    assert orders[1][1] != "XYZ"[axis]


def test_the_order_has_the_smallest_middle_angle_of_all_six() -> None:
    rng = np.random.default_rng(3)
    sway = rng.normal(size=(40, 6, 3)) * [0.2, 0.5, 1.0]
    rotations = quat_multiply(quat_from_axis_angle(rng.normal(size=(6, 3))), quat_from_axis_angle(sway))
    for joint, chosen in enumerate(calm_orders(rotations)):
        largest = {o: np.abs(euler_from_quat(rotations[:, joint], o)[:, 1]).max() for o in CANDIDATE_ORDERS}
        assert largest[chosen] <= min(largest.values()) + 1e-5


def test_candidates_are_the_orders_of_three_axes() -> None:
    assert set(CANDIDATE_ORDERS) == {order for order in EULER_ORDERS if order[0] != order[2]}


@pytest.mark.parametrize("modes", [None, "ZXY", QUATERNION])
def test_channels_tell_the_motion(modes: str | None) -> None:
    clip = swaying_clip(1)
    rig = rig_channels(clip, modes)
    values_of = dict(zip(rig.channels, rig.values, strict=True))
    for joint, mode in enumerate(rig.rotation_modes):
        axes = 4 if mode == QUATERNION else 3
        values = np.stack(
            [values_of[Channel(joint, Property.ROTATION, axis)] for axis in range(axes)], axis=-1
        )
        q = quat_normalize(values) if mode == QUATERNION else quat_from_euler(values, mode)
        np.testing.assert_allclose(np.abs(np.sum(q * clip.rotations[:, joint], axis=-1)), 1.0, atol=1e-12)


def test_channels_at_rest_get_no_curve() -> None:
    rig = rig_channels(turning(np.sin(np.linspace(0, 6, 60)), 0))
    assert [channel.joint for channel in rig.channels] == [1]


def test_a_clip_that_rests_keeps_its_length() -> None:
    rig = rig_channels(turning(np.zeros(30), 0))
    assert [(channel.joint, channel.property) for channel in rig.channels] == [(0, Property.TRANSLATION)] * 3


def test_sliding_joints_have_translation_channels() -> None:
    clip = turning(np.zeros(30), 0)
    sliding = np.array(local_translations(clip))
    sliding[:, 1, 2] += np.linspace(0.0, 0.1, 30)
    rig = rig_channels(replace(clip, translations=sliding))
    assert rig.channels == (Channel(1, Property.TRANSLATION, 2),)
    np.testing.assert_allclose(rig.values[0], np.linspace(0.0, 0.1, 30), atol=1e-15)


@pytest.mark.parametrize("modes", ["XXY", ["XYZ"]])
def test_modes_that_do_not_fit_are_refused(modes: str | list[str]) -> None:
    with pytest.raises(InvalidValue):
        rig_channels(swaying_clip(1), modes)
