"""Several characters in one file, read back by other tools."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygltflib
import pytest
from tests.formats.gltf.gltf_reference import ReferenceGltf

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.doodles.props.prop import ball
from kinegraph.doodles.props.shapes import prop_character
from kinegraph.formats import load, save_together

BEAR = sample_motions("bear")[1]


@pytest.fixture(scope="module")
def three() -> tuple[Scene, ...]:
    """Two bears and a ball; the second bear waves later."""
    bear, shape = character("bear"), prop_character(ball((0.0, 0.0, 1.0), 0.2, name="ball"))
    places = np.linspace([0.0, 0.0, 1.0], [0.0, 0.5, 1.0], 30)
    turns = np.tile([0.0, 0.0, 0.0, 1.0], (30, 1, 1))
    moved = BEAR.with_roots(BEAR.root_translations + np.array([1.0, 0.0, 0.0]))
    return (
        Scene(replace(bear, name="ann"), clips=(BEAR.frames(0, 30),)),
        Scene(replace(bear, name="bob"), clips=(moved.frames(30, 60),)),
        Scene(shape, clips=(Clip(shape.skeleton, 30.0, places, turns, name="ball"),)),
    )


def world(scene: Scene, frame: int) -> np.ndarray:
    return forward_kinematics(scene.clips[0].pose(frame)).positions


def test_a_glb_has_a_skeleton_each_and_one_animation_of_all(three: tuple[Scene, ...], tmp_path: Path) -> None:
    save_together(three, tmp_path / "three.glb", "play")
    other = pygltflib.GLTF2().load(str(tmp_path / "three.glb"))
    assert other is not None
    assert [(skin.name, len(skin.joints or [])) for skin in other.skins] == [
        ("ann", 25),
        ("bob", 25),
        ("ball", 1),
    ]
    names = [node.name for node in other.nodes]
    assert len(set(names)) == len(names)
    assert [animation.name for animation in other.animations] == ["play"]
    reference = ReferenceGltf(tmp_path / "three.glb")
    for frame in (0, 11, 29):
        matrices = reference.world(0, frame / 30.0)
        for scene, skin in zip(three, other.skins, strict=True):
            joints = [matrices[joint][:3, 3] for joint in skin.joints or []]
            assert np.abs(np.array(joints) - world(scene, frame)).max() < 1e-5


def test_a_stage_has_a_root_for_each_character(three: tuple[Scene, ...], tmp_path: Path) -> None:
    from pxr import Gf, Usd, UsdSkel

    save_together(three, tmp_path / "three.usda")
    stage = Usd.Stage.Open(str(tmp_path / "three.usda"))
    roots = [prim for prim in stage.Traverse() if prim.IsA(UsdSkel.Root)]
    assert [root.GetName() for root in roots] == ["ann", "bob", "ball"]
    cache = UsdSkel.Cache()
    for root, scene in zip(roots, three, strict=True):
        skeleton = UsdSkel.Skeleton(stage.GetPrimAtPath(root.GetPath().AppendChild("Skeleton")))
        cache.Populate(UsdSkel.Root(root), Usd.PrimDefaultPredicate)
        placed = cache.GetSkelQuery(skeleton).ComputeJointSkelTransforms(Usd.TimeCode(11))
        joints = np.array([[*Gf.Matrix4d(matrix).ExtractTranslation()] for matrix in placed])
        assert np.abs(joints - world(scene, 11)).max() < 1e-5


@pytest.mark.blender
@pytest.mark.usefixtures("blender")
def test_a_blend_has_an_armature_each(three: tuple[Scene, ...], tmp_path: Path) -> None:
    save_together(three, tmp_path / "three.blend")
    back = load(tmp_path / "three.blend")
    others = [note for note in back.notes if note.startswith("The armature")]
    assert back.character is not None
    assert {back.character.name, *(note.split("'")[1] for note in others)} == {"ann", "bob", "ball"}
    wanted = three[0] if back.character.name == "ann" else three[1]
    nearest = min(
        np.abs(forward_kinematics(clip.pose(11)).positions - world(wanted, 11)).max() for clip in back.clips
    )
    assert nearest < 1e-4


def test_what_cannot_share_a_file_is_said(three: tuple[Scene, ...], tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"holds one character; several go into \.glb"):
        save_together(three, tmp_path / "three.bvh")
    with pytest.raises(InvalidValue, match="names of their own"):
        save_together((three[0], three[0]), tmp_path / "two.glb")
