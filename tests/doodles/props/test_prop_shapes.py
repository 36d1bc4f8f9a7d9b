"""Props are closed solids with outward faces, and are saved with the character."""

import numpy as np
import pytest

from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.doodles.props.prop import (
    Prop,
    ball,
    box,
    tree,
)
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.doodles.props.shapes import join_stage, prop_meshes
from kinegraph.doodles.sketch.figure import figure_character
from kinegraph.doodles.sketch.proportions import PRESETS
from kinegraph.formats.gltf.file import glb_bytes
from kinegraph.formats.gltf.read import read_gltf_bytes


def _volume(prop: Prop) -> float:
    """By the divergence theorem: it is right only if every triangle is there and faces outwards."""
    total = 0.0
    for mesh in prop_meshes(prop):
        a, b, c = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
        total += float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6.0
    return total


@pytest.mark.parametrize(
    ("prop", "volume", "share"),
    [
        # A crate with slats 6 cm wide and boards 1.5 cm lower between them.
        (
            box((0, 0, 0), (1.0, 0.6, 0.8)),
            0.48 - 2 * 0.015 * (0.88 * 0.48 + 0.88 * 0.68 + 0.48 * 0.68),
            0.9999,
        ),
        (ball((0, 0, 0), 0.5), np.pi / 6 * 0.125, 0.98),
    ],
)
def test_a_prop_has_the_volume_of_its_size(prop: Prop, volume: float, share: float) -> None:
    assert share * volume < _volume(prop) <= volume + 1e-9


@pytest.mark.parametrize("prop", [box((0, 0, 0), (1, 0.6, 0.8)), ball((0, 0, 0), 0.5), tree((0, 0, 0), 3, 2)])
def test_a_prop_stays_within_its_size_and_stands_on_its_place(prop: Prop) -> None:
    points = np.concatenate([mesh.vertices for mesh in prop_meshes(prop)])
    assert points[:, 1].min() == pytest.approx(0.0, abs=1e-3)
    assert np.ptp(points, axis=0) == pytest.approx(prop.size, rel=0.03)


def test_character_and_props_are_saved_in_one_file_with_their_motion() -> None:
    figure = figure_character(PRESETS["person"])
    clip = Clip.from_poses([figure.rest] * 31, 30.0)
    scene = DoodleScene((ball((0.5, 0, 0), 0.4, loose=True, push=(0, 0, 2)), box((1, 0, 1), (1, 1, 1))))
    joined, motion = join_stage([(figure, clip)], scene)
    again = read_gltf_bytes(glb_bytes(Scene(joined, clips=(motion,))), "doodle.glb")
    assert again.character is not None
    world = forward_kinematics(again.clips[0])
    rolled = scene.prop_motions(clip.times)[0][0]
    ball_joint = again.character.skeleton.index("ball")
    np.testing.assert_allclose(world.positions[:, ball_joint], rolled, atol=1e-5)
    before = forward_kinematics(clip).positions
    np.testing.assert_allclose(world.positions[:, 1 : 1 + before.shape[1]], before, atol=1e-5)
