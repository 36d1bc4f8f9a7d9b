"""BVH files gone wrong: a scene with finite arrays or a FormatError, nothing else; the same by every way."""

import re
from pathlib import Path
from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.bvh.bvh_samples import WALKER
from tests.formats.mutations import mutated_text

from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.formats.bvh import hierarchy as bvh_hierarchy
from kinegraph.formats.bvh import motion_reader
from kinegraph.formats.bvh.file import bvh_from_bytes


def check(data: bytes) -> None:
    try:
        scene = bvh_from_bytes(data, "fuzzed.bvh")
    except FormatError:
        return
    assert scene.character is not None
    for clip in scene.clips:
        assert np.isfinite(forward_kinematics(clip).positions).all()
        assert clip.rotations.nbytes <= (64 << 20) + 200 * len(data)


@given(mutated_text(WALKER))
def test_a_mutated_walker_is_read_or_refused(data: bytes) -> None:
    check(data)


@given(st.binary(max_size=400))
def test_bytes_after_the_magic_word_are_read_or_refused(data: bytes) -> None:
    check(b"HIERARCHY\nROOT a\n{" + data)


@given(data=st.data())
def test_mutated_captures_are_read_or_refused(data: st.DataObject, shared_data: Path) -> None:
    seeds = sorted((shared_data / "bvh").glob("*.bvh"))
    seed = data.draw(st.sampled_from([path for path in seeds if path.stat().st_size < 60_000]))
    check(data.draw(mutated_text(seed.read_bytes()[:20_000])))


def outcome(data: bytes) -> Scene | FormatError:
    try:
        return bvh_from_bytes(data, "fuzzed.bvh")
    except FormatError as error:
        return error


def assert_same_scene(scene: Scene, expected: Scene) -> None:
    assert scene.notes == expected.notes
    assert scene.character is not None
    assert expected.character is not None
    assert scene.character.skeleton == expected.character.skeleton
    for clip, other in zip(scene.clips, expected.clips, strict=True):
        np.testing.assert_array_equal(clip.rotations, other.rotations)
        np.testing.assert_array_equal(clip.root_translations, other.root_translations)


def assert_same_outcome(one: Scene | FormatError, other: Scene | FormatError) -> None:
    if isinstance(one, Scene) and isinstance(other, Scene):
        assert_same_scene(one, other)
    else:
        assert str(one) == str(other)


@given(mutated_text(WALKER))
def test_joints_taken_whole_and_token_by_token_are_the_same(data: bytes) -> None:
    whole = outcome(data)
    with patch.object(bvh_hierarchy, "_USUAL", re.compile(b"(?!)")):
        assert_same_outcome(whole, outcome(data))


@given(mutated_text(WALKER))
def test_one_pass_and_two_come_to_the_same(data: bytes) -> None:
    one = outcome(data)
    with patch.object(motion_reader, "_may_hold", lambda *_: False):
        assert_same_outcome(one, outcome(data))
