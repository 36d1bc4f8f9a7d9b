"""The add-on, installed from its zip and used in a real Blender. One Blender does everything."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scripts.build_addon import build_addon

from kinegraph.formats.blender.launch import Blender, blender_environment
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.records import CharacterRecord, MotionRecord

pytestmark = pytest.mark.blender

SCRIPT = Path(__file__).with_name("blender_addon.py")
FRAMES = 60


@pytest.fixture(scope="module")
def folder(blender: Blender, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("addon")
    program = Path(sys.executable).with_name("kinegraph")
    if not program.is_file():
        pytest.skip("needs the installed kinegraph program")
    options = ["-I", SCRIPT] if blender.is_python else ["--background", "--python", SCRIPT, "--"]
    command = [blender.program, *options, build_addon(place), program, place]
    environment = blender_environment(place) | {"HOME": os.environ.get("HOME", "")}
    subprocess.run(command, check=True, capture_output=True, timeout=600, env=environment)
    return place


@pytest.fixture(scope="module")
def found(folder: Path) -> dict[str, Any]:
    results = json.loads((folder / "found.json").read_text())
    for name, result in results.items():
        assert "traceback" not in result, f"{name}: {result}"
    return results


def frames(keys: dict[str, list]) -> set[tuple[float, ...]]:
    return {tuple(key[0] for key in each) for each in keys.values()}


def test_a_new_action_has_the_asked_number_of_keys_with_tags(found: dict[str, Any]) -> None:
    whole = found["whole_action"]
    assert whole["new"] == ["capture keys", True]
    assert {len(keys) for keys in whole["keys"].values()} == {6}
    kinds = {key[1] for keys in whole["keys"].values() for key in keys}
    assert kinds == {"KEYFRAME", "BREAKDOWN"}
    assert {key[2] for keys in whole["keys"].values() for key in keys} == {"BEZIER"}


def test_the_old_action_and_the_rotation_modes_of_the_rig_stay(found: dict[str, Any]) -> None:
    assert found["whole_action"]["old"] == ["capture", True, True]
    assert found["whole_action"]["modes"] == {"hips": "YXZ", "arm": "XZY", 'ha"nd': "QUATERNION"}


def test_it_plays_in_blender_as_the_command_says(found: dict[str, Any]) -> None:
    whole = found["whole_action"]
    assert whole["programs_mm"]["max"] > 0.5  # there is something to compare
    assert whole["apart_mm"] == pytest.approx(whole["stated_mm"][0], abs=1e-4)
    assert whole["apart_mm"] == pytest.approx(whole["programs_mm"]["max"], abs=0.01)
    assert f"differ by {whole['apart_mm']:.1f} mm at most" in whole["message"]


def test_the_panel_shows_the_curve_and_what_was_done(found: dict[str, Any]) -> None:
    whole = found["whole_action"]
    curve, lines = whole["curve"], whole["lines"]
    assert curve["counts"][0] == 2
    assert curve["errors"][0] > curve["errors"][-1] >= 0.0
    assert f"{curve['automatic']} keys" in whole["automatic"]
    assert lines[0] == "Action: capture keys"
    assert lines[1].startswith("6 keys: about ")
    assert " ".join(lines[2:]) == whole["message"]
    assert whole["picture"]["shape"] == [128, 256, 4]
    assert whole["picture"]["drawn"] > 256
    assert whole["picture"]["icon"]


def test_a_range_changes_nothing_outside_it(found: dict[str, Any]) -> None:
    part = found["range"]
    assert part["outside_mm"] == 0.0
    assert part["between_mm"] < 0.01
    (keys,) = frames(part["keys"])
    assert [frame for frame in keys if not 20 <= frame <= 40] == [*range(1, 20), *range(41, FRAMES + 1)]
    inside = [frame for frame in keys if 20 <= frame <= 40]
    assert {20, 40} < set(inside)
    assert len(inside) < 12


def test_constraints_go_on_to_act_and_a_visual_pose_needs_none(found: dict[str, Any]) -> None:
    held = found["constraints"]
    assert held["channels"]["mm"] < 20.0
    assert "Constraints hold 'arm'." in held["channels"]["message"]
    assert held["stated_mm"] <= 2.0
    assert held["visual"]["mm"] < 3.0  # with the constraint muted: the keys alone
    assert "Mute them" in held["visual"]["message"]


def test_an_object_that_moves_keeps_its_own_keys(found: dict[str, Any]) -> None:
    moving = found["moving_object"]
    assert moving["own"] == ["location 0"]
    assert moving["mm"] <= 5.1
    assert moving["mm"] == pytest.approx(moving["stated_mm"], abs=1e-3)


def test_one_undo_brings_the_old_action_back(found: dict[str, Any]) -> None:
    assert found["undo"] == ["capture keys", "capture", False]


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ("nothing selected", "Select an armature."),
        ("no action", "'Rig' has no action. Assign one in the action editor."),
        ("one frame", "Keys need at least two frames; there is only frame 7."),
        ("too many keys", "--count 500: this motion of 60 frames can have 2 to 60 keys."),
        ("wrong program", "no such program', which is not a program."),
        ("no program", "The kinegraph program was not found."),
        ("broken document", "broken.kine: this is not a Kinegraph document."),
    ],
)
def test_a_refusal_is_one_sentence_in_the_panel(found: dict[str, Any], case: str, reason: str) -> None:
    said, shown = found["refusals"][case]
    assert reason in said
    assert shown == said
    assert found["refusals"]["still keyed by"][0] == "capture"


def test_a_document_is_saved_and_opened_again(found: dict[str, Any], folder: Path) -> None:
    again = found["documents"]
    assert again["bones"] == ["hips", "arm", 'ha"nd']
    assert again["apart_mm"] < 0.01
    assert (again["fps"], again["scenes"]) == (30.0, 1)
    with Document(folder / "saved.kine") as document:
        records = document.records.values()
        assert [r.name for r in records if isinstance(r, CharacterRecord)] == ["Rig"]
        assert [r.name for r in records if isinstance(r, MotionRecord)] == ["capture"]
