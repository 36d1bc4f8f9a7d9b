"""C3D: captured markers with residuals and events, as motion capture labs exchange them."""

from os import PathLike
from pathlib import Path

from kinegraph.core.errors import InvalidValue
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene
from kinegraph.formats.c3d.conventions import (
    events,
    labels,
    metres_per_unit,
    rate,
    up_axis,
    y_up_from,
)
from kinegraph.formats.c3d.parameters import HEAD_BYTES, parse_head
from kinegraph.formats.c3d.points import frame_count, read_points
from kinegraph.formats.c3d.writer import write_c3d

__all__ = ["read_c3d", "write_c3d"]


def read_c3d(path: str | PathLike[str], up: str | None = None, scale: float | None = None) -> Scene:
    """Reads a C3D file: one marker clip named after the file. Analog channels are passed over.

    up: The file's axis that points up, "+Z" for example; see `up_axis` for the default.
    scale: Metres per file unit; by default as POINT:UNITS says.
    """
    if scale is not None and not 1e-9 < scale < 1e9:
        raise InvalidValue(f"A scale must be a positive number, not {scale}.")
    notes: list[str] = []
    with Path(path).open("rb") as file:
        head = parse_head(file.read(HEAD_BYTES), path)
        frames = frame_count(head, file.seek(0, 2), path, notes)
        metres = metres_per_unit(head, notes) if scale is None else scale
        points = read_points(file, head, frames, metres)
    turn = y_up_from(up_axis(head, points, notes) if up is None else up)
    clip = MarkerClip(
        labels(head, notes),
        rate(head, notes),
        points.positions @ turn.T,
        points.seen,
        points.residuals,
        events(head, notes),
        Path(path).stem,
    )
    return Scene(markers=(clip,), notes=tuple(notes))
