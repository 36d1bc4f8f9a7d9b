"""Scripts for Maya set the keys that were written: run in a stand-in that evaluates weighted tangents."""

import math
from pathlib import Path

import numpy as np
import pytest
from tests.formats import format_samples
from tests.formats.fbx.test_fbx import animation_of, straight_skeleton
from tests.formats.maya.maya_stand_in import Maya, TangentRules, inside, run
from tests.keys.captures import capture

from kinegraph.core.animation import QUATERNION, Animation
from kinegraph.core.bake import poses_at
from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.maya.file import maya_names
from kinegraph.keys import KeySettings, choose_keys, key_motion
from kinegraph.keys.curves.fit import FitMethod

EXACT = 1e-7  # m
FITTED = 1e-3  # m: rotations of 0.05 degrees at each of several joints of half a metre


def script(tmp_path: Path, scene: Scene, **options: object) -> str:
    save(scene, tmp_path / "keys.py", **options)
    return (tmp_path / "keys.py").read_text(encoding="utf-8")


def off(maya: Maya, animation: Animation) -> float:
    """The largest distance of a joint in Maya from where the animation has it [m]."""
    times = np.linspace(animation.start - 0.1, animation.end + 0.1, 37)
    wanted = forward_kinematics(poses_at(animation, times, animation.fps)).positions
    names = maya_names(animation.skeleton.names)
    worst = 0.0
    for time, places in zip(times.tolist(), wanted, strict=True):
        for name, place in zip(names, places, strict=True):
            (node,) = maya.find(name)
            worst = max(worst, float(np.abs(0.01 * node.matrix(time)[:3, 3] - place).max()))
    return worst


RULES = {
    "seconds": TangentRules(),
    "frames": TangentRules(time=1.0 / 24.0),
    "in tangents upside down": TangentRules(sign=-1.0),
    "degrees": TangentRules(angle=math.radians(1.0)),
    "all others": TangentRules(time=1.0 / 30.0, sign=-1.0, angle=math.radians(1.0)),
}


@pytest.mark.parametrize("rules", list(RULES))
def test_euler_curves_and_slides_play_exactly_whatever_unit_tangents_have(tmp_path: Path, rules: str) -> None:
    skeleton = straight_skeleton()
    ours = animation_of(skeleton, ("XYZ", "ZXY", "YZX", "ZYX"), 1, (0, 2))
    maya = Maya(RULES[rules], linear="m", angle="rad")
    names = run(maya, script(tmp_path, Scene(Character.bare("a", skeleton), animations=(ours,))))
    assert off(maya, ours) < EXACT
    assert maya.warnings == []
    assert maya.units == {"linear": "m", "angle": "rad"}
    assert maya.open_chunks == 0
    assert maya.range == pytest.approx((ours.start, ours.end))
    counts = sorted(len(curve.keys) for node in maya.nodes for curve in node.curves.values())
    assert counts == sorted(len(curve) for curve in ours.curves.values())
    assert names["DATA"]["motions"][0]["name"] == ours.name


def test_free_handles_holds_quaternions_and_turned_rests_play(tmp_path: Path) -> None:
    who = format_samples.character()
    ours = format_samples.keyed(who.skeleton)
    assert QUATERNION in ours.rotation_modes
    maya = Maya()
    run(maya, script(tmp_path, Scene(who, animations=(ours,))))
    assert off(maya, ours) < FITTED
    assert "step" in {key.out_type for node in maya.nodes for c in node.curves.values() for key in c.keys}


def test_clips_have_a_linear_key_on_every_frame(tmp_path: Path) -> None:
    who = format_samples.character()
    ours = format_samples.clip(who.skeleton)
    maya = Maya()
    run(maya, script(tmp_path, Scene(who, clips=(ours,))))
    for frame in (0, 11, 39):
        places = forward_kinematics(ours).positions[frame]
        for name, place in zip(maya_names(ours.skeleton.names), places, strict=True):
            (node,) = maya.find(name)
            np.testing.assert_allclose(0.01 * node.matrix(frame / ours.fps)[:3, 3], place, atol=1e-9)


def test_keys_land_on_the_rig_of_a_namespace_and_another_motion_replaces_them(tmp_path: Path) -> None:
    skeleton = straight_skeleton()
    both = tuple(animation_of(skeleton, ("XYZ",) * 4, seed, (0,)) for seed in (4, 5))
    text = script(tmp_path, Scene(Character.bare("a", skeleton), animations=both))
    maya = Maya()
    names = run(maya, text)
    assert off(maya, both[0]) < EXACT
    with inside(maya):
        assert names["apply"]("motion 5") < 1e-6
        assert off(maya, both[1]) < EXACT
        with pytest.raises(ValueError, match="no motion 'x'; there are: motion 4, motion 5"):
            names["apply"]("x")
        for node in maya.nodes:
            node.name = f"hero:{node.name}"
        names["apply"](namespace="hero")
        assert len(maya.nodes) == 4
        maya.nodes[3].name = "other"
        names["apply"](namespace="hero")
        assert "hand" in maya.warnings[-1]
        maya.nodes[1].order = 3
        with pytest.raises(RuntimeError, match="spine has another rotate order"):
            names["apply"](namespace="hero")
    assert maya.open_chunks == 0


def test_a_difference_in_maya_is_not_hidden(tmp_path: Path) -> None:
    class Crooked(Maya):
        """A Maya that gets a key wrong."""

        def setKeyframe(self, node: str, attribute: str, time: str, value: float) -> None:
            super().setKeyframe(node, attribute, time, value + (5.0 if attribute == "rotateY" else 0.0))

    ours = animation_of(straight_skeleton(), ("XYZ",) * 4, 4, ())
    maya = Crooked()
    run(maya, script(tmp_path, Scene(Character.bare("a", ours.skeleton), animations=(ours,))))
    assert any("rotateY differs from its keys by 5" in warning for warning in maya.warnings)


def test_names_are_those_that_maya_takes_each_once() -> None:
    names = maya_names(("mixamorig:Hips", "left arm", "left.arm", "2nd", "", "é"))
    assert names == ("mixamorig:Hips", "left_arm", "left_arm_2", "_2nd", "joint", "_")


def test_quotes_in_names_do_not_end_the_script(tmp_path: Path) -> None:
    ours = animation_of(straight_skeleton(), ("XYZ",) * 4, 4, ())
    nasty = Animation(
        ours.skeleton, ours.fps, ours.curves, ours.rotation_modes, name="a \"\"\" \\ ''' {x}\n b"
    )
    maya = Maya()
    names = run(maya, script(tmp_path, Scene(Character.bare("a", ours.skeleton), animations=(nasty,))))
    assert names["DATA"]["motions"][0]["name"] == nasty.name
    assert off(maya, ours) < EXACT


def test_what_has_no_motion_is_refused(tmp_path: Path) -> None:
    who = format_samples.character()
    with pytest.raises(FormatError, match="no motion"):
        save(Scene(who), tmp_path / "a.py")
    with pytest.raises(FormatError, match="only a character"):
        save(Scene(None), tmp_path / "a.py")
    with pytest.raises(FormatError, match="written, not read"):
        load(tmp_path / "a.py")


def test_a_keyed_capture_plays_in_maya_as_its_curves_do(tmp_path: Path, shared_data: Path) -> None:
    clip = capture(shared_data, "Walk").frames(0, 240)
    keyed = key_motion(choose_keys(clip, KeySettings(contacts=False)), 20, FitMethod.PREVIEW).animation
    maya = Maya()
    run(maya, script(tmp_path, Scene(Character.bare("walk", clip.skeleton), animations=(keyed,))))
    assert off(maya, keyed) < FITTED
