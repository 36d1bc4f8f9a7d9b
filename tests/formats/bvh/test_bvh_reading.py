"""Reading BVH: what the format means, and what producers make of it."""

import csv
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.bvh.bvh_samples import WALKER, plain_world_positions

from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.math.euler import EULER_ORDERS, quat_from_euler
from kinegraph.core.math.rotations import matrix_from_quat
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import load
from kinegraph.formats.bvh import file as bvh
from kinegraph.formats.bvh.conventions import looks_z_up, rate_of
from kinegraph.formats.bvh.file import bvh_from_bytes
from kinegraph.formats.bvh.motion_kernels import sin_cos_degrees
from kinegraph.formats.text import blocks

ONE_JOINT = """HIERARCHY
ROOT Hips
{{
  OFFSET 0 100 0
  CHANNELS {channels}
  End Site
  {{
    OFFSET 0 50 0
  }}
}}
MOTION
Frames: {frames}
Frame Time: {frame_time}
{rows}
"""


def one_joint(rows: str, channels: str = "3 Zrotation Xrotation Yrotation", **fields: object) -> Scene:
    values = {"frames": rows.count("\n") + 1, "frame_time": "0.01", **fields}
    return bvh_from_bytes(ONE_JOINT.format(channels=channels, rows=rows, **values).encode())


def world_positions(scene: Scene) -> dict[str, np.ndarray]:
    clip = scene.clips[0]
    positions = forward_kinematics(clip).positions
    return {name: positions[:, joint] for joint, name in enumerate(clip.skeleton.names)}


def assert_same_motion(scene: Scene, expected: Scene) -> None:
    assert scene.clips[0].skeleton == expected.clips[0].skeleton
    np.testing.assert_array_equal(scene.clips[0].rotations, expected.clips[0].rotations)
    np.testing.assert_array_equal(scene.clips[0].root_translations, expected.clips[0].root_translations)


def test_world_positions_agree_with_the_plain_reading() -> None:
    expected = plain_world_positions(WALKER.decode())
    for name, positions in world_positions(bvh_from_bytes(WALKER)).items():
        np.testing.assert_allclose(positions, 0.01 * expected[name], atol=1e-13)


def test_world_positions_agree_with_an_independent_tool(shared_data: Path) -> None:
    scene = load(shared_data / "bvh" / "walk01.bvh")
    clip = scene.clips[0]
    world = forward_kinematics(clip)
    named = world_positions(scene)
    tips = end_positions(clip.skeleton, world)
    for end, joint in enumerate(clip.skeleton.end_joints):
        named[f"{clip.skeleton.names[joint]}_End"] = tips[:, end]
    with (shared_data / "bvh" / "walk01_pos.csv").open() as file:
        head, *rows = csv.reader(file)
    values = np.array(rows, dtype=float)[:, 1:].reshape(len(rows), -1, 3)
    names = [column[:-2] for column in head[1::3]]
    assert len(names) == len(named)
    for index, name in enumerate(names):  # centimetres with five decimals there
        np.testing.assert_allclose(100.0 * named[name], values[:, index], atol=2e-5)


def test_every_bvh_of_other_producers_loads_as_the_plain_reading_has_it(shared_data: Path) -> None:
    for path in sorted((shared_data / "bvh").glob("*.bvh")):
        if path.stat().st_size > 100_000:  # the plain reading is slow
            continue
        expected = plain_world_positions(path.read_text())
        for name, positions in world_positions(load(path, scale=1.0, up="Y")).items():
            np.testing.assert_allclose(positions, expected[name], atol=1e-9, err_msg=path.name)


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_channels_multiply_in_the_order_listed(order: str) -> None:
    channels = "3 " + " ".join(f"{axis}rotation" for axis in order)
    rotation = one_joint("10 -20 30", channels).clips[0].rotations[0, 0]
    expected = quat_from_euler(np.radians([10.0, -20.0, 30.0]), order)
    np.testing.assert_allclose(matrix_from_quat(rotation), matrix_from_quat(expected), atol=1e-14)


@given(st.floats(-1e6, 1e6))
def test_sine_and_cosine_of_degrees_agree_with_the_library(angle: float) -> None:
    s, c = sin_cos_degrees(angle)
    exact = np.radians(np.fmod(angle, 360.0))
    assert abs(s - np.sin(exact)) < 1e-15
    assert abs(c - np.cos(exact)) < 1e-15


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 270.0, -90.0, 450.0, 3.6e11])
def test_quarter_turns_are_exact(angle: float) -> None:
    turns = int(angle // 90) % 4
    assert sin_cos_degrees(angle) == [(0, 1), (1, 0), (0, -1), (-1, 0)][turns]


def test_position_channels_replace_the_offset() -> None:
    clip = one_joint("1 2 3", "3 Xposition Yposition Zposition").clips[0]
    np.testing.assert_allclose(clip.root_translations, [[0.01, 0.02, 0.03]], atol=1e-15)
    np.testing.assert_allclose(clip.skeleton.offsets[0], [0.0, 1.0, 0.0])


def test_a_part_without_a_position_channel_keeps_the_offset() -> None:
    clip = one_joint("7", "1 Zposition").clips[0]
    np.testing.assert_allclose(clip.root_translations, [[0.0, 1.0, 0.07]], atol=1e-15)


def test_joints_that_slide_get_translations_of_their_own() -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    assert clip.translations is not None
    leg = clip.skeleton.index("LeftLeg")
    expected = [[0.1, -0.05, 0], [0.11, -0.065, 0.0025], [0.12, -0.07, 0.005]]
    np.testing.assert_allclose(clip.translations[:, leg], expected, atol=1e-15)
    np.testing.assert_array_equal(clip.translations[:, 0], clip.root_translations)


def test_several_end_sites_and_a_leaf_without_one_are_kept_as_they_are() -> None:
    skeleton = bvh_from_bytes(WALKER).clips[0].skeleton
    head, foot = skeleton.index("Head"), skeleton.index("LeftFoot")
    np.testing.assert_array_equal(skeleton.end_joints, [head, head])
    np.testing.assert_allclose(skeleton.end_offsets, [[0, 0.2, 0], [0, 0, 0.1]])
    assert foot not in skeleton.end_joints


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\n", b"\r\n"),
        (b"\n", b"\r"),
        (b"\n", b"\n\n"),
        (b"\t", b"    "),
        (b" ", b"\t"),
        (b"\n", b" \t\n"),
        (b"HIERARCHY", b"\xef\xbb\xbfHIERARCHY"),
        (b"HIERARCHY", b"hierarchy"),
        (b"rotation", b"ROTATION"),
        (b"Frames: 3", b"Frames:3"),
        (b"Frame Time: ", b"Frame Time:\t"),
        (b"Frames: 3\nFrame Time: 0.0333333", b"Frame Time: 0.0333333\nFrames: 3"),
        (b"\t{\n", b"{ "),
        (b"1 2 3\n", b"1\n2\n3\n"),
    ],
)  # fmt: skip
def test_any_producers_white_space_and_case_means_the_same(old: bytes, new: bytes) -> None:
    assert old in WALKER
    if old == b" ":  # but not in "End Site" and "Frame Time"
        head, motion = WALKER.split(b"0.0333333")
        text = head + b"0.0333333" + motion.replace(old, new)
    else:
        text = WALKER.replace(old, new)
    assert_same_motion(bvh_from_bytes(text), bvh_from_bytes(WALKER))


def test_lines_wrapped_within_a_frame_are_joined() -> None:
    rows = WALKER.split(b"0.0333333\n")[1]
    words = rows.split()
    wrapped = b"\n".join(b" ".join(words[start : start + 5]) for start in range(0, len(words), 5))
    assert_same_motion(bvh_from_bytes(WALKER.replace(rows, wrapped)), bvh_from_bytes(WALKER))


def test_names_with_colons_and_spaces_survive() -> None:
    text = WALKER.replace(b"JOINT Spine", b"JOINT mixamorig:Lower Spine ")
    assert "mixamorig:Lower Spine" in bvh_from_bytes(text).clips[0].skeleton


def test_a_name_may_be_followed_by_its_brace() -> None:
    text = WALKER.replace(b"Spine\n\t{", b"Spine {")
    assert_same_motion(bvh_from_bytes(text), bvh_from_bytes(WALKER))


def test_blocks_that_split_lines_anywhere_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bvh_from_bytes(WALKER)
    for size in (7, 40, 57, 64, 101):
        monkeypatch.setattr(blocks, "BLOCK_BYTES", size)
        assert_same_motion(bvh_from_bytes(WALKER), whole)


def test_a_file_too_long_to_hold_is_read_in_blocks_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "walker.bvh"
    path.write_bytes(WALKER)
    monkeypatch.setattr(bvh, "MOST_BYTES", WALKER.index(b"0.0333333") + 20)
    for size in (7, 64, 1 << 20):
        monkeypatch.setattr(blocks, "BLOCK_BYTES", size)
        assert_same_motion(load(path), bvh_from_bytes(WALKER))


@pytest.mark.parametrize("frames", ["1", "2", "3", "4"])
def test_any_stated_count_gives_the_frames_that_are_there(frames: str) -> None:
    rows = "\n".join(f"{value / 3:.9f} {value / 7:.9f} {value / 9:.9f}" for value in range(9))
    expected = one_joint(rows)
    assert_same_motion(one_joint(rows, frames=frames), expected)
    assert_same_motion(one_joint(rows.replace("\n", " "), frames="9"), expected)


def test_numbers_of_any_precision_are_read_as_python_reads_them() -> None:
    token = "12.345678901234567890123456789e-1"
    clip = one_joint(f"{token} 0 0", "3 Xposition Yposition Zposition").clips[0]
    assert clip.root_translations[0, 0] == float(token) * 0.01


@given(st.lists(st.floats(-1e6, 1e6), min_size=6, max_size=6))
def test_quaternions_are_continuous_and_of_unit_length(angles: list[float]) -> None:
    rows = "\n".join(f"{angle} {angle * 0.5} 3" for angle in np.cumsum(np.clip(angles, -80, 80)))
    rotations = one_joint(rows).clips[0].rotations[:, 0]
    np.testing.assert_allclose(np.linalg.norm(rotations, axis=1), 1.0, atol=1e-14)
    assert (np.sum(rotations[1:] * rotations[:-1], axis=1) >= 0.0).all()


@pytest.mark.parametrize(
    ("printed", "rate"),
    [
        (".0083333", 120.0),
        ("0.033333", 30.0),
        ("0.0083", 120.0),
        ("0.0416667", 24.0),
        ("0.008342", 120.0 / 1.001),
        ("0.0333667", 30.0 / 1.001),
        ("0.04", 25.0),
        ("4e-2", 25.0),
        ("1", 1.0),
        ("0.037", 1.0 / 0.037),
        ("0.0417083750417", 1.0 / 0.0417083750417),
    ],
)
def test_a_rounded_frame_time_means_the_standard_rate_behind_it(printed: str, rate: float) -> None:
    assert rate_of(float(printed), printed) == rate


@pytest.mark.parametrize("frame_time", ["0", "-0.01", "nan", "", "1e-9", "soon"])
def test_a_frame_time_that_cannot_be_is_replaced_and_said(frame_time: str) -> None:
    scene = one_joint("1 2 3", frame_time=frame_time)
    assert scene.clips[0].fps == 30.0
    assert any("30 frames per second were assumed" in note for note in scene.notes)


@pytest.mark.parametrize("frames", ["5", "1", "many", "99999999999", "999999999999999999999999"])
def test_a_frame_count_that_disagrees_is_said_and_the_data_believed(frames: str) -> None:
    scene = one_joint("1 2 3\n4 5 6", frames=frames)
    assert len(scene.clips[0]) == 2
    assert any("holds 2" in note for note in scene.notes)


@pytest.mark.parametrize("rest", ["7 8", "7 -", "7 2.5e"])
def test_a_last_frame_that_is_cut_off_is_left_out_and_said(rest: str) -> None:
    scene = one_joint(f"1 2 3\n4 5 6\n{rest}", frames=3)
    assert len(scene.clips[0]) == 2
    assert any("cut off after 2 of 3" in note for note in scene.notes)


def test_a_skeleton_without_motion_is_a_character_without_clips() -> None:
    for text in (WALKER.split(b"MOTION")[0], WALKER.split(b"0 91")[0]):
        scene = bvh_from_bytes(text)
        assert scene.character is not None
        assert scene.clips == ()
        assert any("no motion" in note for note in scene.notes)


def test_repeated_names_get_numbers() -> None:
    scene = bvh_from_bytes(WALKER.replace(b"JOINT Head", b"JOINT Spine"))
    assert scene.clips[0].skeleton.names == ("Hips", "Spine", "Spine_2", "LeftLeg", "LeftFoot")
    assert any("renamed 'Spine_2'" in note for note in scene.notes)


def test_several_roots_are_put_under_one() -> None:
    person = WALKER.split(b"MOTION")[0].removeprefix(b"HIERARCHY\n")
    rows = WALKER.split(b"0.0333333\n")[1].splitlines()
    motion = b"\n".join(row + b" " + row for row in rows)
    text = b"HIERARCHY\n" + person + person + b"MOTION\nFrames: 3\nFrame Time: 0.0333333\n" + motion
    scene = bvh_from_bytes(text)
    one, two = bvh_from_bytes(WALKER), world_positions(scene)
    np.testing.assert_allclose(two["Head"], world_positions(one)["Head"], atol=1e-14)
    np.testing.assert_allclose(two["Head_2"], world_positions(one)["Head"], atol=1e-14)
    assert any("2 roots" in note for note in scene.notes)


SIZES = [(170.0, 0.01), (1.7, 1.0), (1700.0, 0.001), (11.0, 0.01), (0.0, 0.01)]


@pytest.mark.parametrize(("height", "unit"), SIZES)
def test_the_unit_makes_the_rest_pose_a_likely_size(height: float, unit: float) -> None:
    text = f"HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nEnd Site\n{{\nOFFSET 0 {height} 0\n}}\n}}\n"
    scene = bvh_from_bytes(text.encode())
    assert scene.character is not None
    np.testing.assert_allclose(scene.character.skeleton.end_offsets[0, 1], height * unit)
    assert any("Lengths were read as" in note for note in scene.notes)


def test_files_of_the_cmu_database_have_its_unit(shared_data: Path) -> None:
    scene = load(shared_data / "cmu" / "16_15.bvh")
    assert len(scene.clips[0].skeleton) == 31
    in_units = scene.clips[0].root_translations[1] / (0.0254 / 0.45)
    np.testing.assert_allclose(in_units, [1.2293, 17.2598, -26.9208], atol=1e-4)


def test_a_stated_scale_overrides_every_guess(shared_data: Path) -> None:
    scene = load(shared_data / "cmu" / "16_15.bvh", scale=1.0)
    np.testing.assert_allclose(scene.clips[0].root_translations[1], [1.2293, 17.2598, -26.9208], atol=1e-4)


def test_a_file_with_z_up_is_turned_when_head_and_feet_say_so(shared_data: Path) -> None:
    scene = load(shared_data / "bvh" / "dab.bvh")
    positions = world_positions(scene)
    rise = positions["Head"] - positions["LeftFoot"]
    assert rise[:, 1].mean() > 3.0 * np.abs(rise[:, [0, 2]].mean(axis=0)).max()
    assert any("Z axis points up" in note for note in scene.notes)


def test_a_long_creature_that_looks_along_z_is_not_stood_on_its_tail() -> None:
    names = ("Hips", "Chest", "Head", "HindFoot", "ForeFoot")
    offsets = [[0, 0.2, -0.5], [0, 0, 0.8], [0, 0.1, 0.3], [0, -0.2, 0], [0, -0.2, 0]]
    skeleton = Skeleton.from_offsets(names, (-1, 0, 1, 0, 1), offsets)
    for feet in (names, (*names[:4], "ForeHand")):
        crawler = replace(skeleton, names=feet)
        clip = Clip(crawler, 30.0, crawler.offsets[None, 0], crawler.rest_rotations[None])
        assert not looks_z_up(clip)


def test_turning_to_y_up_is_a_rotation_of_the_world(shared_data: Path) -> None:
    y_up = world_positions(load(shared_data / "bvh" / "dab.bvh", up="Y"))
    turned = world_positions(load(shared_data / "bvh" / "dab.bvh", up="Z"))
    for name, positions in y_up.items():
        x, y, z = positions.T
        np.testing.assert_allclose(turned[name], np.stack([x, z, -y], axis=1), atol=1e-13)


def test_loading_takes_at_most_three_times_the_arrays(tmp_path: Path) -> None:
    row = b" ".join(b"%.6f" % (value / 7.0) for value in range(16)) + b"\n"
    path = tmp_path / "long.bvh"
    path.write_bytes(WALKER.split(b"0 91")[0] + row * 40_000)
    load(path)  # compiled and warm
    tracemalloc.start()
    clip = load(path).clips[0]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert clip.translations is not None
    arrays = clip.rotations.nbytes + clip.root_translations.nbytes + clip.translations.nbytes
    assert len(clip) == 40_000
    assert peak < 3 * arrays


def test_the_notes_of_a_wildly_broken_file_stay_few() -> None:
    joints = b"JOINT same\n{\n" * 200 + b"}" * 200
    scene = bvh_from_bytes(b"HIERARCHY\nROOT same\n{\n" + joints + b"}\n")
    assert len(scene.notes) < 15
