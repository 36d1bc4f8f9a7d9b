"""A walk made by moving round four keys goes forward, and its feet stay where they stand."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.perform.performances.performance import perform_path
from kinegraph.perform.playing.locomotion import Walker
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import pose_set

FIGURE = character("figure")


def striding(left: float, right: float, left_knee: float, right_knee: float) -> Pose:
    """Thighs swung forward by these angles and knees bent [rad], feet kept level."""
    skeleton, rotations = FIGURE.skeleton, FIGURE.rest.rotations.copy()
    for side, swing, knee in (("left", left, left_knee), ("right", right, right_knee)):
        for part, angle in (("thigh", -swing), ("shin", knee), ("foot", swing - knee)):
            joint = skeleton.index(f"{side}_{part}")
            rotations[joint] = quat_multiply(rotations[joint], quat_from_axis_angle([angle, 0, 0]))
    return Pose(skeleton, FIGURE.rest.root_translation, rotations)


def walk_rig() -> SpatialRig:
    places = [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)]
    poses = [
        striding(0.4, -0.4, 0.05, 0.1),
        striding(0.0, 0.35, 0.05, 0.9),
        striding(-0.4, 0.4, 0.1, 0.05),
        striding(0.35, 0.0, 0.9, 0.05),
    ]
    return SpatialRig(FIGURE, (pose_set(FIGURE.skeleton, "walk", list(zip(places, poses, strict=True))),))


def walk(rounds: int, fps: float, walks: bool = True) -> Clip:
    t = np.linspace(0, rounds, 60 * rounds + 1)
    places = np.stack([np.cos(2 * np.pi * t), np.sin(2 * np.pi * t), 0 * t], axis=1)
    return perform_path(walk_rig(), "walk", t, places, fps, walks=walks).clip


def contact_points(clip: Clip) -> np.ndarray:
    joints = np.array([point.joint for point in FIGURE.contacts])
    return points_on_joints(forward_kinematics(clip), joints, np.stack([p.offset for p in FIGURE.contacts]))


def test_four_keys_round_a_circle_walk_forward_and_never_back() -> None:
    clip = walk(6, 60)
    forward = np.diff(clip.root_translations[:, 2])
    assert clip.root_translations[-1, 2] > 3.0
    assert forward[5:].min() > -1e-4
    assert np.abs(clip.root_translations[:, 0]).max() < 0.15


def test_the_standing_point_does_not_slip_and_nothing_is_under_the_ground() -> None:
    clip = walk(6, 60)
    walker, points = Walker(FIGURE), contact_points(clip)
    still = walk(6, 60, walks=False)
    names = [point.name for point in FIGURE.contacts]
    slips = []
    for frame in range(len(still)):
        walker.go(still.frames(frame, frame + 1))
        if frame and walker.standing is not None:
            index = names.index(walker.standing)
            slips.append(np.linalg.norm((points[frame] - points[frame - 1])[index, [0, 2]]))
    assert max(slips) < 1e-9
    assert points[..., 1].min() > -1e-9


def test_frame_by_frame_equals_all_at_once() -> None:
    still = walk(2, 60, walks=False)
    walker = Walker(FIGURE)
    steps = [walker.go(still.frames(frame, frame + 1)).root_translations[0] for frame in range(len(still))]
    np.testing.assert_allclose(steps, walk(2, 60).root_translations, atol=1e-12)


@pytest.mark.parametrize("fps", [24, 120])
def test_the_way_hardly_depends_on_the_frame_rate(fps: float) -> None:
    here, there = walk(4, 60).root_translations[-1], walk(4, fps).root_translations[-1]
    assert np.linalg.norm(here - there) < 0.05 * np.linalg.norm(here - FIGURE.rest.root_translation)


def test_in_the_air_the_base_keeps_its_speed() -> None:
    still = walk(1, 60, walks=False)
    roots = still.root_translations.copy()
    roots[30:] += [0, 1.0, 0]
    clip = Walker(FIGURE).go(Clip(still.skeleton, 60, roots, still.rotations))
    speeds = np.diff(clip.root_translations[:, [0, 2]], axis=0)[30:]
    np.testing.assert_allclose(speeds, np.tile(speeds[:1], (len(speeds), 1)), atol=1e-12)
    np.testing.assert_allclose(clip.root_translations[31:, 1], roots[31:, 1])


def test_a_character_without_marked_points_says_so() -> None:
    with pytest.raises(InvalidValue, match="no contact points"):
        Walker(Character.bare("ghost", FIGURE.skeleton))
