"""A `kinegraph` to call, and a small capture to call it on."""

from pathlib import Path

import numpy as np
import pytest
from command import Command

from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import save


@pytest.fixture
def kinegraph(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.fixture
def nodding() -> Clip:
    """Two joints, 31 frames at 30 fps: a head that nods while its root walks off along +Z."""
    skeleton = Skeleton.from_offsets(
        ["hips", "head"], [-1, 0], [[0, 1.0, 0], [0, 0.5, 0]], ends=[(1, (0, 0.2, 0))]
    )
    angles = 0.5 * np.sin(np.linspace(0.0, 2.0 * np.pi, 31))
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (31, 2, 1))
    rotations[:, 1] = quat_from_axis_angle(angles[:, None] * np.array([1.0, 0.0, 0.0]))
    roots = np.stack([np.zeros(31), np.ones(31), np.linspace(0.0, 1.0, 31)], axis=1)
    return Clip(skeleton, 30.0, roots, rotations, name="nodding")


@pytest.fixture
def nodding_bvh(nodding: Clip, tmp_path: Path) -> Path:
    path = tmp_path / "nodding.bvh"
    save(nodding, path)
    return path


@pytest.fixture
def swinging() -> Clip:
    """Four joints in a chain, 61 frames at 30 fps: an arm that swings ever faster on a walking figure."""
    skeleton = Skeleton.from_offsets(
        ["hips", "chest", "arm", "hand"],
        [-1, 0, 1, 2],
        [[0, 1.0, 0], [0, 0.4, 0], [0.2, 0, 0], [0.5, 0, 0]],
        ends=[(3, (0.2, 0, 0))],
    )
    t = np.linspace(0.0, 2.0, 61)
    swings = np.stack([0.2 * np.sin(2.0 * t), 0.9 * np.sin(2.0 * t * t), 0.6 * np.sin(5.0 * t)], axis=1)
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (61, 4, 1))
    rotations[:, 1:] = quat_from_axis_angle(swings[..., None] * np.array([0.0, 0.6, 0.8]))
    roots = np.stack([0.05 * np.sin(3.0 * t), 1.0 + 0.03 * np.cos(6.0 * t), 0.6 * t], axis=1)
    return Clip(skeleton, 30.0, roots, rotations, name="swinging")


@pytest.fixture
def swinging_bvh(swinging: Clip, tmp_path: Path) -> Path:
    path = tmp_path / "swinging.bvh"
    save(swinging, path)
    return path
