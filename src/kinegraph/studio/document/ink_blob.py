"""Ink as blobs: strokes that are drawn, the parts of one that the pen is still drawing, and gestures shown.

Points are kept exactly as the pen gave them; the engine smooths what it reads, never what is stored.
"""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw
from kinegraph.studio.document.frames import FrameHeader, pack, report_damage, unpack
from kinegraph.studio.document.limits import FARTHEST

MOST_POINTS = 200_000  # in one stroke
LONGEST = 600.0  # [s] that one stroke may take
_JITTER = 0.1  # [s] by which stamps of one device may be out of order


class InkBlob(FrameHeader, frozen=True, kw_only=True):
    """A stroke: points (N, 2), times (N,) [s] since the pen came down, pressure (N,) where there was any."""


class PenChunk(FrameHeader, frozen=True, kw_only=True):
    """A part of a stroke: rows (N, 4) of x, y, time [s] and pressure, -1 where the device feels none."""


class ExamplesBlob(FrameHeader, frozen=True, kw_only=True):
    """Drawings of a gesture: points (N, 3) of x, y and time, one drawing behind the other.

    counts: How many points each drawing has.
    """

    counts: tuple[int, ...]


def checked_rows(points: Sequence[tuple[float, float, float, float]], before: float, there: int) -> Floats:
    """(N, 4) what a pen did, as it is stored; refuses what no pen does.

    before: The time of the point before these [s].
    there: How many points the stroke has already.
    """
    rows = np.array(points, dtype=np.float64).reshape(-1, 4)
    finite = np.isfinite(rows).all(axis=1)
    if not finite.all():
        raise InvalidValue(f"Point {there + int((~finite).argmax())} of the stroke is not a finite number.")
    far = np.abs(rows[:, :2]).max(axis=1, initial=0.0) > FARTHEST
    if far.any():
        raise InvalidValue(f"Point {there + int(far.argmax())} of the stroke is farther away than 10 km.")
    if there + len(rows) > MOST_POINTS:
        raise InvalidValue(f"A stroke has at most {MOST_POINTS} points; lift the pen.")
    stamps = np.concatenate([[max(before, 0.0)], rows[:, 2]])
    latest = np.maximum.accumulate(stamps)
    back = latest - stamps > _JITTER
    if back.any():
        where = there + int(back.argmax()) - 1
        raise InvalidValue(f"Time runs backwards at point {where} of the stroke.")
    if latest[-1] > LONGEST:
        raise InvalidValue(f"A stroke takes at most {LONGEST:g} s; lift the pen.")
    rows[:, 2] = latest[1:]
    rows[:, 3] = np.where(rows[:, 3] < 0.0, -1.0, np.minimum(rows[:, 3], 1.0))
    return rows


def pack_chunk(rows: Floats) -> bytes:
    """The blob of a part of a stroke (N, 4)."""
    return pack(PenChunk(), {"rows": rows})


@report_damage("stroke")
def unpack_chunk(blob: bytes) -> Floats:
    """(N, 4) a part of a stroke."""
    rows = unpack(blob, PenChunk)[1]["rows"]
    if rows.ndim != 2 or rows.shape[1] != 4:
        raise InvalidValue(f"The stored stroke is damaged (rows of the shape {rows.shape}).")
    return rows


def stroke_of_rows(rows: Floats, name: str = "the stroke") -> Stroke:
    """The stroke of all its rows (N, 4); pressure only where the device felt it throughout."""
    felt = bool(len(rows)) and rows[:, 3].min() >= 0.0
    return stroke_from_raw(rows[:, :2], rows[:, 2], rows[:, 3] if felt else None, name)


def ink_arrays(stroke: Stroke) -> dict[str, np.ndarray]:
    """A stroke's arrays, as blobs and pages get them."""
    arrays: dict[str, np.ndarray] = {"points": stroke.points, "times": stroke.times}
    if stroke.pressure is not None:
        arrays["pressure"] = stroke.pressure.astype(np.float32)
    return arrays


def pack_ink(stroke: Stroke) -> bytes:
    """The blob of a stroke."""
    return pack(InkBlob(), ink_arrays(stroke))


@report_damage("stroke")
def unpack_ink(blob: bytes) -> Stroke:
    """The stroke of a blob."""
    _, arrays = unpack(blob, InkBlob)
    return Stroke(arrays["points"], arrays["times"], arrays.get("pressure"))


def pack_examples(examples: Sequence[Floats]) -> bytes:
    """The blob of drawings (N, 3) of a gesture."""
    counts = tuple(len(example) for example in examples)
    return pack(ExamplesBlob(counts=counts), {"points": np.concatenate(examples)})


@report_damage("gesture")
def unpack_examples(blob: bytes) -> tuple[Stroke, ...]:
    """The drawings of a gesture."""
    header, arrays = unpack(blob, ExamplesBlob)
    ends = np.cumsum(header.counts)[:-1]
    return tuple(Stroke(part[:, :2], part[:, 2]) for part in np.split(arrays["points"], ends))
