"""Compiled passes over the bytes of a BVH's motion: one that turns it into poses, one that only measures it.

They release Python's lock: a server goes on answering while a long file is read in a thread.
"""

import math
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.formats.text.number_kernels import NUMBER, is_blank, parse_number
from kinegraph.formats.text.short_number_kernels import short_number

# Entries of the measures that `measure_rows` carries from one block of bytes to the next.
VALUES = 0  # numbers so far
LINES = 1  # line breaks so far
IN_LINE = 2  # numbers in the line that is being read
FIRST_WIDTH = 3  # numbers in the first line that has any
ODD_LINE = 4  # index of the first later line with another width, -1 for none
ODD_WIDTH = 5
LAST_LINE = 6  # index of the last line that ended with numbers in it
MEASURES = 7

# Why `read_rows` came back.
BLOCK_DONE = 0
ASK_PYTHON = 1  # the token at the returned place is no number, beyond LARGEST, or too hard for compiled code
NOT_A_FRAME_A_LINE = 2  # a line has more or fewer numbers than a frame, or there are more lines than frames

LARGEST = 1e12  # no position in any unit, and no angle, is larger than this
RADIANS = math.pi / 180.0
# Coefficients of the series of sine and cosine.
S3, S5, S7, S9, S11, S13, S15, S17 = ((-1.0) ** (n // 2) / math.factorial(n) for n in range(3, 18, 2))
C2, C4, C6, C8, C10, C12, C14, C16 = ((-1.0) ** (n // 2) / math.factorial(n) for n in range(2, 17, 2))

POSITION_CHANNELS = 3  # kinds 0, 1, 2 move along x, y, z; kinds 3, 4, 5 turn about x, y, z


class Layout(NamedTuple):
    """Channels of a frame's numbers, and the rest offsets of the joints that they move.

    first_channels: (J + 1,) the first channel of each joint, and the number of all channels C.
    kinds: (C,) the kind of each channel.
    offsets: (J, 3) rest offsets [m].
    scale: Metres per file unit.
    """

    first_channels: Ints
    kinds: Ints
    offsets: Floats
    scale: float


class Poses(NamedTuple):
    """The poses that are read.

    roots, rotations: (F, 3) [m] and (F, J, 4), as `Clip` has them.
    slides: (F, J, 3) [m]; no frames where no joint but the root moves.
    """

    roots: Floats
    rotations: Floats
    slides: Floats


@cached_kernel(nogil=True)
def measure_rows(block, measures):
    """Counts the numbers and lines of a block that does not split a token; `measures` is updated in place.

    A line ends in LF, CR LF or CR.
    """
    inside = False
    for i in range(len(block)):
        byte = block[i]
        if is_blank(byte):
            inside = False
            if byte == 10 or (byte == 13 and (i + 1 == len(block) or block[i + 1] != 10)):
                _end_line(measures)
        elif not inside:
            inside = True
            measures[VALUES] += 1
            measures[IN_LINE] += 1


@cached_kernel()
def _end_line(measures):
    width = measures[IN_LINE]
    if width > 0:
        if measures[FIRST_WIDTH] == 0:
            measures[FIRST_WIDTH] = width
        elif width != measures[FIRST_WIDTH] and measures[ODD_LINE] < 0:
            measures[ODD_LINE] = measures[LINES]
            measures[ODD_WIDTH] = width
        measures[LAST_LINE] = measures[LINES]
    measures[IN_LINE] = 0
    measures[LINES] += 1


@cached_kernel(nogil=True)
def read_rows(block, place, row, filled, frame, by_lines, layout, poses):
    """Reads numbers from `block[place:]` into poses, until the block ends or one cannot go on.

    row: (C,) the numbers of the frame that is being read, of which `filled` are there.
    frame: The next frame to write.
    by_lines: Whether a frame must be a line; otherwise line breaks are blanks like others.
    layout: The `Layout` of the channels.
    poses: `Poses`, written.
    Returns (why, place, filled, frame); with ASK_PYTHON the token starts at `place`.
    """
    size, width = len(block), len(row)
    sines, cosines = np.empty(width), np.empty(width)
    while True:
        line_ended = not by_lines
        while place < size and is_blank(block[place]):
            line_ended |= block[place] == 10 or block[place] == 13
            place += 1
        if line_ended and filled == width:
            sin_cos_of_halves(row, sines, cosines)
            _write_pose(row, sines, cosines, frame, layout, poses)
            filled = 0
            frame += 1
        elif line_ended and filled > 0 and by_lines:
            return NOT_A_FRAME_A_LINE, place, filled, frame
        if place == size:
            return BLOCK_DONE, place, filled, frame
        if filled == width or frame == len(poses.rotations):
            return NOT_A_FRAME_A_LINE if by_lines else BLOCK_DONE, place, filled, frame
        before = filled
        place, filled = _short_numbers(block, place, row, filled)
        if filled > before:
            continue
        stop = place
        while stop < size and not is_blank(block[stop]):
            stop += 1
        status, value = parse_number(block, place, stop)
        if status != NUMBER or abs(value) > LARGEST:
            return ASK_PYTHON, place, filled, frame
        row[filled] = value
        filled += 1
        place = stop


@cached_kernel()
def _short_numbers(block, place, row, filled):
    """(place after them, filled) having read short numbers with single spaces between, as far as those go."""
    while filled < len(row):
        stop, value = short_number(block, place)
        if stop < 0:
            break
        row[filled] = value
        filled += 1
        place = stop
        if block[place] != 32 or is_blank(block[place + 1]):
            break
        place += 1
    return place, filled


@cached_kernel(fastmath={"contract"})
def _write_pose(row, sines, cosines, frame, layout, poses):
    """Writes one row of channel values as frame `frame` of the poses.

    sines, cosines: (C,) of half of each value [degrees].
    Rotation channels multiply left to right in the order listed; a position channel replaces its part of the
    offset. Signs follow the frame before, so that quaternion components are continuous in time.
    """
    first_channels, kinds, offsets, scale = layout
    roots, rotations, slides = poses
    sliding = len(slides) > 0
    # Element by element: views of the arrays would cost more than the arithmetic, and take long to compile.
    for joint in range(rotations.shape[1]):
        x, y, z, w = 0.0, 0.0, 0.0, 1.0
        for k in range(3):
            if joint == 0:
                roots[frame, k] = offsets[0, k]
            if sliding:
                slides[frame, joint, k] = offsets[joint, k]
        for channel in range(first_channels[joint], first_channels[joint + 1]):
            kind = kinds[channel]
            if kind >= POSITION_CHANNELS:
                x, y, z, w = _multiply_axis(x, y, z, w, kind, sines[channel], cosines[channel])
                continue
            if joint == 0:
                roots[frame, kind] = row[channel] * scale
            if sliding:
                slides[frame, joint, kind] = row[channel] * scale
        agreement = w
        if frame > 0:
            agreement = x * rotations[frame - 1, joint, 0] + y * rotations[frame - 1, joint, 1]
            agreement += z * rotations[frame - 1, joint, 2] + w * rotations[frame - 1, joint, 3]
        sign = -1.0 if agreement < 0.0 else 1.0
        rotations[frame, joint, 0] = sign * x
        rotations[frame, joint, 1] = sign * y
        rotations[frame, joint, 2] = sign * z
        rotations[frame, joint, 3] = sign * w


@cached_kernel(fastmath={"contract"})
def _multiply_axis(x, y, z, w, kind, s, c):
    """The quaternion x, y, z, w times a rotation about an axis; s, c: sine and cosine of half its angle."""
    if kind == POSITION_CHANNELS:
        return x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s
    if kind == POSITION_CHANNELS + 1:
        return x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s
    return x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s


@cached_kernel(fastmath={"contract"})
def sin_cos_of_halves(angles, sines, cosines):
    """Writes sine and cosine of half of each angle [degrees]: a loop that becomes vector code."""
    for k in range(len(angles)):
        sines[k], cosines[k] = sin_cos_degrees(0.5 * angles[k])


@cached_kernel(fastmath={"contract"})
def sin_cos_degrees(angle):
    """Sine and cosine of an angle in degrees, without a branch.

    Taken off in degrees, whole quarter turns leave an exact rest however large the angle, of 45 degrees at
    most: there both series are full to the last bit.
    """
    quarters = np.floor(angle * (1.0 / 90.0) + 0.5)
    x = (angle - 90.0 * quarters) * RADIANS
    y = x * x
    s = S5 + y * (S7 + y * (S9 + y * (S11 + y * (S13 + y * (S15 + y * S17)))))
    c = C4 + y * (C6 + y * (C8 + y * (C10 + y * (C12 + y * (C14 + y * C16)))))
    s, c = x + x * y * (S3 + y * s), 1.0 + y * (C2 + y * c)
    turn = quarters - 4.0 * np.floor(0.25 * quarters)  # 0, 1, 2 or 3
    swapped = turn == 1.0 or turn == 3.0
    sine, cosine = c if swapped else s, s if swapped else c
    return -sine if turn >= 2.0 else sine, -cosine if turn == 1.0 or turn == 2.0 else cosine
