"""`kinegraph keys`."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import Command

from kinegraph.core.animation import KeyTag, Property
from kinegraph.core.bake import animation_from_clip, bake, poses_at
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save


def test_json_says_all_that_was_found(kinegraph: Command, swinging_bvh: Path) -> None:
    facts = json.loads(kinegraph("keys", swinging_bvh, "--json").out)
    assert (facts["frames"], facts["fps"], facts["joints"]) == (61, 30.0, 4)
    frames = sorted(frame for layer in facts["layers"] for frame in layer["frames"])
    assert frames[0] == 0
    assert frames[-1] == 60
    assert len(frames) == facts["keys"]
    assert all(len(layer["tags"]) == len(layer["frames"]) for layer in facts["layers"])
    assert facts["error_mm"]["max"] >= facts["error_mm"]["mean"] >= 0.0
    assert facts["error_mm"]["joint"] in ("hips", "chest", "arm", "hand")
    assert facts["stance_drift_mm"] >= 0.0
    assert facts["stance_sinking_mm"] >= 0.0
    assert set(facts["seconds"]) == {"table", "selection", "fit"}

    assert facts["curve"]["counts"][0] == 2
    errors = facts["curve"]["error_mm"]
    assert len(errors) == len(facts["curve"]["counts"])
    assert errors[0] > errors[-1] >= 0.0


def test_the_rotation_modes_of_a_rig_are_kept(kinegraph: Command, swinging: Clip, tmp_path: Path) -> None:
    modes = ("QUATERNION", "XYZ", "YZX", "ZXY")
    source, target = tmp_path / "rig.json", tmp_path / "keys.json"
    save(animation_from_clip(swinging, modes), source)
    assert kinegraph("keys", source, "-o", target, "--rotation", "rig").code == 0
    found = load(target).animations[0]
    turned = {channel.joint for channel in found.curves if channel.property == Property.ROTATION}
    assert turned == {1, 2, 3}
    assert found.rotation_modes == modes


def test_a_file_without_curves_has_no_rotation_modes_to_keep(kinegraph: Command, swinging_bvh: Path) -> None:
    outcome = kinegraph("keys", swinging_bvh, "--rotation", "rig")
    assert outcome.code == 2
    assert "the file states no rotation orders" in " ".join(outcome.err.split())


def test_the_figure_that_matters_comes_first(kinegraph: Command, swinging_bvh: Path) -> None:
    outcome = kinegraph("keys", swinging_bvh, "--count", 15)
    first = outcome.out.splitlines()[0]
    assert first.startswith("15 keys of 61 frames, largest error ")
    assert " mm at hand, frame " in first


def test_the_stated_error_is_that_of_the_file_written(
    kinegraph: Command, swinging: Clip, swinging_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "keys.json"
    facts = json.loads(kinegraph("keys", swinging_bvh, "-o", target, "--count", 16, "--json").out)
    animation = load(target).animations[0]
    original = load(swinging_bvh).clips[0]
    played = poses_at(animation, original.times, original.fps)
    worlds = forward_kinematics(played), forward_kinematics(original)
    ends = np.subtract(*(end_positions(original.skeleton, world) for world in worlds))
    distances = 1000.0 * np.linalg.norm(worlds[0].positions - worlds[1].positions, axis=-1)
    distances[:, -1] = np.maximum(
        distances[:, -1], 1000.0 * np.linalg.norm(ends[:, 0], axis=-1)
    )  # the hand's
    assert facts["error_mm"]["max"] == pytest.approx(distances.max(), abs=1e-3)
    assert facts["error_mm"]["mean"] == pytest.approx(distances.mean(), abs=1e-3)


@pytest.mark.parametrize("ending", ["glb", "usda", "bvh", "json", "kine"])
def test_every_kind_of_output_plays_the_motion(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path, ending: str
) -> None:
    target = tmp_path / f"keys.{ending}"
    facts = json.loads(kinegraph("keys", swinging_bvh, "-o", target, "--json").out)
    if ending == "kine":
        from kinegraph.studio.motions.document_scene import scene_of_document

        scene = scene_of_document(target, "swinging keys")
    else:
        scene = load(target)
    played = bake(scene.animations[0]) if scene.animations else scene.clips[0]
    there = forward_kinematics(load(swinging_bvh).clips[0]).positions
    apart = np.linalg.norm(forward_kinematics(played).positions[:61] - there, axis=-1)
    # BVH rounds; glTF may stray by 0.1 mm and by 0.05 degrees at every joint.
    lengths = np.linalg.norm(played.skeleton.offsets, axis=1).sum()
    stray = 0.1 + 1000.0 * np.radians(0.05) * lengths if ending == "glb" else 0.2
    assert 1000.0 * apart.max() <= facts["error_mm"]["max"] + stray


def test_keys_in_the_file_are_the_printed_ones(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "keys.json"
    facts = json.loads(kinegraph("keys", swinging_bvh, "-o", target, "--json").out)
    animation = load(target).animations[0]
    printed = {
        frame: tag for la in facts["layers"] for frame, tag in zip(la["frames"], la["tags"], strict=True)
    }
    columns = np.round(animation.column_times * 30.0).astype(int).tolist()
    assert dict(zip(columns, map(str, animation.column_tags), strict=True)) == printed


def test_keep_is_a_share_of_the_frames(kinegraph: Command, swinging_bvh: Path) -> None:
    facts = json.loads(kinegraph("keys", swinging_bvh, "--keep", "20%", "--no-contacts", "--json").out)
    assert facts["keys"] == 12


def test_a_share_below_what_is_forced_takes_the_fewest_and_says_so(
    kinegraph: Command, swinging_bvh: Path
) -> None:
    facts = json.loads(kinegraph("keys", swinging_bvh, "--keep", 1, "--fix", "5,9,14,22", "--json").out)
    assert facts["keys"] >= 6
    assert any("1% would be 2 keys" in note for note in facts["notes"])


def test_a_finer_accuracy_gives_more_keys(kinegraph: Command, swinging_bvh: Path) -> None:
    coarse = json.loads(kinegraph("keys", swinging_bvh, "--accuracy", "20", "--json").out)
    fine = json.loads(
        kinegraph("keys", swinging_bvh, "--accuracy", "0.05", "--significance", "1", "--json").out
    )
    assert fine["keys"] > coarse["keys"]
    assert fine["error_mm"]["max"] < coarse["error_mm"]["max"]


def test_fixed_frames_are_keys_and_forbidden_ones_are_not(kinegraph: Command, swinging_bvh: Path) -> None:
    arguments = ("--fix", "4,17", "--forbid", "7,8,9", "--no-contacts", "--count", 9, "--json")
    facts = json.loads(kinegraph("keys", swinging_bvh, *arguments).out)
    frames = {frame for layer in facts["layers"] for frame in layer["frames"]}
    assert {4, 17} <= frames
    assert not {7, 8, 9} & frames


def test_a_range_is_keyed_alone_and_printed_in_frames_of_the_file(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "part.json"
    facts = json.loads(kinegraph("keys", swinging_bvh, "--range", "10:21", "-o", target, "--json").out)
    frames = [frame for layer in facts["layers"] for frame in layer["frames"]]
    assert (facts["frames"], facts["first_frame"]) == (11, 10)
    assert (min(frames), max(frames)) == (10, 20)
    written = load(target).animations[0]
    assert (written.start, written.end) == (pytest.approx(10 / 30), pytest.approx(20 / 30))


def test_a_range_is_keyed_in_place_inside_the_motion(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "whole.json"
    kinegraph("keys", swinging_bvh, "--range", "10:21", "--count", "4", "--in-place", "-o", target, "--json")
    written, original = load(target).animations[0], load(swinging_bvh).clips[0]
    frames = np.rint(written.column_times * 30.0).astype(int)
    assert ((frames > 10) & (frames < 20)).sum() == 2
    played = poses_at(written, original.times, original.fps)
    outside = np.r_[0:11, 20 : len(original)]
    apart = forward_kinematics(played).positions - forward_kinematics(original).positions
    assert np.abs(apart[outside]).max() < 1e-6


@pytest.mark.parametrize("options", [("--in-place",), ("--range", "10:21", "--in-place")])
def test_in_place_without_a_range_or_a_target_is_refused(
    kinegraph: Command, swinging_bvh: Path, options: tuple[str, ...]
) -> None:
    refused = kinegraph("keys", swinging_bvh, *options)
    assert refused.code == 2
    assert "--in-place needs --range" in refused.err


def test_keys_fall_on_the_grid_in_the_rotation_mode_asked_for(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "keys.json"
    options = ("--grid", "10", "--rotation", "quaternion", "--weights", "hand=2", "--max-error", "20")
    facts = json.loads(kinegraph("keys", swinging_bvh, *options, "-o", target, "--json").out)
    frames = np.array([frame for layer in facts["layers"] for frame in layer["frames"]])
    assert (frames % 3 == 0).all()
    assert set(load(target).animations[0].rotation_modes) == {"QUATERNION"}
    assert facts["error_mm"]["max"] <= 20.0 or any("could not be reached" in note for note in facts["notes"])


def test_one_objective_replaces_the_layers(kinegraph: Command, swinging_bvh: Path) -> None:
    arguments = (
        "--objective",
        "time_linear_max",
        "--count",
        7,
        "--joints",
        "hand",
        "--no-contacts",
        "--json",
    )
    facts = json.loads(kinegraph("keys", swinging_bvh, *arguments).out)
    assert [layer["name"] for layer in facts["layers"]] == ["time_linear_max"]
    assert facts["keys"] == 7


def test_poses_can_be_compared_by_rig_channels(kinegraph: Command, swinging_bvh: Path) -> None:
    facts = json.loads(kinegraph("keys", swinging_bvh, "--space", "channels", "--json").out)
    assert 2 < facts["keys"] < 61
    wrong = kinegraph("keys", swinging_bvh, "--space", "chanels")
    assert (wrong.code, "did you mean 'channels'" in wrong.err) == (2, True)


def test_criteria_can_be_joined(kinegraph: Command, swinging_bvh: Path) -> None:
    facts = json.loads(
        kinegraph(
            "keys", swinging_bvh, "--objective", "chord_max + 0.5 * velocity", "--count", 9, "--json"
        ).out
    )
    assert facts["layers"][0]["objective"] == "chord_max + 0.5 * velocity"
    assert facts["keys"] == 9


def test_a_member_of_the_cast_can_be_keyed(kinegraph: Command) -> None:
    facts = json.loads(kinegraph("keys", "cast:stick", "--json", "--fit", "preview").out)
    assert facts["keys"] < facts["frames"] / 3


def test_one_of_several_motions_is_named(kinegraph: Command, swinging: Clip, tmp_path: Path) -> None:
    from dataclasses import replace

    character = Character.bare("x", swinging.skeleton)
    short = replace(swinging.frames(0, 12), name="short")
    save(Scene(character, (swinging, short)), tmp_path / "two.glb")
    facts = json.loads(kinegraph("keys", tmp_path / "two.glb", "--motion", "short", "--json").out)
    assert facts["frames"] == 12
    untold = json.loads(kinegraph("keys", tmp_path / "two.glb", "--json").out)
    assert any("'short'" in note for note in untold["notes"])
    wrong = kinegraph("keys", tmp_path / "two.glb", "--motion", "shrt")
    assert (wrong.code, "did you mean 'short'" in wrong.err) == (2, True)


def test_a_keyed_file_can_be_keyed_again(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> None:
    assert kinegraph("keys", swinging_bvh, "-o", tmp_path / "once.json").code == 0
    assert kinegraph("keys", tmp_path / "once.json", "--count", 4).code == 0


def test_two_runs_write_the_same_bytes(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        assert kinegraph("keys", swinging_bvh, "-o", tmp_path / name).code == 0
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--count", "5", "--keep", "10"), "--count and --keep both set"),
        (("--count", "5", "--accuracy", "1"), "--count and --accuracy both set"),
        (("--keep", "5", "--significance", "1"), "--keep and --significance both set"),
        (("--count", "5", "--max-error", "10"), "--count sets the number of keys"),
        (("--max-error", "0"), "give a length in mm above 0"),
        (("--grid", "-1"), "give frames per second above 0"),
        (("--rotation", "XXY"), "rotation mode"),
        (("--weights", "hand"), "write joints with numbers"),
        (("--weights", "hnd=2"), "did you mean 'hand'"),
        (("--objective", "chord_max", "--leading", "hips"), "--leading"),
        (("--objective", "chord_max", "--detail"), "--detail"),
        (("--objective", "chord_mx"), "did you mean 'chord_max'"),
        (("--leading", "hip"), "did you mean 'hips'"),
        (("--joints", "hands,hips"), "did you mean 'hand'"),
        (("--joints", ","), "name at least one joint"),
        (("--range", "20:10"), "its start must come before its end, and the motion has the frames 0:61"),
        (("--range", "0:62"), "the motion has the frames 0:61"),
        (("--range", "5"), "write it as A:B"),
        (("--range", "7:8"), "--range 7:8: keys need at least two frames"),
        (("--fix", "61"), "the frames that are keyed are 0 to 60"),
        (("--fix", "2,x"), "write frames with commas between"),
        (("--fix", "2", "--range", "5:20"), "the frames that are keyed are 5 to 19"),
        (("--fix", "4", "--forbid", "4"), "Frame 4"),
        (("--forbid", "0"), "Frame 0"),
        (("--range", "5:20", "--forbid", "5"), "Frame 5"),
        (("--range", "5:20", "--gap", "30"), "Frames 5 and 19"),
        (("--objective", "0 * velocity"), "All weights"),
        (("--gap", "0"), "gap"),
        (("--count", "1"), "can have"),
        (("--count", "400"), "can have"),
        (("--keep", "0"), "above 0"),
        (("--keep", "lots"), "give a percentage"),
        (("--keep", "1,2"), "one percentage"),
        (("--accuracy", "1,2,3,4"), "3 layers"),
        (("--accuracy", "nan"), "above 0"),
        (("--significance", "100"), "--significance 100: a percentage must be from 0 to below 100"),
        (("--fit", "perfect"), "There is no fit 'perfect'"),
        (("--motion", "swing"), "did you mean 'swinging'"),
    ],
)
def test_a_bad_option_is_one_sentence_and_leaves_the_file_alone(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    target = tmp_path / "keys.glb"
    target.write_bytes(b"precious")
    outcome = kinegraph("keys", swinging_bvh, "-o", target, *options)
    assert outcome.code == 2
    assert said in outcome.err
    assert outcome.err.count("\n") == 1
    assert target.read_bytes() == b"precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["keys.glb", "swinging.bvh"]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("keys.xyz", "not a known format"),
        ("absent/keys.glb", "does not exist"),
        ("keys.c3d", "holds markers"),
    ],
)
def test_where_nothing_can_be_written_nothing_is_computed(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path, target: str, said: str
) -> None:
    outcome = kinegraph("keys", swinging_bvh, "-o", tmp_path / target)
    assert (outcome.code, said in outcome.err) == (2, True)


def test_keys_do_not_overwrite_the_capture(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> None:
    capture = swinging_bvh.read_bytes()
    link = tmp_path / "link.bvh"
    link.symlink_to(swinging_bvh)
    for target in (swinging_bvh, link):
        outcome = kinegraph("keys", swinging_bvh, "-o", target)
        assert (outcome.code, "choose another name" in outcome.err) == (2, True)
    assert swinging_bvh.read_bytes() == capture


def test_the_error_for_a_motion_too_long_to_bake_names_its_file(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "keys.json"
    kinegraph("keys", swinging_bvh, "-o", target)
    content = json.loads(target.read_text())
    content["animations"][0]["curves"][0]["keys"][-1]["time"] = 1e12
    target.write_text(json.dumps(content))
    outcome = kinegraph("keys", target)
    assert outcome.code == 2
    assert f"{target}: From 0.0 s" in outcome.err


def test_markers_and_standing_characters_are_refused(
    kinegraph: Command, swinging: Clip, tmp_path: Path
) -> None:
    markers = MarkerClip(("a",), 10.0, np.zeros((5, 1, 3)), np.ones((5, 1), dtype=bool), np.zeros((5, 1)))
    save(markers, tmp_path / "markers.c3d")
    save(Character.bare("still", swinging.skeleton), tmp_path / "still.glb")
    for name, said in (("markers.c3d", "markers without a skeleton"), ("still.glb", "no motion")):
        outcome = kinegraph("keys", tmp_path / name)
        assert (outcome.code, said in outcome.err) == (2, True)


def test_one_frame_and_a_missing_file_are_one_sentence(
    kinegraph: Command, swinging: Clip, tmp_path: Path
) -> None:
    save(swinging.frames(0, 1), tmp_path / "one.bvh")
    for name, said in (("one.bvh", "keys need at least two frames"), ("absent.kine", "no such file")):
        outcome = kinegraph("keys", tmp_path / name)
        assert (outcome.code, said in outcome.err) == (2, True)


def test_a_motion_that_never_moves_has_its_two_ends_for_keys(
    kinegraph: Command, swinging: Clip, tmp_path: Path
) -> None:
    from dataclasses import replace

    still = replace(
        swinging,
        rotations=np.repeat(swinging.rotations[:1], 61, axis=0),
        root_translations=np.repeat(swinging.root_translations[:1], 61, axis=0),
    )
    save(still, tmp_path / "still.bvh")
    facts = json.loads(kinegraph("keys", tmp_path / "still.bvh", "--json").out)
    assert facts["keys"] == 2
    assert facts["error_mm"]["max"] == pytest.approx(0.0, abs=1e-6)


def test_a_file_called_compare_is_reached_by_its_path(
    kinegraph: Command, swinging: Clip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save(swinging, tmp_path / "compare.bvh")
    assert kinegraph("keys", "./compare.bvh", "--count", 4).code == 0
    assert "./compare" in kinegraph("keys", "--help").out


def test_keyposes_and_breakdowns_are_listed_separately(kinegraph: Command) -> None:
    out = kinegraph("keys", "cast:dog", "--fit", "preview").out
    assert "keyposes" in out
    assert str(KeyTag.BREAKDOWN) in out
