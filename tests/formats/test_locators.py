"""Locators go into files as nodes of their own, and come back where they were."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save, save_together
from kinegraph.formats.blender.launch import BlenderNotFound, find_blender
from kinegraph.formats.gltf.container import parse_container

FRAMES, FPS = 23, 25.0


def locators(name: str, seed: int = 3) -> LocatorClip:
    random = np.random.default_rng(seed)
    turns = random.normal(size=(FRAMES, 2, 4))
    turns /= np.linalg.norm(turns, axis=-1, keepdims=True)
    return LocatorClip(("cup", "lid of the cup"), FPS, random.normal(size=(FRAMES, 2, 3)), turns, name)


def scene(*names: str) -> Scene:
    who = character("bear")
    still = Clip.from_poses([who.rest] * FRAMES, FPS)
    clips = tuple(replace(still, name=name) for name in names)
    return Scene(who, clips, locators=tuple(locators(name, n) for n, name in enumerate(names)))


def assert_same(found: LocatorClip, wanted: LocatorClip) -> None:
    assert (found.names, found.name, found.fps) == (wanted.names, wanted.name, wanted.fps)
    np.testing.assert_allclose(found.positions, wanted.positions, atol=2e-6)
    same_way = np.abs((found.rotations * wanted.rotations).sum(axis=-1))
    np.testing.assert_allclose(same_way, 1.0, atol=1e-6)


@pytest.mark.parametrize("ending", [".glb", ".gltf", ".usda", ".usdc", ".blend"])
def test_locators_come_back_with_each_of_their_motions(tmp_path: Path, ending: str) -> None:
    if ending == ".blend":
        try:
            find_blender()
        except BlenderNotFound as error:
            pytest.skip(str(error))
    before, path = scene("sips", "drinks"), tmp_path / f"tea{ending}"
    save(before, path)
    after = load(path)
    assert after.character is not None
    assert before.character is not None
    assert after.character.skeleton.names == before.character.skeleton.names
    assert [clip.name for clip in after.clips] == ["sips", "drinks"]
    assert len(after.locators) == 2
    for found, wanted in zip(after.locators, before.locators, strict=True):
        assert_same(found, wanted)


def test_another_program_sees_a_bare_moving_node(tmp_path: Path) -> None:
    path = tmp_path / "tea.glb"
    save(scene("sips"), path)
    document = parse_container(path.read_bytes(), str(path)).document
    nodes = {node.name: number for number, node in enumerate(document.nodes)}
    cup = document.nodes[nodes["cup"]]
    assert nodes["cup"] in document.scenes[0].nodes
    assert cup.mesh is None
    assert not cup.children
    assert all(nodes["cup"] not in skin.joints for skin in document.skins)
    moved = {(c.target.node, c.target.path) for c in document.animations[0].channels}
    assert {(nodes["cup"], "translation"), (nodes["cup"], "rotation")} <= moved


def test_locators_stay_with_their_characters_in_one_file(tmp_path: Path) -> None:
    one, other = scene("sips"), scene("sips")
    assert one.character is not None
    named = [replace(one, character=replace(one.character, name="a")), other]
    path = tmp_path / "two.glb"
    save_together(named, path)
    document = parse_container(path.read_bytes(), str(path)).document
    assert [node.name for node in document.nodes].count("cup") == 2
    save_together(named, tmp_path / "two.usda")
    assert (tmp_path / "two.usda").read_text(encoding="utf-8").count('def Xform "cup"') == 2


def test_locators_scale_with_their_scene() -> None:
    before = scene("sips")
    after = scale_lengths(before, 0.01)
    np.testing.assert_allclose(after.locators[0].positions, 0.01 * before.locators[0].positions)


def test_locators_with_one_name_for_two_are_refused() -> None:
    with pytest.raises(InvalidValue, match="names of their own"):
        LocatorClip(("cup", "cup"), FPS, np.zeros((1, 2, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (1, 2, 1)))
