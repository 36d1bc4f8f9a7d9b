"""The second half of a BVH: MOTION, from bytes to arrays.

A compiled kernel goes over the text in blocks and writes rotations into the clip's own arrays. One pass will
do for a file that is as it should be: as many frames as it declares, each on a line of its own. No other file
is trusted: one pass measures the text, a second parses it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats, read_only
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError
from kinegraph.core.math.rotations import quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.bvh import motion_kernels as kernels
from kinegraph.formats.bvh.conventions import ASSUMED_RATE, rate_of
from kinegraph.formats.text.blocks import TextBlocks
from kinegraph.formats.text.number_kernels import number_from

_HEADING = re.compile(rb"\s*(frames|frame\s*time)\s*:?[ \t]*([^\s]*)\s*", re.IGNORECASE)
_NO_MORE = np.frombuffer(b"\n", dtype=np.uint8)  # ends the last line, where the file does not


class Heading(NamedTuple):
    """The head before the numbers: the declared frame count, the rate [1/s], and the start of the numbers."""

    declared: int | None
    fps: float
    start: int


@dataclass
class MotionArrays:
    """The arrays of a clip under construction, shapes and units as `Clip` has them."""

    roots: Floats
    rotations: Floats
    slides: Floats | None

    def clip(self, skeleton: Skeleton, fps: float, name: str) -> Clip:
        """The clip of these arrays, shared without a copy: they are read-only and have no other owner."""
        slides = None if self.slides is None else read_only(self.slides)
        return Clip(skeleton, fps, read_only(self.roots), read_only(self.rotations), slides, name)

    def turn(self, rotation: Floats) -> None:
        """Turns the world about its origin, in place: only the root is in world coordinates and changes."""
        self.roots[:] = quat_rotate(rotation, self.roots)
        self.rotations[:, 0] = quat_multiply(rotation, self.rotations[:, 0])
        if self.slides is not None:
            self.slides[:, 0] = self.roots


def parse_heading(head: bytes, place: int, fps: float | None, notes: list[str]) -> Heading:
    """Reads "Frames:" and "Frame Time:" from `head[place:]`, in either order; each may be missing."""
    fields: dict[bytes, bytes] = {}
    while match := _HEADING.match(head, place):
        label = b"frames" if match.group(1).lower() == b"frames" else b"time"
        if label in fields:
            break
        fields[label] = match.group(2)
        place = match.end()
    count, token = fields.get(b"frames", b""), fields.get(b"time", b"")
    declared = int(count) if count.isdigit() and len(count) < 12 else None
    if fps is None:
        seconds = number_from(token)
        if seconds is not None and 1e-6 <= seconds <= 1e4:
            fps = rate_of(seconds, token.decode("latin-1"))
        else:
            fps = ASSUMED_RATE
            stated = f"a frame time of {token.decode('latin-1')[:20]!r}" if token else "no frame time"
            notes.append(f"The file states {stated}; {fps:g} frames per second were assumed.")
    return Heading(declared, fps, place)


def read_motion(
    text: TextBlocks,
    declared: int | None,
    channels: Sequence[tuple[int, ...]],
    offsets: Floats,
    scale: float,
    notes: list[str],
) -> MotionArrays | None:
    """Reads all frames; None where there are none.

    channels: Per joint the kinds of its channels, see `BvhHierarchy`.
    offsets: (J, 3) rest offsets [m]; scale: metres per file unit.
    """
    layout = _layout(channels, offsets, scale)
    if declared and _may_hold(text, declared, layout):
        arrays = _empty_arrays(layout, declared)
        if _fill_by_lines(text, layout, arrays):
            return arrays
        del arrays
    measures = _measure(text)
    frames = _frame_count(text, measures, len(layout.kinds), declared, notes)
    if frames == 0:
        return None
    numbers, needed = int(measures[kernels.VALUES]), _bytes_needed(layout, frames)
    if needed > _most_bytes(numbers):
        reason = (
            f"{frames} frames of {len(offsets)} joints from {numbers} numbers would take {needed >> 20} MB."
        )
        raise FormatError(text.path, reason)
    arrays = _empty_arrays(layout, frames)
    _fill(text, layout, arrays, by_lines=False)
    return arrays


def _slides(layout: kernels.Layout) -> bool:
    """True if a joint other than the root has a position channel."""
    return bool((layout.kinds[layout.first_channels[1] :] < kernels.POSITION_CHANNELS).any())


def _bytes_needed(layout: kernels.Layout, frames: int) -> int:
    """Memory that the poses of a number of frames take."""
    return frames * len(layout.offsets) * (56 if _slides(layout) else 32)


def _empty_arrays(layout: kernels.Layout, frames: int) -> MotionArrays:
    joints = len(layout.offsets)
    slides = np.empty((frames, joints, 3)) if _slides(layout) else None
    return MotionArrays(np.empty((frames, 3)), np.empty((frames, joints, 4)), slides)


def _layout(channels: Sequence[tuple[int, ...]], offsets: Floats, scale: float) -> kernels.Layout:
    first_channels = np.cumsum([0, *map(len, channels)])
    kinds = np.array([kind for kinds in channels for kind in kinds], dtype=np.int64)
    return kernels.Layout(first_channels, kinds, kernel_floats(offsets), scale)


def _may_hold(text: TextBlocks, frames: int, layout: kernels.Layout) -> bool:
    """True if the text is long enough for a number of frames: a value takes a digit and a blank at least."""
    numbers = frames * len(layout.kinds)
    return 0 < 2 * numbers <= text.size + 1 and _bytes_needed(layout, frames) <= _most_bytes(numbers)


def _most_bytes(numbers: int) -> int:
    """The most memory for the poses of a file with a count of numbers [bytes]: a small file of thousands of
    joints, hardly any of which a channel moves, could unfold into any size.
    """
    return (64 << 20) + 200 * numbers


def _measure(text: TextBlocks) -> np.ndarray:
    measures = np.zeros(kernels.MEASURES, dtype=np.int64)
    measures[kernels.ODD_LINE] = -1
    for block in chain(text.blocks(), (_NO_MORE,)):
        kernels.measure_rows(block, measures)
    return measures


def _frame_count(
    text: TextBlocks, measures: np.ndarray, channels: int, declared: int | None, notes: list[str]
) -> int:
    """Number of whole frames.

    Where the first line is one frame, every line must be, but for a last one that was cut off. Otherwise
    lines are wrapped in some other way, and the numbers must come out even.
    """
    total, width = int(measures[kernels.VALUES]), int(measures[kernels.FIRST_WIDTH])
    odd, odd_width = int(measures[kernels.ODD_LINE]), int(measures[kernels.ODD_WIDTH])
    if total == 0 or channels == 0:
        if total:
            notes.append("The file has numbers for its motion, but no joint has a channel.")
        return 0
    frames, rest = divmod(total, channels)
    if width == channels and odd >= 0 and (odd != measures[kernels.LAST_LINE] or odd_width > channels):
        raise text.error(f"this frame has {odd_width} numbers for {channels} channels.", odd)
    if width != channels and (rest or (declared is not None and declared != frames)):
        raise text.error(f"frames have {width} numbers for {channels} channels.", 0)
    if rest:
        notes.append(f"The last frame is cut off after {rest} of {channels} numbers; it was left out.")
    if declared != frames:
        stated = "no frame count" if declared is None else f"{declared} frames"
        notes.append(f"The file states {stated} but holds {frames}; these were read.")
    return frames


def _fill_by_lines(text: TextBlocks, layout: kernels.Layout, arrays: MotionArrays) -> bool:
    """True if the text was what the arrays were made for: a frame a line, and as many as fit."""
    try:
        return _fill(text, layout, arrays, by_lines=True)
    except FormatError:  # no number: wrong, unless it stands in a last frame that was cut off
        return False


def _fill(text: TextBlocks, layout: kernels.Layout, arrays: MotionArrays, by_lines: bool) -> bool:
    """Parses all frames into `arrays`.

    by_lines: Each frame must be a line, and there must be as many as fit: otherwise returns False.
    """
    slides = np.empty((0, len(layout.offsets), 3)) if arrays.slides is None else arrays.slides
    fixed = (by_lines, layout, kernels.Poses(arrays.roots, arrays.rotations, slides))
    row = np.empty(len(layout.kinds))
    filled = frame = 0
    behind = text.start  # bytes of the file before this block
    for block in chain(text.blocks(), (_NO_MORE,)):
        why, place, filled, frame = kernels.read_rows(block, 0, row, filled, frame, *fixed)
        while why == kernels.ASK_PYTHON:
            row[filled], after = text.hard_number(block, place, behind, kernels.LARGEST)
            why, place, filled, frame = kernels.read_rows(block, after, row, filled + 1, frame, *fixed)
        if why == kernels.NOT_A_FRAME_A_LINE:
            return False
        behind += len(block)
    return frame == len(arrays.rotations)
