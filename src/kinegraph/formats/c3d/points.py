"""The frames of a C3D file: per marker three coordinates and a word that holds its residual and cameras."""

from os import PathLike
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import FormatError
from kinegraph.formats.c3d.parameters import C3dHead, decode_floats, decode_integers

FURTHEST = 1e6  # a marker further away than this [m] was not measured but made up
BYTES_AT_ONCE = 4 << 20


class Points(NamedTuple):
    """Positions (F, M, 3) and residuals (F, M) [m], zero where a marker was not seen (F, M)."""

    positions: Floats
    residuals: Floats
    seen: NDArray[np.bool_]


def frame_count(head: C3dHead, file_size: int, path: str | PathLike[str], notes: list[str]) -> int:
    """Number of frames: the stated one, or as many as the file is long enough for."""
    header = head.header
    scale = header.scale
    if header.points == 0:
        raise FormatError(path, "has no markers.", byte=2)
    if not (np.isfinite(scale) and 1e-9 < abs(scale) < 1e9):
        raise FormatError(path, f"has the scale {scale:g}, with which no marker can be placed.", byte=12)
    stated = _stated_frames(head)
    room = max(file_size - header.data_start, 0) // _frame_bytes(head)
    if stated <= 0 or room == 0:
        raise FormatError(path, "has no frames.", byte=min(header.data_start, file_size))
    if room < stated:
        notes.append(f"The file states {stated} frames but ends after {room}; these were read.")
    return min(stated, room)


def read_points(file: BinaryIO, head: C3dHead, frames: int, metres: float) -> Points:
    """Reads the markers of the first `frames` frames. metres: per file unit."""
    header = head.header
    markers, words = header.points, header.points * 4
    result = Points(
        np.empty((frames, markers, 3)),
        np.empty((frames, markers)),
        np.empty((frames, markers), dtype=np.bool_),
    )
    step = max(BYTES_AT_ONCE // _frame_bytes(head), 1)
    file.seek(header.data_start)
    for start in range(0, frames, step):
        count = min(step, frames - start)
        raw = np.frombuffer(file.read(count * _frame_bytes(head)), dtype=np.uint8)
        decode = decode_floats if header.scale < 0.0 else decode_integers
        values = decode(raw, head.processor).reshape(count, -1)[:, :words].reshape(count, markers, 4)
        part = slice(start, start + count)
        frames_here = Points(result.positions[part], result.residuals[part], result.seen[part])
        _place(values, header.scale, metres, frames_here)
    return result


def _place(values: np.ndarray, scale: float, metres: float, points: Points) -> None:
    """Decodes (F, M, 4) words of some frames into the arrays of `points`.

    The fourth word holds the residual in its low byte, in steps of the scale, and the cameras that saw the
    marker in its high byte; it is negative where none did.
    """
    positions, residuals, seen = points
    step = abs(scale) * metres
    with np.errstate(invalid="ignore", over="ignore"):
        np.multiply(values[..., :3], metres if scale < 0.0 else step, out=positions, dtype=np.float64)
        quality = np.nan_to_num(values[..., 3].astype(np.float64), nan=-1.0, posinf=-1.0, neginf=-1.0)
        inside = np.abs(positions).max(axis=-1) < FURTHEST  # false for NaN too
    seen[:] = inside & (quality >= 0.0)
    positions[~seen] = 0.0
    residuals[:] = np.where(seen, np.mod(quality.clip(0.0, 32767.0).astype(np.int64), 256) * step, 0.0)


def _frame_bytes(head: C3dHead) -> int:
    return (head.header.points * 4 + head.header.analogs) * (4 if head.header.scale < 0.0 else 2)


def _stated_frames(head: C3dHead) -> int:
    """The number of frames. The header's 16 bits run over in long captures, for which fields were added."""
    start, end = (_long_field(head, f"ACTUAL_{which}_FIELD") for which in ("START", "END"))
    if end >= start > 0:
        return end - start + 1
    counts = [head.header.last - head.header.first + 1]
    for name in ("FRAMES", "LONG_FRAMES"):
        stated = head.numbers("POINT", name)
        if stated.size and np.isfinite(stated.flat[0]):
            value = int(stated.flat[0])
            counts.append(value + 65536 if -32768 <= value < 0 else value)
    return max(counts)


def _long_field(head: C3dHead, name: str) -> int:
    """A TRIAL parameter of two 16-bit words, the low one first; 0 where it is missing."""
    words = head.numbers("TRIAL", name).ravel()
    if words.size != 2 or not np.isfinite(words).all():
        return 0
    low, high = (int(word) % 65536 for word in words)
    return high * 65536 + low
