"""Compiled passes over the bytes of a BVH's motion: one that measures it, one that turns it into poses.

They release Python's lock: a server goes on answering while a long file is read in a thread.
"""

import math

import numpy as np
from numba import njit

from kinegraph.formats.number_kernels import NUMBER, POWERS_OF_TEN, is_blank, parse_number

# What `measure_rows` carries from one block of bytes to the next.
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

LARGEST = 1e12  # no position in any unit, and no angle, is larger than this
# Coefficients of the series of sine and cosine.
S3, S5, S7, S9, S11, S13, S15, S17 = ((-1.0) ** (n // 2) / math.factorial(n) for n in range(3, 18, 2))
C2, C4, C6, C8, C10, C12, C14, C16 = ((-1.0) ** (n // 2) / math.factorial(n) for n in range(2, 17, 2))

POSITION_CHANNELS = 3  # kinds 0, 1, 2 move along x, y, z; kinds 3, 4, 5 turn about x, y, z


@njit(cache=True, nogil=True)
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


@njit(cache=True)
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


@njit(cache=True, nogil=True)
def read_rows(block, place, row, filled, frame, joints, kinds, offsets, scale, roots, rotations, slides):
    """Reads numbers from `block[place:]` into poses, until the block ends or a number needs Python.

    row: (C,) the numbers of the frame that is being read, of which `filled` are there.
    frame: The next frame to write.
    joints, kinds: (C,) the joint that each channel moves, in joint order, and how.
    offsets: (J, 3) rest offsets [m]; scale: metres per file unit.
    roots, rotations, slides: (F, 3), (F, J, 4), (F, J, 3) outputs [m]; slides has no frames where no joint
        but the root moves.
    Returns (why, place, filled, frame); with ASK_PYTHON the token starts at `place`.
    """
    size = len(block)
    while place < size and frame < len(rotations):
        while place < size and is_blank(block[place]):
            place += 1
        if place == size:
            break
        stop, value = _plain_number(block, place)
        if stop < 0:
            stop = place
            while stop < size and not is_blank(block[stop]):
                stop += 1
            status, value = parse_number(block, place, stop)
            if status != NUMBER:
                return ASK_PYTHON, place, filled, frame
        if abs(value) > LARGEST:
            return ASK_PYTHON, place, filled, frame
        row[filled] = value
        filled += 1
        place = stop
        if filled == len(row):
            write_pose(row, frame, joints, kinds, offsets, scale, roots, rotations, slides)
            filled = 0
            frame += 1
    return BLOCK_DONE, place, filled, frame


@njit(cache=True, error_model="numpy")
def _plain_number(block, place):
    """(place after it, value) of a token like -12.3456: 15 digits at most, a blank after it; else -1.

    What nearly all numbers of nearly all files look like, in one pass over their bytes.
    """
    size = len(block)
    negative = block[place] == 45
    if negative:
        place += 1
    first, mantissa = place, np.int64(0)
    while place < size:
        digit = np.uint8(block[place] - np.uint8(48))  # below zero wraps round: one comparison tells a digit
        if digit > 9:
            break
        mantissa = mantissa * 10 + np.int64(digit)
        place += 1
    digits, decimals = place - first, 0
    if place < size and block[place] == 46:
        place += 1
        first = place
        while place < size:
            digit = np.uint8(block[place] - np.uint8(48))
            if digit > 9:
                break
            mantissa = mantissa * 10 + np.int64(digit)
            place += 1
        decimals = place - first
    digits += decimals
    if digits == 0 or digits > 15 or place == size or not is_blank(block[place]):
        return -1, 0.0
    value = np.float64(mantissa)
    if decimals > 0:
        value /= POWERS_OF_TEN[decimals]
    return place, -value if negative else value


@njit(cache=True)
def write_pose(row, frame, joints, kinds, offsets, scale, roots, rotations, slides):
    """One row of channel values as frame `frame` of the outputs; see `read_rows` for the arrays.

    Rotation channels multiply left to right in the order listed; a position channel replaces its part of the
    offset. Signs follow the frame before, so that quaternion components are continuous in time.
    """
    sliding = len(slides) > 0
    channel = 0
    # Element by element: views of the arrays would cost more than the arithmetic, and take long to compile.
    for joint in range(rotations.shape[1]):
        x, y, z, w = 0.0, 0.0, 0.0, 1.0
        for k in range(3):
            if joint == 0:
                roots[frame, k] = offsets[0, k]
            if sliding:
                slides[frame, joint, k] = offsets[joint, k]
        while channel < len(row) and joints[channel] == joint:
            kind, value = kinds[channel], row[channel]
            channel += 1
            if kind >= POSITION_CHANNELS:
                if value != 0.0:
                    x, y, z, w = _turned(x, y, z, w, kind - POSITION_CHANNELS, value)
                continue
            if joint == 0:
                roots[frame, kind] = value * scale
            if sliding:
                slides[frame, joint, kind] = value * scale
        agreement = w
        if frame > 0:
            agreement = x * rotations[frame - 1, joint, 0] + y * rotations[frame - 1, joint, 1]
            agreement += z * rotations[frame - 1, joint, 2] + w * rotations[frame - 1, joint, 3]
        sign = -1.0 if agreement < 0.0 else 1.0
        rotations[frame, joint, 0] = sign * x
        rotations[frame, joint, 1] = sign * y
        rotations[frame, joint, 2] = sign * z
        rotations[frame, joint, 3] = sign * w


@njit(cache=True, fastmath={"contract"})
def sin_cos_degrees(angle):
    """Sine and cosine of an angle in degrees.

    Taken off in degrees, whole quarter turns leave an exact rest however large the angle, of 45 degrees at
    most: there both series are full to the last bit.
    """
    quarters = math.floor(angle / 90.0 + 0.5)
    x = (angle - 90.0 * quarters) * (math.pi / 180.0)
    y = x * x
    s = S5 + y * (S7 + y * (S9 + y * (S11 + y * (S13 + y * (S15 + y * S17)))))
    c = C4 + y * (C6 + y * (C8 + y * (C10 + y * (C12 + y * (C14 + y * C16)))))
    s, c = x + x * y * (S3 + y * s), 1.0 + y * (C2 + y * c)
    turn = np.int64(quarters) & 3
    if turn == 0:
        return s, c
    if turn == 1:
        return c, -s
    if turn == 2:
        return -s, -c
    return -c, s


@njit(cache=True)
def _turned(x, y, z, w, axis, angle):
    """The quaternion x, y, z, w times the rotation by `angle` [degrees] about a coordinate axis."""
    s, c = sin_cos_degrees(0.5 * angle)
    if axis == 0:
        return x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s
    if axis == 1:
        return x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s
    return x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s
