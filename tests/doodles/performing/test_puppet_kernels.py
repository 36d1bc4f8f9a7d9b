"""The puppet kernels beside their slow twin."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.doodles.performing.slow_puppet import SlowPose, SlowPuppet

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.channels import COUNT
from kinegraph.doodles.performing.drawn_puppet import PARTS, TIPS, DrawnPuppet, puppet_of
from kinegraph.doodles.performing.limb_kernels import local_quaternions
from kinegraph.doodles.performing.posing import pose_puppet
from kinegraph.doodles.performing.puppet_layout import PoseGoals, PuppetPoses
from kinegraph.doodles.sketch.proportions import PRESETS

FRAMES = 10


def random_goals(puppet: DrawnPuppet, seed: int, grip: float) -> PoseGoals:
    """Goals about a stance: feet near the ground, arms and legs anywhere, `grip` of all limbs planted."""
    rng = np.random.default_rng(seed)
    leg = puppet.leg
    feet = np.zeros((FRAMES, 2, at.FOOT_COLUMNS))
    feet[..., :3] = rng.uniform([-0.3, 0.0, -0.5], [0.3, 0.2, 0.5], (FRAMES, 2, 3)) * leg
    feet[..., at.FOOT_YAW] = rng.uniform(-0.5, 0.5, (FRAMES, 2))
    feet[..., at.FOOT_ROLL] = rng.uniform(-0.4, 0.9, (FRAMES, 2))
    feet[..., at.FOOT_GRIP] = np.clip(rng.uniform(-1.0, 1.0, (FRAMES, 2)) + 2.0 * grip - 0.5, 0.0, 1.0)
    feet[..., at.FOOT_PULL] = rng.integers(0, 2, (FRAMES, 2)) * feet[..., at.FOOT_GRIP]
    hands = np.zeros((FRAMES, 2, at.HAND_COLUMNS))
    hands[..., :3] = rng.uniform(-0.5, 0.5, (FRAMES, 2, 3)) * leg + [0.0, 0.8 * leg, 0.0]
    hands[..., at.HAND_GRIP] = np.clip(rng.uniform(-1.0, 1.0, (FRAMES, 2)) + grip, 0.0, 1.0)
    body = rng.uniform([-0.2, 0.4, -0.2], [0.2, 1.6, 0.2], (FRAMES, 3)) * leg
    return PoseGoals(body, rng.normal(0.0, 0.5, (FRAMES, COUNT)), feet, hands)


def twin_poses(puppet: DrawnPuppet, goals: PoseGoals, by_root: bool) -> list[SlowPose]:
    flat = np.zeros(at.FLOORS)
    rows = zip(goals.body, goals.angles, goals.feet, goals.hands, strict=True)
    return [SlowPuppet(puppet, *row, flat).solve(by_root) for row in rows]


def assert_alike(found: PuppetPoses, twins: list[SlowPose], has_arms: bool) -> None:
    parts = [name for name in PARTS if has_arms or "arm" not in name]
    tips = [f"{name} tip" for name in TIPS if has_arms or "arm" not in name]
    names = (*PARTS, *(f"{name} tip" for name in TIPS))
    for frame, twin in enumerate(twins):
        for name in parts:
            np.testing.assert_allclose(
                found.rotations[frame, PARTS.index(name)], twin.rotations[name], atol=1e-6
            )
        for name in (*parts, *tips):
            np.testing.assert_allclose(found.places[frame, names.index(name)], twin.places[name], atol=1e-6)
        np.testing.assert_allclose(found.centers[frame], twin.center, atol=1e-6)
        limbs = ("right_foot", "left_foot", "right_hand", "left_hand")[: 4 if has_arms else 2]
        np.testing.assert_allclose(
            found.short[frame, : len(limbs)], [twin.short[limb] for limb in limbs], atol=1e-6
        )


@pytest.mark.parametrize("by_root", [True, False])
@pytest.mark.parametrize("grip", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("body", PRESETS)
def test_poses_are_those_of_the_slow_twin(body: str, grip: float, by_root: bool) -> None:
    puppet = puppet_of(PRESETS[body])
    goals = random_goals(puppet, 7, grip)
    assert_alike(
        pose_puppet(puppet, goals, None, by_root), twin_poses(puppet, goals, by_root), puppet.has_arms
    )


def test_local_quaternions_are_those_of_scipy() -> None:
    rng = np.random.default_rng(8)
    world = Rotation.random(12, rng)
    parents = np.array([-1, 0, 1, 1])
    found = np.empty((3, 4, 4))
    matrices: Floats = world.as_matrix().reshape(3, 4, 3, 3)
    local_quaternions(matrices, parents, found)
    for frame in range(3):
        turns = [world[4 * frame + part] for part in range(4)]
        for part, parent in enumerate(parents):
            expected = turns[part] if parent < 0 else turns[parent].inv() * turns[part]
            apart = (expected.inv() * Rotation.from_quat(found[frame, part])).magnitude()
            assert apart < 1e-9
