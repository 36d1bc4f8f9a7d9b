"""Blender's names for our channels; that they mean the same, test_blender.py shows in a real Blender."""

import pytest

from kinegraph.core.animation import QUATERNION, Channel, Property
from kinegraph.core.math.euler import EULER_ORDERS
from kinegraph.formats.blender.channels import (
    blender_channel,
    blender_mode,
    channel_from_blender,
    mode_from_blender,
)

THREE_AXES = [order for order in EULER_ORDERS if len(set(order)) == 3]


@pytest.mark.parametrize("mode", [*THREE_AXES, QUATERNION])
def test_every_channel_comes_back_from_its_name_in_blender(mode: str) -> None:
    channels = [Channel(3, Property.TRANSLATION, axis) for axis in range(3)]
    channels += [Channel(3, Property.ROTATION, axis) for axis in range(4 if mode == QUATERNION else 3)]
    named = [blender_channel(channel, mode) for channel in channels]
    assert [channel_from_blender(3, name, index, mode) for name, index in named] == channels
    assert len(set(named)) == len(channels)


def test_modes_of_three_axes_are_read_backwards_there() -> None:
    assert blender_mode("ZXY") == "YXZ"
    assert all(mode_from_blender(blender_mode(order)) == order for order in THREE_AXES)


def test_orders_that_blender_lacks_become_quaternions() -> None:
    assert {blender_mode(order) for order in EULER_ORDERS if order not in THREE_AXES} == {QUATERNION}


def test_angles_of_a_bone_in_quaternion_mode_are_no_channel() -> None:
    assert channel_from_blender(0, "rotation_euler", 0, QUATERNION) is None
    assert channel_from_blender(0, "rotation_quaternion", 0, "XYZ") is None
