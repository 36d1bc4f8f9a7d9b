"""Characters and motions come out of their blobs exactly as they went in."""

from typing import Any

import numpy as np
import pytest
from small_scenes import a_character, a_clip, a_skeleton, an_animation, some_markers

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document.character_blob import describe_character, pack_character, unpack_character
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion, unpack_motion


def same(a: Any, b: Any) -> bool:
    """Whether two values of our data types hold the same, arrays compared bit by bit."""
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.dtype == b.dtype and np.array_equal(a, b)
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(map(same, a, b))
    if hasattr(a, "__dataclass_fields__"):
        return type(a) is type(b) and all(same(getattr(a, n), getattr(b, n)) for n in a.__dataclass_fields__)
    if hasattr(a, "items"):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return a == b


def test_a_character_comes_back_bit_for_bit() -> None:
    character = a_character()
    record = describe_character(character, id="c", blob="h")
    assert same(unpack_character(pack_character(character), record), character)


def test_a_bare_skeleton_comes_back_bit_for_bit() -> None:
    from kinegraph.core.character import Character

    character = Character.bare("sticks", a_skeleton())
    record = describe_character(character, id="c", blob="h")
    assert same(unpack_character(pack_character(character), record), character)


def test_corrections_in_the_record_reach_the_character() -> None:
    import msgspec

    from kinegraph.core.body import Cap

    character = a_character()
    record = describe_character(character, id="c", blob="h")
    corrected = msgspec.structs.replace(
        record, name="Bo", caps=((Cap.TAIL,), (), (), ()), mirror=(0, 1, 2, 3)
    )
    found = unpack_character(pack_character(character), corrected)
    assert found.name == "Bo"
    assert found.bodies[0].caps == {Cap.TAIL}
    assert found.symmetry.mirror.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "motion", [a_clip(), a_clip(sliding=True), an_animation(), some_markers()], ids=lambda m: m.name
)
def test_a_motion_comes_back_bit_for_bit(motion: Any) -> None:
    record = describe_motion(motion, id="m", blob="h", character="c")
    assert same(unpack_motion(pack_motion(motion), record, a_skeleton()), motion)


def test_a_motion_without_its_character_is_refused() -> None:
    record = describe_motion(a_clip(), id="m", blob="h")
    with pytest.raises(InvalidValue, match="lost its character"):
        unpack_motion(pack_motion(a_clip()), record, None)


def test_a_record_says_what_a_motion_is() -> None:
    record = describe_motion(an_animation(), id="m", blob="h", character="c")
    assert (record.form, record.frames, record.duration, record.keys) == ("animation", 31, 1.0, 3)


def test_a_record_says_how_tall_a_character_is() -> None:
    assert describe_character(a_character(), id="c", blob="h").height == pytest.approx(0.6, abs=1e-12)
