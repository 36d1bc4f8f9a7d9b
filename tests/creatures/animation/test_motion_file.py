"""Motion files keep everything, and say where they are wrong."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinegraph.core.errors import FormatError
from kinegraph.creatures.animation.motion_file import (
    load_motion,
    motion_bytes,
    motion_of_bytes,
    save_motion,
)
from kinegraph.creatures.animations import shipped_animations

WAVE = json.loads(motion_bytes(shipped_animations()["wave"]))


@pytest.mark.parametrize("name", list(shipped_animations()))
def test_an_animation_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    animation = shipped_animations()[name]
    save_motion(animation, tmp_path / "a.kinemotion")
    back = load_motion(tmp_path / "a.kinemotion")
    assert motion_bytes(back) == motion_bytes(animation)
    assert back.channels[0].context == animation.channels[0].context
    assert back.events == animation.events
    assert dict(back.branches) == dict(animation.branches)
    for one, other in zip(animation.channels, back.channels, strict=True):
        if one.position is not None and other.position is not None:
            assert one.position.mode == other.position.mode
            assert (one.position.curve.rates_in == other.position.curve.rates_in).all()
        assert (one.target, one.instead_of, one.blends_with) == (
            other.target,
            other.instead_of,
            other.blends_with,
        )


def test_rates_that_differ_on_the_two_sides_are_kept() -> None:
    changed = json.loads(json.dumps(WAVE))
    changed["channels"][0]["position"]["keys"][1] |= {"in": [1.0, 2.0, 3.0], "out": [4.0, 5.0, 6.0]}
    back = motion_of_bytes(json.dumps(changed).encode())
    track = back.channels[0].position
    assert track is not None
    curve = track.curve
    assert np.array_equal(curve.rates_in[1], [1.0, 2.0, 3.0])
    assert np.array_equal(curve.rates_out[1], [4.0, 5.0, 6.0])
    assert motion_bytes(motion_of_bytes(motion_bytes(back))) == motion_bytes(back)


def _broken(change: Any) -> str:
    """The message for a wave that was changed."""
    wave = json.loads(json.dumps(WAVE))
    change(wave)
    with pytest.raises(FormatError) as caught:
        motion_of_bytes(json.dumps(wave).encode(), "wave.kinemotion")
    return str(caught.value)


def _set(key: Any, value: Any) -> Any:
    return lambda wave: wave.__setitem__(key, value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("version", 99), "newer"),
        (_set("format", "song"), "not a motion"),
        (_set("duration", -1.0), "duration"),
        (_set("branches", {"has graspers": "maybe"}), "at $.branches[...]: invalid enum value 'maybe'"),
        (_set("events", [{"time": 0.0, "name": "x", "channel": "nobody"}]), "no channel 'nobody'"),
        (lambda wave: wave["channels"][0].__setitem__("bodies", "graspers on the moon"), "channels[0]"),
        (lambda wave: wave["channels"][0]["position"]["keys"][0].__setitem__("value", [1.0]), "3 numbers"),
        (lambda wave: wave["channels"][0]["position"]["keys"][1].__setitem__("time", 0.0), "increase"),
        (lambda wave: wave["channels"][0].__setitem__("target", {}), "one of `external`"),
        (lambda wave: wave["channels"].append(wave["channels"][0]), "same name"),
    ],
)
def test_errors_name_their_place_in_the_file(change: Any, message: str) -> None:
    assert message in _broken(change)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"\xff\xfe", b'{"format": "kinegraph motion", "version": 1}']
)
def test_files_of_other_kinds_are_refused(data: bytes) -> None:
    with pytest.raises(FormatError):
        motion_of_bytes(data, "x.kinemotion")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        load_motion(tmp_path / "none.kinemotion")
