"""A character with its sets and performances goes into one file and comes back the same."""

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.files.package import Package, package_bytes, save_package
from kinegraph.perform.files.package_reading import load_package, package_of_bytes
from kinegraph.perform.performances.layers import Layer, Release, Switch
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet, pose_set

HEAD = b'{"format": "kinegraph package", "version": 1'
RNG = np.random.default_rng(4)


def someone() -> Character:
    """Three joints with a turned rest, contacts and a symmetry; numbers that no short decimal says."""
    skeleton = Skeleton(
        ("hips", "left_foot", "right_foot"),
        np.array([-1, 0, 0]),
        RNG.normal(size=(3, 3)),
        quat_normalize(RNG.normal(size=(3, 4))),
        np.array([1, 2]),
        RNG.normal(size=(2, 3)),
    )
    bare = Character.bare("pat", skeleton)
    return replace(
        bare,
        contacts=(ContactPoint("left", 1, RNG.normal(size=3)), ContactPoint("right", 2, RNG.normal(size=3))),
        symmetry=Symmetry(np.array([0, 2, 1]), np.array([0, 1, -1])),
    )


def packed() -> Package:
    """Two alternatives and a set above one of them, with a performance of two layers."""
    who = someone()
    poses = [
        (RNG.normal(size=3), Pose(who.skeleton, RNG.normal(size=3), quat_normalize(RNG.normal(size=(3, 4)))))
        for _ in range(4)
    ]
    sit = pose_set(who.skeleton, "sit", poses, function=RadialFunction.GAUSSIAN, degree=0)
    dance = replace(pose_set(who.skeleton, "dance", poses[:3]), home=RNG.normal(size=3))
    above = SpatialSet(
        "both",
        (Manipulator(ManipulatorKind.CONTROLLER, "sit", moves=True),),
        tuple(
            SpatialKey(f"k{i}", RNG.normal(size=3), RNG.normal(size=(1, 3)), [[0, 0, 0, 1]]) for i in range(3)
        ),
    )
    rig = SpatialRig(who, (sit, dance, above))
    switches = (Switch(0.2, "dance"),)
    layers = (
        Layer("a", "sit", [0.0, 0.1, 1 / 3], RNG.normal(size=(3, 3)), switches, (Release(0.1, 0.2),)),
        Layer("b", "both", [0.05, 0.3], RNG.normal(size=(2, 3)), muted=True, keys=(0.1, 0.2)),
    )
    return Package(
        rig,
        {
            "first": Performance(rig, layers, 0.125),
            "second": Performance(rig, walks=True, walking=((0.5, 1.0), (1.5, 2.25))),
            "third": Performance(rig, layers[:1], walks=True, way=((0.0, 0.0), (1 / 3, 40.0))),
        },
    )


WHOLE = package_bytes(packed())


def changed(change: Any) -> bytes:
    """The package of above with something in its JSON changed."""
    content = json.loads(WHOLE)
    change(content)
    return json.dumps(content).encode()


def test_a_package_comes_back_to_the_last_bit(tmp_path: Path) -> None:
    package = packed()
    save_package(package, tmp_path / "pat.kinepack")
    back = load_package(tmp_path / "pat.kinepack")
    assert package_bytes(back) == package_bytes(package)
    assert back.rig.character.skeleton == package.rig.character.skeleton
    assert [layer.keys for layer in back.performance("first").layers] == [(), (0.1, 0.2)]
    for name, before in package.performances.items():
        ours, theirs = perform(before).clip, perform(back.performance(name)).clip
        np.testing.assert_array_equal(theirs.rotations, ours.rotations)
        np.testing.assert_array_equal(theirs.root_translations, ours.root_translations)


def test_a_member_of_the_cast_goes_by_name() -> None:
    rig = cast_rig("lamp")
    data = package_bytes(Package(rig))
    assert json.loads(data)["character"] == {"cast": "lamp"}
    assert package_of_bytes(data).rig.character is rig.character


def test_an_embedded_character_brings_its_shape_to_32_bits() -> None:
    rig = cast_rig("dog")
    back = package_of_bytes(package_bytes(Package(rig), embed=True)).rig.character
    assert back.skeleton == rig.character.skeleton
    assert [p.name for p in back.contacts] == [p.name for p in rig.character.contacts]
    assert len(back.skins) == len(rig.character.skins) > 0
    for ours, theirs in zip(rig.character.skins, back.skins, strict=True):
        np.testing.assert_allclose(theirs.mesh.vertices, ours.mesh.vertices, atol=1e-6)


def test_a_cast_member_that_was_corrected_goes_along_whole() -> None:
    who = cast_rig("lamp").character
    corrected = replace(who, contacts=who.contacts[:1])
    assert "skeleton" in json.loads(package_bytes(Package(SpatialRig(corrected))))["character"]


def test_a_performance_of_another_rig_is_refused() -> None:
    with pytest.raises(InvalidValue, match="another rig"):
        Package(packed().rig, {"x": Performance(packed().rig)})


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        load_package(tmp_path / "nobody.kinepack")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"\x00" * 100_000, "cannot be read"),
        (b"[" * 100_000, "got `array`"),
        (b'{"format": "kinegraph keys", "version": 1}', "not a package"),
        (b'{"format": "kinegraph package", "version": 99}', "newer Kinegraph"),
        (HEAD + b', "character": {"cast": "bera"}}', "did you mean 'bear'"),
        (HEAD + b', "character": {}}', "at .\\.character: a member"),
        (HEAD + b', "character": {"cast": NaN}}', "cannot be read"),
    ],
)
def test_what_is_no_package_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        package_of_bytes(data)


def _same_place(content: dict) -> None:
    content["sets"][0]["keys"][1]["place"] = content["sets"][0]["keys"][0]["place"]


def _circle(content: dict) -> None:
    entry = json.loads(json.dumps(content["sets"][2]))
    entry["name"], entry["manipulators"][0]["target"] = "top", "both"
    content["sets"][2]["manipulators"][0]["target"] = "top"
    content["sets"].append(entry)


def _unknown_joint(content: dict) -> None:
    content["sets"][0]["manipulators"][1]["target"] = "left_foto"


def _short_key(content: dict) -> None:
    content["sets"][0]["keys"][2]["rotations"].pop()


def _no_rotation(content: dict) -> None:
    content["sets"][0]["keys"][2]["rotations"][0] = [0, 0, 0, 0]


def _backwards(content: dict) -> None:
    content["performances"][0]["layers"][0]["path"].reverse()


def _unknown_switch(content: dict) -> None:
    content["performances"][0]["layers"][0]["switches"][0]["set"] = "dence"


def _no_path(content: dict) -> None:
    content["performances"][0]["layers"][1]["path"] = []


def _huge(content: dict) -> None:
    content["sets"][1]["home"][0] = 1e300


def _bad_shape(content: dict) -> None:
    content["character"]["shape"] = "not base64!"


def _other_shape(content: dict) -> None:
    lamp = package_bytes(Package(SpatialRig(cast_rig("lamp").character)), embed=True)
    content["character"]["shape"] = json.loads(lamp)["character"]["shape"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_same_place, r"at \$\.sets\[0\]: .*pose 1.*pose 2"),
        (_circle, r"at \$\.sets: .*in a circle"),
        (_unknown_joint, r"at \$\.sets\[0\]\.manipulators\[1\]: .*did you mean 'left_foot'"),
        (_short_key, r"at \$\.sets\[0\]\.keys\[2\]: 'pose 3' has 3 positions and 2 rotations"),
        (_no_rotation, r"at \$\.sets\[0\]\.keys\[2\]: .*unit quaternions"),
        (_backwards, r"at \$\.performances\[0\]\.layers\[0\]: .*must increase"),
        (_unknown_switch, r"at \$\.performances\[0\]: .*did you mean 'dance'"),
        (_no_path, r"at \$\.performances\[0\]\.layers\[1\]: .*is empty"),
        (_huge, r"at \$\.sets\[1\]\.home\[0\]"),
        (_bad_shape, r"at \$\.character: its `shape` is not base64"),
        (_other_shape, r"at \$\.character: its `shape` has other joints"),
    ],
)
def test_an_error_inside_a_package_names_its_place(change: Any, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        package_of_bytes(changed(change))


def _places(value: Any, path: tuple = ()) -> list[tuple]:
    """Where something is in a JSON value, all of it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [place for key, each in inside for place in _places(each, (*path, key))]


@given(st.data())
def test_a_damaged_package_is_read_or_refused_with_a_format_error(data: st.DataObject) -> None:
    whole = inside = json.loads(WHOLE)
    *way, last = data.draw(st.sampled_from(_places(whole)))
    for step in way:
        inside = inside[step]
    junk: list[Any] = [None, -1, 1e300, "", "x", "sit", True, [], {}, [0, 0, 0], [0, 0, 0, 0]]
    inside[last] = data.draw(st.sampled_from(junk))
    with contextlib.suppress(FormatError):
        package_of_bytes(json.dumps(whole).encode())


def test_a_set_of_very_many_poses_is_refused_at_once() -> None:
    content = json.loads(package_bytes(packed()))
    keys = content["sets"][0]["keys"]
    keys[:] = [{**keys[0], "name": f"k{n}", "place": [n, 0.0, 0.0]} for n in range(1_001)]
    with pytest.raises(FormatError, match="1001 poses"):
        package_of_bytes(json.dumps(content).encode())
