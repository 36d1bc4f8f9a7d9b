"""Game packs: accepted by the validator of glTF and by three.js; walks loop, events are there."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.creatures import creature_from_character, shipped_animation
from kinegraph.creatures.pack.clips import Walk, pack_walk
from kinegraph.creatures.pack.game_pack import PackChoice, write_pack
from kinegraph.formats import load

WEB = Path(__file__).parents[3] / "web"
CHOICE = PackChoice((shipped_animation("wave"),), (Walk(0.5), Walk(0.5, 90.0)), fps=30.0, details=(0.25, 0.5))


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pack")
    write_pack([creature_from_character(character("dog"))], folder, CHOICE)
    return folder


def node(script: str, *words: object) -> dict:
    """The JSON that a script of the page's folder prints."""
    if shutil.which("node") is None or not (WEB / "node_modules" / "gltf-validator").is_dir():
        pytest.skip("The packages of the page are not installed; 'make studio' installs them.")
    command = ["node", f"scripts/{script}", *map(str, words)]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_the_validator_finds_nothing(pack: Path) -> None:
    files = sorted(pack.glob("*.glb"))
    assert [each.name for each in files] == ["dog-detail1.glb", "dog-detail2.glb", "dog.glb"]
    for file, found in node("validate_gltf.mjs", *files).items():
        assert (found["errors"], found["warnings"]) == (0, 0), (file, found["messages"])


def test_three_plays_what_the_engine_plays(pack: Path) -> None:
    loaded = node("load_gltf.mjs", pack / "dog.glb", 0.5)
    ours = {clip.name: clip for clip in load(pack / "dog.glb").clips}
    assert [each["name"] for each in loaded["played"]] == ["walk 0.5 m/s", "walk 0.5 m/s 90°", "wave"]
    for each in loaded["played"]:
        clip = ours[each["name"]]
        assert each["seconds"] == pytest.approx(clip.duration, abs=1e-5)
        middle = 0.5 * (len(clip) - 1)
        if middle != int(middle):
            continue
        places = forward_kinematics(clip).positions[int(middle)]
        theirs = [each["places"][name] for name in clip.skeleton.names]
        assert np.abs(places - theirs).max() < 1e-5


def test_walks_loop_and_go_as_far_as_they_say(pack: Path) -> None:
    manifest = json.loads((pack / "manifest.json").read_text())
    (dog,) = manifest["creatures"]
    clips = {clip.name: clip for clip in load(pack / "dog.glb").clips}
    for entry in dog["clips"][:2]:
        clip = clips[entry["name"]]
        assert entry["loops"]
        assert entry["root_motion"]
        way = clip.root_translations[-1] - clip.root_translations[0]
        assert np.hypot(way[0], way[2]) == pytest.approx(entry["distance"], abs=1e-5)
        assert entry["distance"] == pytest.approx(entry["speed"] * entry["seconds"], rel=0.02)
        assert np.abs(clip.rotations[-1, 1:] - clip.rotations[0, 1:]).max() < 1e-5
        side = np.degrees(np.arctan2(way[0], way[2]))
        assert side == pytest.approx(entry["direction"], abs=2.0)


def test_every_foot_steps_in_every_walk(pack: Path) -> None:
    (dog,) = json.loads((pack / "manifest.json").read_text())["creatures"]
    assert len(dog["feet"]) == 4
    for entry in dog["clips"][:2]:
        steps = [each for each in entry["events"] if each["name"] == "footstep"]
        assert {each["part"] for each in steps} == set(dog["feet"])
        assert all(0.0 <= each["time"] <= entry["seconds"] for each in steps)


def test_extras_say_what_the_manifest_says(pack: Path) -> None:
    (dog,) = json.loads((pack / "manifest.json").read_text())["creatures"]
    played = node("load_gltf.mjs", pack / "dog.glb", 0.0)["played"]
    for entry, each in zip(dog["clips"], played, strict=True):
        own = each["extras"]["kinegraph"]
        assert own.get("events", []) == entry["events"]
        assert {
            name: own.get(name) for name in ("loops", "root_motion", "distance", "speed", "direction")
        } == {name: entry.get(name) for name in ("loops", "root_motion", "distance", "speed", "direction")}


def test_levels_have_fewer_triangles_on_the_same_joints(pack: Path) -> None:
    (dog,) = json.loads((pack / "manifest.json").read_text())["creatures"]
    counts = [each["triangles"] for each in dog["details"]]
    assert counts[1] < 0.55 * counts[0]
    assert counts[2] < 0.3 * counts[0]
    for each in dog["details"]:
        assert node("load_gltf.mjs", pack / each["file"], 0.0)["triangles"] == each["triangles"]
        found = load(pack / each["file"]).character
        assert found is not None
        assert list(found.skeleton.names) == dog["joints"]


def test_on_the_spot_a_walk_has_the_same_steps() -> None:
    dog = creature_from_character(character("dog"))
    moving, still = (pack_walk(dog, Walk(0.7), fps=30.0, root_motion=moves) for moves in (True, False))
    assert still.clip.events == moving.clip.events
    assert still.distance == 0.0
    assert np.abs(still.clip.root_translations[-1] - still.clip.root_translations[0]).max() < 1e-9


def test_two_of_one_name_get_files_of_their_own(tmp_path: Path) -> None:
    dog = creature_from_character(character("dog"))
    choice = PackChoice(walks=(Walk(0.7),), details=())
    manifest = write_pack([dog, dog], tmp_path, choice)
    assert [each.file for each in manifest.creatures] == ["dog.glb", "dog-2.glb"]


@pytest.mark.parametrize("details", [(0.0,), (1.0,), (0.5,) * 9, (float("nan"),)])
def test_impossible_levels_are_refused(details: tuple[float, ...]) -> None:
    with pytest.raises(InvalidValue, match="levels of detail"):
        PackChoice(details=details)


def test_an_empty_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="at least one creature"):
        write_pack([], tmp_path, CHOICE)
