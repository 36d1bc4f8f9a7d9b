"""C3D: markers, residuals and events, against ezc3d and against bytes made by hand."""

import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.formats.bvh.bvh_samples import WALKER

from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.marker_clip import MarkerClip, MarkerEvent
from kinegraph.formats import load, save
from kinegraph.formats.bvh.file import bvh_from_bytes
from kinegraph.formats.c3d.conventions import AXES, y_up_from
from kinegraph.formats.c3d.parameters import parse_head

FILES = [
    "Sample_Static",
    "example",
    "markers_analogs",
    "racing_full",
    "sample_probing_acromion_R",
    "walkingOptiTrack",
]


def sample(markers: int = 3, frames: int = 5) -> MarkerClip:
    """Markers above the floor, some unseen, with residuals and events."""
    rng = np.random.default_rng(1)
    seen = rng.random((frames, markers)) > 0.2
    spread = rng.random((frames, markers, 3)) * [4.0, 2.0, 4.0] - [2.0, 0.0, 2.0]
    residuals = np.where(seen, rng.random(seen.shape) * 2e-3, 0.0)
    events = (MarkerEvent(0.25, "Foot Strike", "Left"), MarkerEvent(61.5, "Foot Off", "Right"))
    names = tuple(f"Märker:{index}" for index in range(markers))
    return MarkerClip(names, 120.0, np.where(seen[..., None], spread, 0.0), seen, residuals, events)


def refused(path: Path) -> FormatError:
    with pytest.raises(FormatError) as caught:
        load(path)
    return caught.value


def changed(folder: Path, place: int, data: bytes) -> Path:
    """The sample's file with some bytes replaced."""
    save(sample(), folder / "m.c3d")
    raw = bytearray((folder / "m.c3d").read_bytes())
    raw[place : place + len(data)] = data
    (folder / "m.c3d").write_bytes(raw)
    return folder / "m.c3d"


@pytest.mark.parametrize("name", FILES)
def test_every_labs_points_agree_with_ezc3d(shared_data: Path, name: str) -> None:
    import ezc3d

    path = shared_data / "c3d" / f"{name}.c3d"
    clip = load(path, up="+Y").markers[0]  # as they stand in the file
    reference = ezc3d.c3d(str(path))
    unit = {"mm": 0.001, "m": 1.0}[reference["parameters"]["POINT"]["UNITS"]["value"][0]]
    points = reference["data"]["points"][:3].transpose(2, 1, 0) * unit
    assert clip.names == tuple(reference["parameters"]["POINT"]["LABELS"]["value"])
    assert clip.fps == pytest.approx(reference["parameters"]["POINT"]["RATE"]["value"][0])
    np.testing.assert_array_equal(clip.seen, ~np.isnan(points).any(axis=-1))
    np.testing.assert_allclose(clip.positions[clip.seen], points[clip.seen], atol=1e-12)
    assert not clip.positions[~clip.seen].any()


def test_people_stand_upright_in_every_labs_file(shared_data: Path) -> None:
    for name in FILES:
        clip = load(shared_data / "c3d" / f"{name}.c3d").markers[0]
        heights = clip.positions[clip.seen][:, 1]
        assert -0.05 < heights.min() < heights.max() < 2.2, name


def test_events_count_from_the_first_frame(shared_data: Path) -> None:
    events = load(shared_data / "c3d" / "example.c3d").markers[0].events
    assert [event.label for event in events] == ["LHS", "RTO", "RHS", "LTO", "LHS", "RTO", "RHS"]
    # The file's own clock says 3.59 s, and its first frame is number 705 at 200 Hz.
    assert events[0].time == pytest.approx(3.59 - 704 / 200.0, abs=1e-6)


def test_residuals_are_the_low_byte_times_the_scale(shared_data: Path) -> None:
    clip = load(shared_data / "c3d" / "example.c3d").markers[0]
    np.testing.assert_allclose(clip.residuals[0, :3] * 1e3 / 0.07623225, [19.0, 23.0, 24.0], rtol=1e-6)


def test_markers_come_back(tmp_path: Path) -> None:
    clip = sample()
    save(clip, tmp_path / "m.c3d")
    scene = load(tmp_path / "m.c3d")
    again = scene.markers[0]
    assert scene.notes == ()
    assert again.names == clip.names
    assert again.fps == clip.fps
    assert again.events == clip.events
    np.testing.assert_array_equal(again.seen, clip.seen)
    np.testing.assert_allclose(again.positions, clip.positions, atol=2e-7)  # floats of 32 bits
    np.testing.assert_allclose(again.residuals, clip.residuals, atol=5e-6)  # a byte, here in steps of 8 µm


def test_ezc3d_reads_what_was_written(tmp_path: Path) -> None:
    import ezc3d

    clip = sample(markers=300)
    save(clip, tmp_path / "m.c3d")
    reference = ezc3d.c3d(str(tmp_path / "m.c3d"))
    x, y, z = reference["data"]["points"][:3].transpose(0, 2, 1) / 1000.0
    found = np.stack([x, z, -y], axis=-1)  # written with Z up
    np.testing.assert_array_equal(np.isnan(found).any(axis=-1), ~clip.seen)
    np.testing.assert_allclose(found[clip.seen], clip.positions[clip.seen], atol=2e-7)
    assert reference["parameters"]["EVENT"]["LABELS"]["value"] == ["Foot Strike", "Foot Off"]


def test_hundreds_of_markers_keep_their_names(tmp_path: Path) -> None:
    clip = sample(markers=600)
    save(clip, tmp_path / "m.c3d")
    assert load(tmp_path / "m.c3d").markers[0].names == clip.names


def test_captures_longer_than_the_header_can_say_keep_every_frame(tmp_path: Path) -> None:
    frames = 70_000
    seen = np.ones((frames, 1), dtype=bool)
    positions = np.arange(frames * 3, dtype=float).reshape(frames, 1, 3) * 1e-5
    save(MarkerClip(("a",), 100.0, positions, seen, np.zeros((frames, 1))), tmp_path / "m.c3d")
    again = load(tmp_path / "m.c3d").markers[0]
    np.testing.assert_allclose(again.positions, positions, atol=2e-7)


def test_a_motion_is_written_as_markers_on_its_joints(tmp_path: Path) -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    save(clip, tmp_path / "m.c3d")
    again = load(tmp_path / "m.c3d").markers[0]
    assert again.names == clip.skeleton.names
    np.testing.assert_allclose(again.positions, forward_kinematics(clip).positions, atol=2e-7)


def test_a_character_alone_has_nothing_to_write(tmp_path: Path) -> None:
    character = Character.bare("someone", bvh_from_bytes(WALKER).clips[0].skeleton)
    with pytest.raises(FormatError, match="neither markers nor motion"):
        save(character, tmp_path / "m.c3d")


@pytest.mark.parametrize("axis", AXES)
def test_any_axis_can_be_up_and_right_hands_stay_right(axis: str) -> None:
    turn = y_up_from(axis)
    up = np.zeros(3)
    up["XYZ".index(axis[1])] = 1.0 if axis[0] == "+" else -1.0
    np.testing.assert_array_equal(turn @ up, [0.0, 1.0, 0.0])
    assert np.linalg.det(turn) == pytest.approx(1.0)


def test_an_invalid_axis_is_refused(tmp_path: Path) -> None:
    save(sample(), tmp_path / "m.c3d")
    with pytest.raises(FormatError, match="up axis is one of"):
        load(tmp_path / "m.c3d", up="W")
    with pytest.raises(InvalidValue):
        y_up_from("")


@pytest.mark.parametrize(("unit", "metres"), [(b"m ", 1.0), (b"cm", 0.01), (b"mm", 0.001)])
def test_the_stated_unit_is_used(tmp_path: Path, unit: bytes, metres: float) -> None:
    save(sample(), tmp_path / "m.c3d")
    raw = (tmp_path / "m.c3d").read_bytes()
    assert raw.count(b"mm") == 1
    (tmp_path / "m.c3d").write_bytes(raw.replace(b"mm", unit))
    positions = load(tmp_path / "m.c3d").markers[0].positions
    np.testing.assert_allclose(positions, sample().positions * metres * 1000.0, rtol=1e-6, atol=1e-6)


def test_an_unknown_unit_is_said(tmp_path: Path) -> None:
    save(sample(), tmp_path / "m.c3d")
    (tmp_path / "m.c3d").write_bytes((tmp_path / "m.c3d").read_bytes().replace(b"mm", b"??"))
    assert any("millimetres were assumed" in note for note in load(tmp_path / "m.c3d").notes)


def test_repeated_names_get_numbers(tmp_path: Path) -> None:
    save(replace(sample(), names=("a", "a", "b")), tmp_path / "m.c3d")
    scene = load(tmp_path / "m.c3d")
    assert scene.markers[0].names == ("a", "a_2", "b")
    assert any("renamed" in note for note in scene.notes)


def test_a_file_that_ends_early_gives_the_frames_it_has(tmp_path: Path) -> None:
    clip = sample(markers=40, frames=30)
    save(clip, tmp_path / "m.c3d")
    raw = (tmp_path / "m.c3d").read_bytes()
    (tmp_path / "m.c3d").write_bytes(raw[: -40 * 16 * 3])
    scene = load(tmp_path / "m.c3d")
    assert 20 < len(scene.markers[0]) < 30
    assert any("ends after" in note for note in scene.notes)


def test_values_that_are_no_numbers_are_unseen(tmp_path: Path) -> None:
    save(sample(), tmp_path / "m.c3d")
    raw = (tmp_path / "m.c3d").read_bytes()
    start = (struct.unpack_from("<H", raw, 16)[0] - 1) * 512
    odd = struct.pack("<fff", np.nan, np.inf, 1e38)
    (tmp_path / "m.c3d").write_bytes(raw[:start] + odd + raw[start + 12 :])
    clip = load(tmp_path / "m.c3d").markers[0]
    assert not clip.seen[0, 0]
    assert not clip.positions[0, 0].any()


@pytest.mark.parametrize(
    ("place", "data", "reason"),
    [
        (0, b"\x00", "would start at block 0"),
        (0, b"\xff", "would start at block 255"),
        (1, b"\x51", "second byte is 81"),
        (2, b"\x00\x00", "no markers"),
        (12, b"\x00\x00\x00\x00", "the scale 0"),
        (12, b"\x00\x00\xc0\x7f", "the scale nan"),
        (16, b"\x00\x00", "start inside the header"),
        (16, b"\xff\xff", "no frames"),
        (515, b"\x00", "processor type 0"),
        (523, b"\xff\xff", "lead backwards"),
        (523, b"\xff\x7f", None),
    ],
)
def test_a_broken_header_is_reported(tmp_path: Path, place: int, data: bytes, reason: str | None) -> None:
    path = changed(tmp_path, place, data)
    if reason is None:  # the chain of parameters is cut: markers without names, but markers
        assert load(path).markers[0].names[0] == "marker_1"
    else:
        assert reason in refused(path).reason


def test_a_short_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m.c3d").write_bytes(b"\x02\x50" + b"\x00" * 100)
    assert "too short" in refused(tmp_path / "m.c3d").reason


def test_a_parameter_of_very_many_dimensions_is_refused() -> None:
    head = bytearray(1024)
    head[0], head[1] = 2, 0x50
    head[16:18] = (3).to_bytes(2, "little")  # frames start at block 3
    group = bytes([1, 0xFF]) + b"G" + (3).to_bytes(2, "little") + b"\0"
    parameter = bytes([1, 1]) + b"P" + b"\0\0" + bytes([1, 70]) + bytes([1] * 70) + b"\0"
    head[512:516] = bytes([1, 80, 1, 84])
    head[516 : 516 + len(group) + len(parameter)] = group + parameter
    with pytest.raises(FormatError, match="70 dimensions"):
        parse_head(bytes(head), "many.c3d")
