"""Still pictures of a motion or a shape: the contact sheet, and the sheet of views all around."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from kinegraph.characters.rendering.camera import THREE_QUARTER, Camera
from kinegraph.characters.rendering.footage import Footage, Shot, shot_of
from kinegraph.characters.rendering.lettering import text_width, write_text
from kinegraph.characters.rendering.picture import Actor, Image
from kinegraph.characters.rendering.stage import Theme, theme_named
from kinegraph.core.errors import InvalidValue

Progress = Callable[[Sequence], Iterator]
"""Wraps an iterable to show its progress."""

_HEADER = 36
_GAP = 2
_SMALLEST_CELL = 24


def contact_sheet(
    footage: Footage,
    size: tuple[int, int] = (1280, 960),
    count: int = 12,
    *,
    azimuth: float = THREE_QUARTER[0],
    elevation: float = THREE_QUARTER[1],
    theme: str = "dark",
    progress: Progress = iter,
) -> Image:
    """(H, W, 3) frames in a grid, each with its number; all at one scale, each in the middle of its cell."""
    frames = footage.spread(count)
    look = theme_named(theme)
    shape = shot_of(footage, (100, 100), azimuth, elevation, frames=frames, follow="always")
    columns, rows = _grid(len(frames), size, _aspect(shape))
    cell = _cell(size, columns, rows)
    shot = shot_of(footage, cell, azimuth, elevation, frames=frames, follow="always", margin=0.08)
    sheet = _blank(size, look, f"{footage.name}", _summary(footage))
    for index, frame in enumerate(progress(frames)):
        picture = shot.picture([Actor(footage.surface_at(frame))], frame, cell, look)
        _paste(sheet, _number(picture, str(footage.first + frame), look), index, columns, cell)
    return sheet


def turntable_sheet(
    footage: Footage,
    size: tuple[int, int] = (1280, 720),
    count: int = 8,
    *,
    azimuth: float = 0.0,
    elevation: float = THREE_QUARTER[1],
    theme: str = "dark",
    frame: int = 0,
    progress: Progress = iter,
) -> Image:
    """(H, W, 3) one frame from `count` sides, each with its angle."""
    if count < 1:
        raise InvalidValue(f"At least one side must be shown, not {count}.")
    look = theme_named(theme)
    angles = azimuth + np.arange(count) * (360.0 / count)
    shape = shot_of(footage, (100, 100), azimuth, elevation, frames=[frame], follow="always")
    columns, rows = _grid(count, size, _aspect(shape))
    cell = _cell(size, columns, rows)
    actor = Actor(footage.surface_at(frame))
    sheet = _blank(size, look, footage.name, f"frame {footage.first + frame}" if len(footage) > 1 else "")
    for index, shot in enumerate(progress(turning_shots(footage, cell, angles.tolist(), elevation, frame))):
        picture = shot.picture([actor], frame, cell, look)
        _paste(sheet, _number(picture, f"{angles[index] % 360:.0f}°", look), index, columns, cell)
    return sheet


def turning_shots(
    footage: Footage,
    size: tuple[int, int],
    angles: Sequence[float],
    elevation: float,
    frame: int | None = None,
) -> list[Shot]:
    """A shot for each angle [degrees], all from one distance, so that turning doesn't breathe."""
    frames = None if frame is None else [frame]
    follow = "auto" if frame is None else "always"
    shots = [shot_of(footage, size, angle, elevation, frames=frames, follow=follow) for angle in angles]
    centers = [0.5 * (shot.reach[0] + shot.reach[1]) for shot in shots]
    away = max(
        float((center - shot.camera.eye) @ shot.camera.axes[2])
        for shot, center in zip(shots, centers, strict=True)
    )
    return [
        Shot(
            Camera(center - away * shot.camera.axes[2], shot.camera.axes, shot.camera.half_height),
            shot.follow,
            shot.ground,
            shot.reach,
        )
        for shot, center in zip(shots, centers, strict=True)
    ]


def _aspect(shot: Shot) -> float:
    """Width over height of what a shot frames, as seen."""
    corners = np.stack(np.meshgrid(*shot.reach.T, indexing="ij"), axis=-1).reshape(-1, 3)
    across, above = np.ptp(shot.camera.pixels(corners, (100, 100)), axis=0)
    return float(np.clip(across / max(above, 1e-6), 0.3, 3.0))


def _grid(count: int, size: tuple[int, int], aspect: float) -> tuple[int, int]:
    """Columns and rows of the grid in which things of that aspect are largest."""

    def scale(columns: int) -> float:
        rows = -(-count // columns)
        return min(size[0] / columns / aspect, (size[1] - _HEADER) / rows)

    columns = max(range(1, count + 1), key=lambda n: (scale(n), -n))
    return columns, -(-count // columns)


def _cell(size: tuple[int, int], columns: int, rows: int) -> tuple[int, int]:
    width = (size[0] - _GAP * (columns + 1)) // columns
    height = (size[1] - _HEADER - _GAP * rows) // rows
    if min(width, height) < _SMALLEST_CELL:
        raise InvalidValue(
            f"{columns} x {rows} pictures don't fit into {size[0]} x {size[1]} pixels; "
            "make the sheet larger or show fewer."
        )
    return width, height


def _blank(size: tuple[int, int], look: Theme, title: str, note: str) -> Image:
    background = (np.array([int(look.zenith[i : i + 2], 16) for i in (1, 3, 5)])).astype(np.uint8)
    sheet = np.empty((size[1], size[0], 3), dtype=np.uint8)
    sheet[:] = background
    room = size[0] - 24 - text_width(note)
    while title and text_width(title, 16) > room:
        title = title[:-2] + "…" if len(title) > 2 else ""
    sheet = write_text(sheet, title, (10, _HEADER / 2), look.ink, 16, "lm")
    return write_text(sheet, note, (size[0] - 10, _HEADER / 2), look.quiet_ink, 14, "rm").copy()


def _summary(footage: Footage) -> str:
    seconds = (len(footage) - 1) / footage.fps
    frames = "1 frame" if len(footage) == 1 else f"{len(footage)} frames"
    return f"{frames} · {footage.fps:g} fps · {seconds:.2f} s"


def _number(picture: Image, label: str, look: Theme) -> Image:
    return write_text(picture, label, (8, picture.shape[0] - 9), look.quiet_ink, 14, "ls")


def _paste(sheet: Image, picture: Image, index: int, columns: int, cell: tuple[int, int]) -> None:
    spare = sheet.shape[1] - columns * (cell[0] + _GAP) + _GAP
    left = spare // 2 + index % columns * (cell[0] + _GAP)
    top = _HEADER + index // columns * (cell[1] + _GAP)
    sheet[top : top + cell[1], left : left + cell[0]] = picture
