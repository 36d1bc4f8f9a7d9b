"""Drawn characters: they stand straight, carry their ink, and can return to the drawn pose."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.synthetic.sketcher import SyntheticSketch, synthetic_sketch

from kinegraph.core import Pose, deform, quat_from_axis_angle
from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.doodles.ink.ribbons import ribbon, sheet_of_paper
from kinegraph.doodles.ink.stroke import stroke_from_raw
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter, drawn_character
from kinegraph.doodles.sketch.proportions import doodle_skeleton
from kinegraph.doodles.sketch.sketch import read_sketch
from kinegraph.formats import load, save

JOINTS = {
    "hip": "right_upper_leg",
    "knee": "right_lower_leg",
    "ankle": "right_foot",
    "shoulder": "right_upper_arm",
    "elbow": "right_lower_arm",
    "neck": "head",
}


def drawn(seed: int, kind: str = "person", **options: Any) -> tuple[SyntheticSketch, DrawnCharacter]:
    sketch = synthetic_sketch(seed, "sloppy", kind=kind)
    return sketch, drawn_character(sketch.strokes, read_sketch(sketch.strokes), **options)


def ink(character: DrawnCharacter, pose: Pose) -> Floats:
    skins = character.character.skins
    return np.concatenate([deform(skin, forward_kinematics(pose)) for skin in skins])


@pytest.mark.parametrize("seed", [20_000, 20_003, 20_008])
def test_the_drawn_pose_restores_every_joint_and_all_ink(seed: int) -> None:
    sketch, doodle = drawn(seed)
    reading = read_sketch(sketch.strokes)
    world = forward_kinematics(doodle.drawn_pose)
    for name, bone in JOINTS.items():
        at = world.positions[doodle.bones[bone]]
        np.testing.assert_allclose(at[[2, 1]], reading.joints[name], atol=1e-9)
    points = np.concatenate([stroke.points for stroke in sketch.strokes])
    vertices = ink(doodle, doodle.drawn_pose)[:, [2, 1]]
    margin = 0.02 * sketch.height  # of the ink's width
    assert (vertices.min(axis=0) > points.min(axis=0) - margin).all()
    assert (vertices.max(axis=0) < points.max(axis=0) + margin).all()


@pytest.mark.parametrize("kind", ["person", "mech"])
def test_it_stands_straight_on_the_ground_with_the_skeleton_of_all_doodles(kind: str) -> None:
    _, doodle = drawn(20_001, kind)
    skeleton = doodle.character.skeleton
    assert skeleton.names == doodle_skeleton(doodle.proportions).names
    assert ("right_upper_arm" in skeleton) == (kind == "person")
    feet = [doodle.bones[f"{side}_foot"] for side in ("right", "left")]
    world = forward_kinematics(doodle.character.rest).positions
    np.testing.assert_allclose(world[feet, 1], doodle.proportions.ankle, atol=1e-12)
    lowest = ink(doodle, doodle.character.rest)[:, 1].min()
    assert abs(lowest) < 0.02 * doodle.proportions.height


def test_it_survives_a_glb_file(tmp_path: Path) -> None:
    _, doodle = drawn(20_002)
    save(doodle.character, tmp_path / "doodle.glb")
    back = load(tmp_path / "doodle.glb").character
    assert back is not None
    assert back.skeleton.names == doodle.character.skeleton.names
    pose = Pose(back.skeleton, doodle.drawn_pose.root_translation, doodle.drawn_pose.rotations)
    again = np.concatenate([deform(skin, forward_kinematics(pose)) for skin in back.skins])
    np.testing.assert_allclose(again, ink(doodle, doodle.drawn_pose), atol=1e-5)


def test_an_annotation_across_the_knee_bends_without_breaking() -> None:
    sketch = synthetic_sketch(20_004, "clean", "relaxed")
    reading = read_sketch(sketch.strokes)
    hip, knee, ankle = (reading.joints[name] for name in ("hip", "knee", "ankle"))
    t = np.linspace(0.0, 1.0, 60)[:, None]
    seam = stroke_from_raw(
        np.concatenate([hip + (0.4 + 0.6 * t) * (knee - hip), knee + 0.6 * t * (ankle - knee)])
    )
    doodle = drawn_character(sketch.strokes, reading, annotations=(seam,))
    plain = drawn_character(sketch.strokes, reading)
    count = len(plain.character.skins[-1].mesh.vertices)
    skin = doodle.character.skins[-1]
    rotations = doodle.character.rest.rotations.copy()
    rotations[doodle.bones["right_lower_leg"]] = quat_from_axis_angle(np.array([1.4, 0.0, 0.0]))
    rotations[doodle.bones["left_lower_leg"]] = rotations[doodle.bones["right_lower_leg"]]
    bent = replace(doodle.character.rest, rotations=rotations)
    seam_joints = {int(j) for j in np.unique(skin.joints[count:][skin.weights[count:] > 0.05])}
    assert {doodle.bones["right_upper_leg"], doodle.bones["right_lower_leg"]} <= seam_joints
    triangles = skin.mesh.triangles[(skin.mesh.triangles >= count).all(axis=1)]
    edges = [
        np.linalg.norm(np.diff(deform(skin, forward_kinematics(pose))[triangles], axis=1), axis=2).max()
        for pose in (doodle.character.rest, bent)
    ]
    assert edges[1] < 2.0 * edges[0]  # a break would leave a gap of the size of the leg's swing


def test_a_pattern_on_the_torso_leaves_the_arm_alone_and_is_drawn_once() -> None:
    sketch = synthetic_sketch(20_004, "clean", "relaxed")
    reading = read_sketch(sketch.strokes)
    neck, hip, knee = (reading.joints[name] for name in ("neck", "hip", "knee"))
    t = np.linspace(0.0, 1.0, 80)[:, None]
    wave = 0.04 * sketch.height * np.sin(20.0 * t) * [1.0, 0.0]
    pattern = stroke_from_raw(
        np.concatenate([neck + t * (hip - neck), hip + 0.8 * t * (knee - hip)]) + np.tile(wave, (2, 1))
    )
    doodle = drawn_character(sketch.strokes, reading, annotations=(pattern,))
    plain = drawn_character(sketch.strokes, reading)
    skin, count = doodle.character.skins[-1], len(plain.character.skins[-1].mesh.vertices)
    moved_by = {int(j) for j in np.unique(skin.joints[count:][skin.weights[count:] > 0.0])}
    assert not moved_by & {
        doodle.bones[f"{side}_{arm}"] for side in ("right", "left") for arm in ("upper_arm", "lower_arm")
    }
    assert {
        doodle.bones["upper_back"],
        doodle.bones["right_upper_leg"],
        doodle.bones["left_upper_leg"],
    } <= moved_by
    new = skin.mesh.triangles[len(plain.character.skins[-1].mesh.triangles) :]
    heights = skin.mesh.vertices[new].mean(axis=1)[:, 1]
    on_torso = heights > doodle.proportions.hip_height + 0.5 * doodle.proportions.torso
    colors = np.unique(np.asarray(skin.mesh.colors)[new[on_torso][:, 0]], axis=0)
    assert len(colors) == 1  # on the near side only: the far one would be at the same place


def test_an_eye_sticks_to_the_head_alone() -> None:
    sketch = synthetic_sketch(20_004, "clean", "hand at head")
    reading = read_sketch(sketch.strokes)
    middle = sketch.strokes[sketch.labels.index("head")].points.mean(axis=0)
    eye = stroke_from_raw(middle[None])
    count = len(drawn_character(sketch.strokes, reading).character.skins[-1].mesh.vertices)
    doodle = drawn_character(sketch.strokes, reading, annotations=(eye,))
    skin = doodle.character.skins[-1]
    assert set(skin.joints[count:, 0].tolist()) == {doodle.bones["head"]}


def test_ink_is_as_wide_as_the_pen_was_pressed() -> None:
    line = np.stack([np.linspace(0.0, 1.0, 50), np.zeros(50)], axis=1)
    flat = ribbon(stroke_from_raw(line, pressure=np.linspace(0.0, 1.0, 50)), 0.02)
    heights = [np.ptp(flat.vertices[np.abs(flat.vertices[:, 0] - x) < 0.02, 1]) for x in (0.1, 0.9)]
    assert heights[1] > 1.8 * heights[0]
    plain = ribbon(stroke_from_raw(line), 0.02)
    assert np.ptp(plain.vertices[:, 1]) == pytest.approx(0.02, rel=1e-6)
    assert np.ptp(plain.vertices[:, 0]) == pytest.approx(1.02, rel=0.01)


def test_paper_fills_an_outline_and_nothing_else() -> None:
    angles = np.linspace(0.0, 2.0 * np.pi, 64, endpoint=False)
    paper = sheet_of_paper(np.stack([np.cos(angles), np.sin(angles)], axis=1))
    assert paper is not None
    a, b, c = (paper.vertices[paper.triangles[:, k]] for k in range(3))
    areas = 0.5 * ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    assert (areas > 0.0).all()
    assert areas.sum() == pytest.approx(np.pi, rel=0.01)
    assert sheet_of_paper(np.zeros((64, 2))) is None


def test_joints_placed_by_the_user_are_the_joints_of_the_character() -> None:
    sketch = synthetic_sketch(20_004, "clean", "relaxed")
    found = read_sketch(sketch.strokes)
    knee = found.joints["knee"] + [0.05, 0.1]
    doodle = drawn_character(sketch.strokes, read_sketch(sketch.strokes, joints={"knee": knee}))
    place = forward_kinematics(doodle.drawn_pose).positions[doodle.bones["right_lower_leg"]]
    np.testing.assert_allclose(place[[2, 1]], knee, atol=1e-9)
