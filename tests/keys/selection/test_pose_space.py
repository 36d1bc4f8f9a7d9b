"""Pose space: which points tell poses apart."""

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton
from kinegraph.keys.selection.pose_space import pose_space


def test_a_head_that_only_nods_shows_in_its_end_site() -> None:
    skeleton = Skeleton.from_offsets(
        ["neck", "head"], [-1, 0], [[0, 1, 0], [0, 0.2, 0]], ends=[(1, (0, 0.2, 0.1))]
    )
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (3, 2, 1))
    rotations[1, 1] = quat_from_axis_angle([0.3, 0, 0])
    space = pose_space(Clip(skeleton, 30.0, np.tile([0.0, 1.0, 0.0], (3, 1)), rotations))
    assert space.joints == ("neck", "head", "head")
    assert np.ptp(space.points[:, 6:], axis=0).max() > 0.02
    assert space.of_joints(["head"]).points.shape == (3, 6)
