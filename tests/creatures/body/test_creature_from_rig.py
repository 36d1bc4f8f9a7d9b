"""Real rigs are creatures too: the table of what each one is."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinegraph.core.body import Cap
from kinegraph.creatures.body.creature_from_rig import creature_from_scene
from kinegraph.formats import load

# file, root, first and last body of the spine, bodies of the spine, legs, graspers, mouths
RIGS = [
    (
        "characters/CesiumMan.glb",
        "Skeleton_torso_joint_1",
        "Skeleton_torso_joint_1",
        "Skeleton_neck_joint_2",
        5,
        2,
        2,
        0,
    ),
    ("characters/Fox.glb", "b_Spine02_03", "b_Hip_01", "b_Head_05", 5, 4, 0, 0),
    ("characters/RiggedFigure.glb", "torso_joint_1", "torso_joint_1", "neck_joint_2", 5, 2, 2, 0),
    ("characters/RobotExpressive.glb", "Hips", "Hips", "Head", 5, 2, 2, 0),
    ("characters/m2m_bird-animations.glb", "hips", "hips", "head", 6, 2, 0, 1),
    ("characters/m2m_fox-animations.glb", "Spine_2.001", "Hips", "Head", 7, 4, 0, 1),
    ("characters/m2m_fox-dog.glb", "Spine_2.001", "Hips", "Head", 7, 4, 0, 1),
    ("characters/m2m_human-male.glb", "pelvis", "pelvis", "head", 6, 2, 2, 0),
    ("characters/m2m_spider-animations.glb", "spine_1", "hips", "head", 4, 8, 0, 2),
    ("cmu/124_01.bvh", "Hips", "Hips", "Head", 7, 2, 2, 0),
    ("bvh/131_01.bvh", "Hips", "Hips", "Head", 7, 2, 2, 0),
    ("bvh/jesse_dance.bvh", "Hips", "Hips", "Head", 6, 2, 2, 0),
    ("bvh/pirouette.bvh", "hip", "hip", "head", 5, 2, 2, 0),
    ("bvh/pybvh_bvh_example.bvh", "Hips", "Hips", "Head", 8, 2, 2, 0),
    ("bvh/walk01.bvh", "Hips", "Hips", "Head", 5, 2, 2, 0),
    ("bvh/wave_hello.bvh", "Hips", "Hips", "Head", 7, 2, 2, 0),
]


@pytest.mark.parametrize(("file", "root", "tail", "head", "spine", "legs", "graspers", "mouths"), RIGS)
def test_a_real_rig_is_the_creature_that_it_looks_like(
    shared_data: Path,
    file: Any,
    root: Any,
    tail: Any,
    head: Any,
    spine: Any,
    legs: int,
    graspers: Any,
    mouths: Any,
) -> None:
    subject = creature_from_scene(load(shared_data / file))
    assert subject is not None
    names = subject.character.skeleton.names
    assert (names[subject.root], names[subject.spine[0]], names[subject.spine[-1]]) == (root, tail, head)
    assert len(subject.spine) == spine
    assert len(subject.legs) == legs
    assert len(subject.bodies_with(Cap.GRASPER)) == graspers
    assert len(subject.bodies_with(Cap.MOUTH)) == mouths


@pytest.mark.parametrize("file", [row[0] for row in RIGS])
def test_a_real_rig_stands_on_the_ground_with_its_left_to_the_left(shared_data: Path, file: Any) -> None:
    subject = creature_from_scene(load(shared_data / file))
    assert subject is not None
    soles = subject.rest_handles[[leg.foot for leg in subject.legs], 1]
    assert np.abs(soles).max() < 0.03 * subject.size[1]
    sides = subject.character.symmetry.sides
    across = subject.rest_handles[:, 0]
    feet = [leg.foot for leg in subject.legs]
    assert all(np.sign(across[foot]) == sides[foot] for foot in feet)


def test_a_file_without_a_character_makes_no_creature(shared_data: Path) -> None:
    markers = next((shared_data / "c3d").glob("*.c3d"))
    assert creature_from_scene(load(markers)) is None
