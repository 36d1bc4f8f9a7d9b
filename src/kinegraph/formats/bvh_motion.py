"""The second half of a BVH: MOTION, from bytes to arrays.

The text is never held whole and a declared count is never trusted: one pass over blocks of bytes measures
what is there, a second parses it, with a compiled kernel that writes rotations into the clip's own arrays.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, read_only
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError
from kinegraph.core.rotations import quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import bvh_kernels as kernels
from kinegraph.formats.bvh_conventions import ASSUMED_RATE, rate_of
from kinegraph.formats.number_kernels import number_from
from kinegraph.formats.text_blocks import TextBlocks

_HEADING = re.compile(rb"\s*(frames|frame\s*time)\s*:?[ \t]*([^\s]*)\s*", re.IGNORECASE)
_NO_MORE = np.frombuffer(b"\n", dtype=np.uint8)


class Heading(NamedTuple):
    """What precedes the numbers: the declared frame count, the rate [1/s], and where the numbers start."""

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
        """The clip of these arrays. It shares them, since they come as read-only: nobody else holds them."""
        slides = None if self.slides is None else read_only(self.slides)
        return Clip(skeleton, fps, read_only(self.roots), read_only(self.rotations), slides, name)

    def turn(self, rotation: Floats) -> None:
        """Turns the world about its origin, in place: only what is told in the world changes, the root."""
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
    joints = np.array([joint for joint, kinds in enumerate(channels) for _ in kinds], dtype=np.int64)
    kinds = np.array([kind for kinds in channels for kind in kinds], dtype=np.int64)
    measures = _measure(text)
    frames = _frame_count(text, measures, len(kinds), declared, notes)
    if frames == 0:
        return None
    sliding = bool(((kinds < kernels.POSITION_CHANNELS) & (joints > 0)).any())
    _check_size(text, frames, len(offsets), sliding, int(measures[kernels.VALUES]))
    arrays = MotionArrays(
        np.empty((frames, 3)),
        np.empty((frames, len(offsets), 4)),
        np.empty((frames, len(offsets), 3)) if sliding else None,
    )
    _fill(text, joints, kinds, np.array(offsets), scale, arrays)
    return arrays


def _measure(text: TextBlocks) -> np.ndarray:
    measures = np.zeros(kernels.MEASURES, dtype=np.int64)
    measures[kernels.ODD_LINE] = -1
    for block in text.blocks():
        kernels.measure_rows(block, measures)
    kernels.measure_rows(_NO_MORE, measures)  # the last line need not end
    return measures


def _frame_count(
    text: TextBlocks, measures: np.ndarray, channels: int, declared: int | None, notes: list[str]
) -> int:
    """How many whole frames there are.

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


def _check_size(text: TextBlocks, frames: int, joints: int, sliding: bool, numbers: int) -> None:
    """Refuses small files that unfold into huge arrays: thousands of joints that hardly any channel moves."""
    needed = frames * joints * (56 if sliding else 32)
    if needed > (64 << 20) + 200 * numbers:
        reason = f"{frames} frames of {joints} joints from {numbers} numbers would take {needed >> 20} MB."
        raise FormatError(text.path, reason)


def _fill(
    text: TextBlocks,
    joints: np.ndarray,
    kinds: np.ndarray,
    offsets: Floats,
    scale: float,
    arrays: MotionArrays,
) -> None:
    slides = np.empty((0, len(offsets), 3)) if arrays.slides is None else arrays.slides
    outputs = (joints, kinds, offsets, scale, arrays.roots, arrays.rotations, slides)
    row = np.empty(len(kinds))
    filled = frame = 0
    behind = text.start  # bytes of the file before this block
    for block in text.blocks():
        why, place, filled, frame = kernels.read_rows(block, 0, row, filled, frame, *outputs)
        while why != kernels.BLOCK_DONE:
            row[filled], after = text.hard_number(block, place, behind, kernels.LARGEST)
            filled += 1
            if filled == len(row):
                kernels.write_pose(row, frame, *outputs)
                filled, frame = 0, frame + 1
            why, place, filled, frame = kernels.read_rows(block, after, row, filled, frame, *outputs)
        behind += len(block)
