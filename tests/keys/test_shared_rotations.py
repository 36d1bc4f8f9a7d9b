"""Rotation modes of several motions: the motion that a mode follows worst decides, for all of them."""

import numpy as np
import pytest
from tests.keys.keyed_motion import chain
from tests.keys.refining.test_refiner import turning as tumbling

from kinegraph.core.animation import QUATERNION
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.keys import fitted_modes

FPS = 60.0


def turning(axes: list[tuple[float, float, float]], angle: float, frames: int = 120) -> Clip:
    """A chain whose joints swing about axes by up to an angle [rad]."""
    skeleton = chain(len(axes))
    swing = angle * np.sin(np.linspace(0.0, 7.0, frames))[:, None, None]
    turns = quat_from_axis_angle(swing * np.array(axes))
    rotations = quat_multiply(skeleton.rest_rotations, turns)
    return Clip(skeleton, FPS, np.tile(skeleton.offsets[0], (frames, 1)), rotations, None, "swing")


def test_one_motion_has_the_modes_that_it_had_alone() -> None:
    calm = turning([(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)], 0.8)
    assert fitted_modes(calm) == fitted_modes(calm, calm)


def test_a_motion_that_locks_makes_the_joint_a_quaternion_in_all() -> None:
    hinge, tumble = tumbling((5.0, 0.0, 0.0)), tumbling((7.0, 6.0, 5.0))
    assert fitted_modes(hinge)[1] != QUATERNION
    both = fitted_modes(hinge, tumble)
    assert both[1] == QUATERNION
    assert both[0] != QUATERNION, "a joint that rests in both"
    assert fitted_modes(tumble, hinge) == both, "their order does not matter"


def test_an_order_stays_clear_of_gimbal_lock_in_every_motion() -> None:
    """About x and y by 80 degrees: no order with x or y in the middle suits both."""
    motions = [turning([axis, (0.0, 0.0, 0.2)], 1.4) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))]
    assert fitted_modes(*motions)[0][1] == "Z"


def test_motions_of_other_skeletons_are_refused() -> None:
    with pytest.raises(InvalidValue, match="one skeleton"):
        fitted_modes(turning([(1.0, 0.0, 0.0)], 0.3), turning([(1.0, 0.0, 0.0)] * 2, 0.3))
