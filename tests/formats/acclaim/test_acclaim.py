"""Acclaim skeletons and motions: checked by hand, and against the CMU's own BVH conversion."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.formats.acclaim.acclaim_samples import AMC, ASF, plain_world_positions
from tests.formats.bvh.bvh_samples import WALKER
from tests.formats.format_samples import clip as sample_clip
from tests.formats.format_samples import skeleton as sample_skeleton

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.bvh.file import bvh_from_bytes
from kinegraph.formats.text import blocks

INCH_OVER_045 = 0.0254 / 0.45
CMU_NAMES = {
    "Hips": "root", "LowerBack": "lowerback", "Spine": "upperback", "Spine1": "thorax", "Neck": "lowerneck",
    "Neck1": "upperneck", "Head": "head",
    **{
        name.format(long=long, up=letter.upper()): letter + bone
        for long, letter in (("Left", "l"), ("Right", "r"))
        for name, bone in (
            ("{up}HipJoint", "hipjoint"), ("{long}UpLeg", "femur"), ("{long}Leg", "tibia"),
            ("{long}Foot", "foot"), ("{long}ToeBase", "toes"), ("{long}Shoulder", "clavicle"),
            ("{long}Arm", "humerus"),
            ("{long}ForeArm", "radius"), ("{long}Hand", "wrist"), ("{long}FingerBase", "hand"),
            ("{long}HandIndex1", "fingers"), ("{up}Thumb", "thumb"),
        )
    },
}  # fmt: skip


def written(folder: Path, asf: bytes = ASF, amc: bytes = AMC, stem: str = "07_01") -> Path:
    (folder / "07.asf").write_bytes(asf)
    (folder / f"{stem}.amc").write_bytes(amc)
    return folder / f"{stem}.amc"


def refused(path: Path) -> FormatError:
    with pytest.raises(FormatError) as caught:
        load(path)
    return caught.value


def world(scene: Scene) -> dict[str, np.ndarray]:
    clip = scene.clips[0]
    transforms = forward_kinematics(clip)
    named = {name: transforms.positions[:, joint] for joint, name in enumerate(clip.skeleton.names)}
    for end, joint in enumerate(clip.skeleton.end_joints):
        named[f"{clip.skeleton.names[joint]} tip"] = end_positions(clip.skeleton, transforms)[:, end]
    return named


def test_world_positions_agree_with_the_definition_written_out(tmp_path: Path) -> None:
    positions = world(load(written(tmp_path)))
    for frame in (0, 1):
        for name, expected in plain_world_positions(frame).items():
            np.testing.assert_allclose(positions[name][frame], expected, atol=1e-13, err_msg=name)


@pytest.mark.parametrize("trial", ["16_15", "16_09", "124_01"])
def test_motions_agree_with_the_cmus_bvh_once_its_lost_bones_are_back(shared_data: Path, trial: str) -> None:
    amc = load(shared_data / "asf_amc" / f"{trial}.amc").clips[0]
    bvh = load(shared_data / "cmu" / f"{trial}.bvh").clips[0]
    bvh = with_lost_bones(bvh, amc).frames(1, len(bvh))  # row 0 is an added T-pose
    assert len(amc) == len(bvh)
    here, there = forward_kinematics(amc).positions, forward_kinematics(bvh).positions
    joints = [amc.skeleton.index(CMU_NAMES[name]) for name in bvh.skeleton.names]
    assert sorted(joints) == list(range(31))
    np.testing.assert_allclose(here[:, joints], there, atol=5e-6)  # 0.005 mm


def with_lost_bones(bvh: Clip, amc: Clip) -> Clip:
    """The conversion gives the children of thorax and wrists no offsets: take those of the skeleton file."""
    offsets = bvh.skeleton.offsets.copy()
    for name in (
        "Neck",
        "LeftShoulder",
        "RightShoulder",
        "LeftFingerBase",
        "RightFingerBase",
        "LThumb",
        "RThumb",
    ):
        offsets[bvh.skeleton.index(name)] = amc.skeleton.offsets[amc.skeleton.index(CMU_NAMES[name])]
    return replace(bvh, skeleton=replace(bvh.skeleton, offsets=offsets))


def test_a_motion_goes_to_bvh_and_back(shared_data: Path, tmp_path: Path) -> None:
    clip = load(shared_data / "asf_amc" / "64_01.amc").clips[0]
    save(clip, tmp_path / "out.bvh")
    again = load(tmp_path / "out.bvh").clips[0]
    joints = [again.skeleton.index(name) for name in clip.skeleton.names]
    there = forward_kinematics(again).positions[:, joints]
    np.testing.assert_allclose(there, forward_kinematics(clip).positions, atol=1e-6)


@pytest.mark.parametrize("clip", [sample_clip(sample_skeleton()), bvh_from_bytes(WALKER).clips[0]])
def test_written_motion_comes_back(clip: Clip, tmp_path: Path) -> None:
    save(clip, tmp_path / "out.amc")
    scene = load(tmp_path / "out.amc", fps=clip.fps)
    again = scene.clips[0]
    here, there = forward_kinematics(clip), forward_kinematics(again)
    names = ["root", *(name.replace(" ", "_").replace(":", "_") for name in clip.skeleton.names[1:])]
    joints = [again.skeleton.index(name) for name in names]
    np.testing.assert_allclose(there.positions[:, joints], here.positions, atol=1e-6)
    tips, tips_again = end_positions(clip.skeleton, here), end_positions(again.skeleton, there)
    gaps = np.linalg.norm(tips[:, :, None] - tips_again[:, None], axis=-1)
    assert gaps.min(axis=2).max() < 1e-6


def test_a_capture_written_again_is_the_same_motion(shared_data: Path, tmp_path: Path) -> None:
    clip = load(shared_data / "asf_amc" / "16_15.amc").clips[0]
    save(clip, tmp_path / "out.amc")
    again = load(tmp_path / "out.amc").clips[0]
    joints = [again.skeleton.index(name) for name in clip.skeleton.names]
    there = forward_kinematics(again).positions[:, joints]
    np.testing.assert_allclose(there, forward_kinematics(clip).positions, atol=1e-6)


def test_a_skeleton_alone_is_written_without_a_motion(tmp_path: Path) -> None:
    save(Character.bare("someone", bvh_from_bytes(WALKER).clips[0].skeleton), tmp_path / "out.asf")
    assert [file.name for file in tmp_path.iterdir()] == ["out.asf"]
    assert load(tmp_path / "out.asf").clips == ()


def test_names_that_mean_something_to_acclaim_are_changed(tmp_path: Path) -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    names = ("Hips", "root", "1st", "a#b", "100%")
    save(replace(clip, skeleton=replace(clip.skeleton, names=names)), tmp_path / "out.amc")
    found = load(tmp_path / "out.amc").clips[0].skeleton.names
    assert {"root", "bone_root", "bone_1st", "a_b", "bone_100%"} <= set(found)


def test_every_acclaim_file_loads(shared_data: Path) -> None:
    for path in sorted((shared_data / "asf_amc").iterdir()):
        scene = load(path)
        assert scene.character is not None
        assert len(scene.character.skeleton) == 31
        assert len(scene.clips) == (path.suffix == ".amc")


def test_a_skeleton_file_is_a_character_without_clips(tmp_path: Path) -> None:
    written(tmp_path)
    scene = load(tmp_path / "07.asf")
    assert scene.character is not None
    assert scene.character.name == "TESTER"
    assert scene.clips == ()
    assert any("limits" in note for note in scene.notes)


def test_the_unit_of_length_is_an_inch_over_what_the_skeleton_states(tmp_path: Path) -> None:
    written(tmp_path)
    skeleton = load(tmp_path / "07.asf").character.skeleton  # type: ignore[union-attr]
    np.testing.assert_allclose(skeleton.offsets[skeleton.index("head")], [0.0, 5.0 * INCH_OVER_045, 0.0])
    scaled = load(tmp_path / "07.asf", scale=1.0).character.skeleton  # type: ignore[union-attr]
    np.testing.assert_allclose(scaled.offsets[scaled.index("head")], [0.0, 5.0, 0.0])


def test_radians_mean_the_same_motion(tmp_path: Path) -> None:
    (tmp_path / "deg").mkdir()
    degrees = world(load(written(tmp_path / "deg")))
    lines = []
    for line in AMC.decode().replace(":DEGREES", ":RADIANS").splitlines():
        name, *values = line.split()
        skip = 3 if name == "root" else 0
        if name in ("root", "spine", "head", "leg"):
            values[skip:] = [repr(float(np.radians(float(value)))) for value in values[skip:]]
        lines.append(" ".join([name, *map(str, values)]))
    radians = world(load(written(tmp_path, amc="\n".join(lines).encode())))
    for name, positions in degrees.items():
        np.testing.assert_allclose(radians[name], positions, atol=1e-12)


def test_the_skeletons_unit_of_angle_holds_where_the_motion_states_none(tmp_path: Path) -> None:
    path = written(tmp_path, amc=AMC.replace(b":DEGREES\n", b""))
    np.testing.assert_allclose(world(load(path))["head"][0], plain_world_positions(0)["head"], atol=1e-13)


@pytest.mark.parametrize(
    ("old", "new"), [(b"\n", b"\r\n"), (b"\n", b"\r"), (b" ", b" \t "), (b"\n", b"\n\n# x\n")]
)
def test_any_producers_white_space_means_the_same(tmp_path: Path, old: bytes, new: bytes) -> None:
    asf = ASF if new.endswith(b"x\n") else ASF.replace(old, new)
    positions = world(load(written(tmp_path, asf, AMC.replace(old, new))))
    np.testing.assert_allclose(positions["leg tip"][1], plain_world_positions(1)["leg tip"], atol=1e-13)


def test_blocks_that_end_at_any_line_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = load(written(tmp_path)).clips[0]
    for size in (21, 33, 50):
        monkeypatch.setattr(blocks, "BLOCK_BYTES", size)
        np.testing.assert_array_equal(load(written(tmp_path)).clips[0].rotations, whole.rotations)


def test_a_bone_that_slides_moves_along_its_own_axes(tmp_path: Path) -> None:
    asf = ASF.replace(b"    dof ry\n", b"    dof ry tx\n")
    clip = load(written(tmp_path, asf, AMC.replace(b"leg 45", b"leg 45 2").replace(b"e1", b"e1 0"))).clips[0]
    assert clip.translations is not None
    leg = clip.translations[:, clip.skeleton.index("leg")] / INCH_OVER_045
    # Its axes are turned by 90 degrees about y: its x is the world's -z.
    np.testing.assert_allclose(leg, [[1.0, 0.0, -2.0], [1.0, 0.0, 0.0]], atol=1e-12)


def test_bones_that_a_frame_leaves_out_keep_their_values(tmp_path: Path) -> None:
    scene = load(written(tmp_path, amc=AMC.replace(b"leg 4.6e1\n", b"")))
    clip = scene.clips[0]
    leg = clip.skeleton.index("leg")
    np.testing.assert_array_equal(clip.rotations[0, leg], clip.rotations[1, leg])
    assert any("leave bones out" in note for note in scene.notes)


def test_a_motion_of_unknown_rate_says_which_was_assumed(tmp_path: Path) -> None:
    assert any("120 frames per second" in note for note in load(written(tmp_path)).notes)
    assert load(written(tmp_path), fps=60.0).clips[0].fps == 60.0


def test_the_skeleton_is_found_by_stem_then_subject_then_as_the_only_one(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert len(load(path).clips) == 1
    (tmp_path / "walk.amc").write_bytes(AMC)
    assert len(load(tmp_path / "walk.amc").clips) == 1
    (tmp_path / "other.asf").write_bytes(ASF)
    assert "2 beside it" in refused(tmp_path / "walk.amc").reason
    assert len(load(tmp_path / "walk.amc", asf=tmp_path / "other.asf").clips) == 1
    (tmp_path / "WALK.ASF").write_bytes(ASF)
    assert len(load(tmp_path / "walk.amc").clips) == 1


def test_a_motion_without_skeleton_says_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "walk.amc").write_bytes(AMC)
    assert "needs its skeleton" in refused(tmp_path / "walk.amc").reason


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (b"name head", b"name spine", 34, "two bones are called 'spine'"),
        (b"dof rz rx", b"dof rz rw", 33, "'rw' is no degree of freedom"),
        (b"length 9", b"length nine", 46, "needs 1 number"),
        (b"length 0.45", b"length 0", 6, "must be positive"),
        (b"angle deg", b"angle grad", 7, "deg or rad"),
        (b"spine head", b"spine head tail", 53, "'tail', which is no bone"),
        (b"spine head\n", b"\n", 55, "'head' hangs on nothing"),
        (b"hip leg", b"hip leg head", 54, "'head' has two parents"),
        (b"root spine hip", b"root hip\n head spine", 56, "circle"),
        (b"axis 0 90 0 XYZ", b"axis 0 90 0 XXZ", 47, "order of axes"),
    ],
)
def test_a_broken_skeleton_is_reported_with_its_line(
    tmp_path: Path, old: bytes, new: bytes, line: int, reason: str
) -> None:
    assert old in ASF
    error = refused(written(tmp_path, ASF.replace(old, new)))
    assert reason in error.reason
    assert error.line == line


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (b"head 20 -30", b"tail 20 -30", 7, "no bone 'tail'"),
        (b"head 20 -30", b"head 20", 7, "gives 'head' 2 values"),
        (b"head 20 -30", b"head 20 -30 1", 7, "gives 'head' 2 values"),
        (b"head 20 -30", b"head nan -30", 7, "'nan' is not a number"),
        (b"leg 4.6e1\n", b"leg", 13, "gives 'leg' 1 values"),
        (b"1\nroot", b"root", 4, "before the first frame number"),
        (b"1\nroot", b"1 2 3\nroot", 4, "only a frame number"),
    ],
)
def test_a_broken_motion_is_reported_with_its_line(
    tmp_path: Path, old: bytes, new: bytes, line: int, reason: str
) -> None:
    error = refused(written(tmp_path, amc=AMC.replace(old, new, 1)))
    assert reason in error.reason
    assert error.line == line


def test_a_motion_of_empty_frames_cannot_unfold_into_gigabytes(tmp_path: Path) -> None:
    bones = b"".join(b"begin\nname b%d\nend\n" % index for index in range(5000))
    children = b" ".join(b"b%d" % index for index in range(5000))
    asf = b":root\norder TX\n:bonedata\n" + bones + b":hierarchy\nroot " + children + b"\n"
    assert "would take" in refused(written(tmp_path, asf, b"1\n" * 500_000)).reason


def test_a_lone_skeleton_of_another_name_is_taken_and_said(tmp_path: Path) -> None:
    (tmp_path / "somebody.asf").write_bytes(ASF)
    (tmp_path / "walk.amc").write_bytes(AMC)
    assert any("'somebody.asf', the only one" in note for note in load(tmp_path / "walk.amc").notes)
    assert not any("somebody" in note for note in load(written(tmp_path, stem="07_01")).notes)
