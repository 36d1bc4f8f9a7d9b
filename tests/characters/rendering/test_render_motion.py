"""Contact sheets, strips, turntables and films."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.characters.rendering.render_samples import puppet, walk

from kinegraph.characters.rendering.footage import (
    Footage,
    footage_of_clip,
    footage_of_markers,
    footage_of_rest,
    shot_of,
)
from kinegraph.characters.rendering.movie import (
    frame_count,
    playing,
    turning,
    write_gif,
    write_mp4,
    write_png,
)
from kinegraph.characters.rendering.sheets import contact_sheet, turning_shots, turntable_sheet
from kinegraph.characters.rendering.strip import strip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.marker_clip import MarkerClip


@pytest.fixture(scope="module")
def footage() -> Footage:
    character = puppet()
    return footage_of_clip(character, walk(character))


def test_frames_are_spread_from_first_to_last(footage: Footage) -> None:
    assert footage.spread(5) == [0, 6, 12, 18, 24]
    assert footage.spread(1) == [0]
    assert footage.spread(999) == list(range(25))


def test_a_cut_keeps_the_numbers_of_its_frames(footage: Footage) -> None:
    part = footage.cut(10, 20)
    assert len(part) == 10
    assert part.first == 10
    np.testing.assert_array_equal(part.surface_at(3).vertices, footage.surface_at(13).vertices)
    with pytest.raises(InvalidValue):
        footage.cut(5, 99)


def test_sheets_are_deterministic_and_as_large_as_asked(footage: Footage) -> None:
    first = contact_sheet(footage, (260, 200), 4)
    assert first.shape == (200, 260, 3)
    np.testing.assert_array_equal(first, contact_sheet(footage, (260, 200), 4))


def test_sheet_too_small_for_its_pictures_is_refused(footage: Footage) -> None:
    with pytest.raises(InvalidValue, match="don't fit"):
        contact_sheet(footage, (60, 60), 25)


def test_sheet_cells_keep_a_travelling_character_in_view(footage: Footage) -> None:
    shot = shot_of(footage, (100, 100), 35, 12, frames=[0, 12, 24], follow="always")
    for frame in (0, 12, 24):
        places = shot.camera.pixels(footage.surface_at(frame).vertices - shot.follow[frame], (100, 100))
        assert places.min() >= 0
        assert places.max() <= 100


def test_motion_in_place_is_filmed_from_a_tripod() -> None:
    character = puppet()
    still = footage_of_clip(character, walk(character, distance=0.2))
    assert np.ptp(shot_of(still, (64, 64), 35, 12).follow, axis=0).max() == 0
    wandering = footage_of_clip(character, walk(character, distance=8.0))
    assert np.ptp(shot_of(wandering, (64, 64), 35, 12).follow[:, 0]) > 2


def test_strip_of_a_travelling_motion_runs_from_left_to_right(footage: Footage) -> None:
    picture = strip(footage, (300, 120), 3).astype(int)
    # The last pose is the solid one: the strongest contrast with the backdrop is in the right third.
    contrast = abs(picture - picture[0, 0]).max(axis=-1)[:80].max(axis=0)
    assert contrast[200:].max() > contrast[:100].max()


def test_strip_of_a_motion_in_place_spreads_its_poses() -> None:
    character = puppet()
    still = footage_of_clip(character, walk(character, distance=0.0))
    picture = strip(still, (400, 140), 4, theme="light").astype(int)
    columns = abs(picture[40:100] - picture[20:21]).max(axis=(0, 2)) > 60
    starts = np.flatnonzero(np.diff(columns.astype(int)) == 1)
    assert len(starts) >= 4


def test_turning_keeps_its_distance() -> None:
    shots = turning_shots(footage_of_rest(puppet()), (64, 64), [0.0, 40.0, 90.0, 200.0], 10.0, 0)
    middle = 0.5 * (shots[0].reach[0] + shots[0].reach[1])
    distances = [np.linalg.norm(shot.camera.eye - middle) for shot in shots]
    np.testing.assert_allclose(distances, distances[0], rtol=1e-9)


def test_turntable_sheet_has_as_many_sides_as_asked() -> None:
    assert turntable_sheet(footage_of_rest(puppet()), (240, 150), 3).shape == (150, 240, 3)


def test_films_last_as_long_as_the_motion(footage: Footage) -> None:
    assert frame_count(footage, 24.0) == 25
    assert frame_count(footage, 12.0) == 13
    pictures = list(playing(footage, (32, 32), fps=6.0))
    assert len(pictures) == 7
    assert all(picture.shape == (32, 32, 3) for picture in pictures)


def test_gif_keeps_time_and_loops(tmp_path: Path) -> None:
    from PIL import Image

    pictures = list(turning(footage_of_rest(puppet()), (40, 40), count=7))
    write_gif(pictures, tmp_path / "turn.gif", fps=30.0)
    film: Any  # the stubs lack its attributes
    with Image.open(tmp_path / "turn.gif") as film:
        assert film.n_frames == 7
        assert film.info["loop"] == 0
        lengths = []
        for frame in range(film.n_frames):
            film.seek(frame)
            lengths.append(film.info["duration"])
    assert sum(lengths) == pytest.approx(7 / 30 * 1000, abs=5)


def test_mp4_has_even_sides_and_a_common_pixel_format(tmp_path: Path) -> None:
    import imageio

    pictures = [np.full((33, 47, 3), shade, np.uint8) for shade in (0, 120, 240)]
    write_mp4(pictures, tmp_path / "film.mp4", fps=10.0)
    film: Any  # the stubs lack its attributes
    with imageio.get_reader(tmp_path / "film.mp4") as film:
        facts = film.get_meta_data()
        frames = [np.asarray(frame) for frame in film]
    assert facts["size"] == (48, 34)
    assert facts["fps"] == 10.0
    assert facts["pix_fmt"].startswith("yuv420p")
    assert len(frames) == 3
    assert abs(int(frames[1][10, 10, 0]) - 120) < 6


def test_unwritable_picture_names_the_file_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nowhere"):
        write_png(np.zeros((4, 4, 3), np.uint8), tmp_path / "nowhere" / "out.png")

    def broken() -> Iterator[np.ndarray]:
        yield np.zeros((4, 4, 3), np.uint8)
        raise InvalidValue("stop")

    with pytest.raises(InvalidValue):
        write_mp4(broken(), tmp_path / "film.mp4", 10.0)
    assert list(tmp_path.iterdir()) == []


def test_markers_that_vanish_keep_their_last_place_in_view() -> None:
    positions = np.arange(12, dtype=float).reshape(4, 1, 3)
    seen = np.array([[True], [False], [True], [False]])
    footage = footage_of_markers(MarkerClip(("m",), 50.0, positions, seen, np.zeros((4, 1))))
    np.testing.assert_array_equal(footage.path, positions[[0, 0, 2, 2], 0])
