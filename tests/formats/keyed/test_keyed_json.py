"""Our own keyed format: exact both ways, and one sentence with a place for a file that is not right."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats import format_samples as samples
from tests.formats.mutations import mutated_text

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.keyed.file import keyed_json_bytes, keyed_json_scene

CURVE_FIELDS = ("times", "values", "in_handles", "out_handles", "holds")


def written(animation: Animation | None = None) -> bytes:
    character = samples.character()
    keyed = samples.keyed(character.skeleton) if animation is None else animation
    return keyed_json_bytes(character, Scene(character, animations=(keyed,)))


def same_animation(one: Animation, two: Animation) -> bool:
    return (
        one.skeleton == two.skeleton
        and (one.name, one.fps, one.rotation_modes) == (two.name, two.fps, two.rotation_modes)
        and one.column_tags == two.column_tags
        and np.array_equal(one.column_times, two.column_times)
        and list(one.curves) == list(two.curves)
        and all(
            np.array_equal(getattr(one.curves[channel], name), getattr(two.curves[channel], name))
            for channel in one.curves
            for name in CURVE_FIELDS
        )
    )


def changed(**places: Any) -> bytes:
    """The sample file with values put at dotted places, such as animations.0.fps."""
    content = json.loads(written())
    for place, value in places.items():
        *path, last = place.split("__")
        part = content
        for step in path:
            part = part[int(step)] if isinstance(part, list) else part[step]
        part[int(last) if isinstance(part, list) else last] = value
    return json.dumps(content).encode()


def test_an_animation_comes_back_to_the_last_bit(tmp_path: Path) -> None:
    character = samples.character()
    keyed = samples.keyed(character.skeleton)
    save(Scene(character, animations=(keyed,)), tmp_path / "keys.json")
    again = load(tmp_path / "keys.json")
    assert same_animation(again.animations[0], keyed)
    assert again.notes == ()


def test_the_character_comes_back_too() -> None:
    character, again = samples.character(), keyed_json_scene(written()).character
    assert again is not None
    assert again.name == character.name
    assert [body.caps for body in again.bodies] == [body.caps for body in character.bodies]
    assert [point.name for point in again.contacts] == [point.name for point in character.contacts]
    assert np.array_equal(again.symmetry.mirror, character.symmetry.mirror)


times = st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=6, unique=True).map(sorted)
numbers = st.floats(-1e9, 1e9)


@given(times, st.data())
def test_any_curve_comes_back_to_the_last_bit(times: list[float], data: st.DataObject) -> None:
    count = len(times)
    shares = [data.draw(st.floats(0.0, 1.0)) for _ in range(2 * count)]
    gaps = np.diff(times)
    before, after = np.array(times), np.array(times)
    before[1:] -= gaps * shares[1:count]
    after[:-1] += gaps * shares[count : 2 * count - 1]
    heights = np.array([[data.draw(numbers) for _ in range(count)] for _ in range(3)])
    curve = Curve(
        np.array(times),
        heights[0],
        np.stack([before, heights[1]], axis=1),
        np.stack([after, heights[2]], axis=1),
        np.array([data.draw(st.booleans()) for _ in range(count)]),
    )
    bones = samples.skeleton()
    channel = Channel(data.draw(st.integers(0, 5)), Property.ROTATION, data.draw(st.integers(0, 2)))
    keyed = Animation(bones, data.draw(st.floats(0.01, 1e4)), {channel: curve}, ("XYZ",) * 6)
    again = keyed_json_scene(written(keyed)).animations[0]
    assert same_animation(again, keyed)


def test_a_clip_becomes_a_key_on_every_frame_and_plays_the_same(tmp_path: Path) -> None:
    character = samples.character()
    clip = samples.clip(character.skeleton, slides=True)
    save(Scene(character, (clip,)), tmp_path / "clip.json")
    again = bake(load(tmp_path / "clip.json").animations[0])
    there, here = forward_kinematics(clip).positions, forward_kinematics(again).positions
    np.testing.assert_allclose(here, there, atol=1e-12)


def test_straight_segments_are_written_without_handles() -> None:
    bones = samples.skeleton()
    channel = Channel(0, Property.TRANSLATION, 1)
    keyed = Animation(bones, 24.0, {channel: Curve.linear([0.0, 0.5, 2.0], [1.0, 2.0, 0.0])}, ("XYZ",) * 6)
    keys = json.loads(written(keyed))["animations"][0]["curves"][0]["keys"]
    assert keys == [{"time": 0.0, "value": 1.0}, {"time": 0.5, "value": 2.0}, {"time": 2.0, "value": 0.0}]


def test_every_joint_column_and_curve_has_its_own_line() -> None:
    lines = written().decode().splitlines()
    keyed = samples.keyed(samples.skeleton())
    assert sum(line.startswith('{"joint"') and '"keys"' in line for line in lines) == len(keyed.curves)
    assert sum(line.startswith('{"time"') for line in lines) == len(keyed.column_times)


def test_centimetres_and_degrees_are_understood() -> None:
    keyed = samples.keyed(samples.skeleton())
    content = json.loads(written(keyed))
    content["units"] = {"length": "cm", "angle": "deg"}
    again = keyed_json_scene(json.dumps(content).encode()).animations[0]
    np.testing.assert_allclose(again.skeleton.offsets, 0.01 * keyed.skeleton.offsets, rtol=1e-15)
    factors = {Property.TRANSLATION: 0.01, Property.ROTATION: np.pi / 180.0}
    for channel, curve in keyed.curves.items():
        quaternion = (
            channel.property == Property.ROTATION and keyed.rotation_modes[channel.joint] == QUATERNION
        )
        factor = 1.0 if quaternion else factors[channel.property]
        np.testing.assert_allclose(again.curves[channel].values, factor * curve.values, rtol=1e-15)
        np.testing.assert_allclose(
            again.curves[channel].out_handles[:, 1], factor * curve.out_handles[:, 1], rtol=1e-15
        )


def test_a_file_by_hand_needs_only_joints_and_curves() -> None:
    text = """{"format": "kinegraph keys", "version": 1,
      "skeleton": {"joints": [{"name": "a", "parent": null, "offset": [0, 1, 0]}]},
      "animations": [{"name": "nod", "fps": 24, "rotation_modes": {"a": "XYZ"},
        "curves": [{"joint": "a", "property": "rotation", "axis": 0,
                    "keys": [{"time": 0, "value": 0}, {"time": 1, "value": 1}]}]}]}"""
    scene = keyed_json_scene(text.encode(), "nod.json")
    assert scene.character is not None
    assert scene.character.name == "nod"
    assert scene.animations[0].curves[Channel(0, Property.ROTATION, 0)].evaluate(0.25) == pytest.approx(0.25)


def test_the_tag_of_a_column_comes_back() -> None:
    tags = keyed_json_scene(written()).animations[0].column_tags
    assert tags == samples.keyed(samples.skeleton()).column_tags
    assert KeyTag.BREAKDOWN in tags


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "cannot be read"),
        (b"[1, 2]", "is not what a keyed file"),
        (b'{"name": "package", "version": "1.0.0"}', "not a keyed file"),
        (b'{"format": "kinegraph keys"}', r"\$\.version must be a whole number"),
        (changed(version=2), "newer Kinegraph"),
        (changed(units={"length": "in"}), r"\$\.units\.length: invalid enum value 'in'; valid: cm, m, mm"),
        (changed(animations__0__columns__0__tag="pose"), r"'pose'; valid: keypose, breakdown, detail"),
        (changed(animations__0__curves__0__property="scale"), r"'scale'; valid: translation, rotation"),
        (
            changed(animations__0__curves__0__axis=3, animations__0__curves__0__property="translation"),
            r"at \$\.animations\[0\].*The translation of '\w+' has the axes 0 to 2, and no 3",
        ),
        (changed(animations__0__fps=0), r"\$\.animations\[0\]\.fps"),
        (changed(animations__0__fps="fast"), r"\$\.animations\[0\]\.fps"),
        (
            changed(animations__0__curves__1__joint="hip"),
            r"curves\[1\]: There is no joint 'hip'; did you mean 'hips'",
        ),
        (changed(animations__0__curves__0__axis=3), "has the axes 0 to 2, and no 3"),
        (changed(animations__0__curves__2__keys__1__time=-5.0), r"curves\[2\]: Key times must increase"),
        (changed(animations__0__curves__2__keys__1__time=1e300), r"curves\[2\]\.keys\[1\]\.time"),
        (changed(animations__0__curves__1__axis=0), "two curves"),
        (changed(animations__0__rotation_modes={"hips": "XXY"}), "rotation mode"),
        (changed(animations__0__columns__0__tag="pose"), r"columns\[0\]\.tag"),
        (changed(skeleton__joints__2__parent="nobody"), r"\$\.skeleton: the parent of joint 2"),
        (changed(skeleton__joints__1__name="hips"), "both called 'hips'"),
        (changed(skeleton__joints__0__rotation=[0, 0, 0, 0]), "unit quaternions"),
        (changed(skeleton__joints__0__parent="hips"), "parent of joint 0"),
        (changed(skeleton__ends__0__joint="hea"), "did you mean 'head'"),
        (changed(units={"length": "furlong"}), r"\$\.units\.length"),
        (b'{"format": "kinegraph keys", "version": 1, "x": ' + b"[" * 100_000, "nested too deeply"),
        (b"\xff\xfe{}", "cannot be read|UTF-8"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(data: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        keyed_json_scene(data)


def test_a_damaged_record_is_left_out_with_a_note() -> None:
    scene = keyed_json_scene(changed(character__contacts=17))
    assert any("damaged" in note for note in scene.notes)
    assert len(scene.animations) == 1


def test_markers_have_no_place_in_it(tmp_path: Path) -> None:
    markers = MarkerClip(("a",), 10.0, np.zeros((1, 1, 3)), np.ones((1, 1), dtype=bool), np.zeros((1, 1)))
    with pytest.raises(FormatError, match="keyed motion of a skeleton"):
        save(markers, tmp_path / "markers.json")


def test_a_bare_character_is_its_name(tmp_path: Path) -> None:
    bare = Character.bare("someone", samples.skeleton())
    save(bare, tmp_path / "bare.json")
    assert json.loads((tmp_path / "bare.json").read_text())["character"] == {"name": "someone"}


def check(data: bytes) -> None:
    try:
        scene = keyed_json_scene(data, "fuzzed.json")
    except FormatError:
        return
    for animation in scene.animations:
        moments = np.linspace(animation.start, animation.end, 5)
        for curve in animation.curves.values():
            assert np.isfinite(curve.evaluate(moments)).all()


@given(mutated_text(written()))
def test_a_mutated_file_is_read_or_refused(data: bytes) -> None:
    check(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=6),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
        max_leaves=6,
    ),
    st.sampled_from(
        [
            "skeleton",
            "skeleton__joints",
            "skeleton__joints__1",
            "skeleton__joints__1__offset",
            "skeleton__ends",
            "animations",
            "animations__0__curves",
            "animations__0__curves__0__keys",
            "animations__0__curves__0__keys__0__in",
            "animations__0__columns",
            "animations__0__rotation_modes",
            "units",
            "character",
            "character__rest",
            "character__bodies",
        ]
    ),
)
def test_anything_anywhere_is_read_or_refused(value: Any, place: str) -> None:
    check(changed(**{place: value}))


def test_the_example_of_the_docs_is_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "keyed-format.md").read_text()
    example = page.split("```json\n")[1].split("```")[0]
    animation = keyed_json_scene(example.encode()).animations[0]
    assert animation.curves[Channel(1, Property.ROTATION, 0)].evaluate(0.5) == pytest.approx(0.6)
    assert animation.column_tags == (KeyTag.KEYPOSE, KeyTag.BREAKDOWN, KeyTag.KEYPOSE)
