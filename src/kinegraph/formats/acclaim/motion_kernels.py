"""A compiled pass over the bytes of an Acclaim motion (.amc): lines of a bone's name and its values."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.formats.text.number_kernels import NUMBER, is_blank, parse_number

# Entries of the state that `read_lines` carries from call to call.
FRAME = 0  # the frame being filled, -1 before the first
BONE = 1  # the bone whose values are being read, -1 between lines, AFTER_NUMBER in a frame number's line
FILLED = 2  # how many of its values are there
EXPECTED = 3  # the bone that followed this one in the frame before, tried first
BONE_LINES = 4  # lines with a bone so far
STATE = 5
AFTER_NUMBER = -2

# Why `read_lines` came back.
BLOCK_DONE = 0
ASK_PYTHON = 1  # the token at the returned place is no number, too large, or too hard for compiled code
UNKNOWN_BONE = 2
TOO_FEW = 3
TOO_MANY = 4
BEFORE_FIRST = 5  # a bone's line before any frame number
NOT_A_FRAME = 6  # a line that starts as a frame number does and goes on


class Bones(NamedTuple):
    """The bones that a motion may name.

    names: The names as bytes, one after the other; name_starts: (B + 1,) where each starts.
    value_starts: (B + 1,) the columns of each bone's values.
    """

    names: NDArray[np.uint8]
    name_starts: Ints
    value_starts: Ints


class Frames(NamedTuple):
    """The frames that are read.

    numbers: (F,) the frame numbers.
    values: (F, C) the values as the file has them; a frame starts as a copy of the one before.
    stated: (B,) which bones have a line.
    """

    numbers: Ints
    values: Floats
    stated: NDArray[np.bool_]


@cached_kernel(nogil=True)
def count_frames(block):
    """The number of lines of the block that start with a digit: each begins a frame."""
    count = 0
    at_start = True
    for byte in block:
        if byte == 10 or byte == 13:
            at_start = True
        elif at_start and not is_blank(byte):
            count += 48 <= byte <= 57
            at_start = False
    return count


@cached_kernel(nogil=True)
def read_lines(block, place, state, bones, frames, largest):
    """Reads lines from `block[place:]` until the block ends, or something needs Python.

    bones: `Bones`; frames: `Frames`, written; largest: The largest number that is taken as it is.
    Returns (why, place).
    """
    value_starts, values = bones.value_starts, frames.values
    size = len(block)
    while place < size:
        if is_blank(block[place]):
            if block[place] == 10 or block[place] == 13:
                bone = state[BONE]
                if bone >= 0 and state[FILLED] < value_starts[bone + 1] - value_starts[bone]:
                    return TOO_FEW, place
                state[BONE] = -1
            place += 1
            continue
        stop = place
        while stop < size and not is_blank(block[stop]):
            stop += 1
        if state[BONE] >= 0:
            bone = state[BONE]
            column = value_starts[bone] + state[FILLED]
            if column == value_starts[bone + 1]:
                return TOO_MANY, place
            status, value = parse_number(block, place, stop)
            if status != NUMBER or abs(value) > largest:
                return ASK_PYTHON, place
            values[state[FRAME], column] = value
            state[FILLED] += 1
        elif state[BONE] == AFTER_NUMBER:
            return NOT_A_FRAME, place
        elif block[place] == 35 or block[place] == 58:  # a comment or a :keyword
            while stop < size and block[stop] != 10 and block[stop] != 13:
                stop += 1
        elif 48 <= block[place] <= 57:
            if state[FRAME] + 1 == len(values):  # counted otherwise: the arrays end here
                return NOT_A_FRAME, place
            _begin_frame(block, place, stop, state, frames)
        else:
            if state[FRAME] < 0:
                return BEFORE_FIRST, place
            bone = _find_bone(block, place, stop, bones, state[EXPECTED])
            if bone < 0:
                return UNKNOWN_BONE, place
            state[BONE], state[FILLED], state[EXPECTED] = bone, 0, bone + 1
            state[BONE_LINES] += 1
            frames.stated[bone] = True
        place = stop
    return BLOCK_DONE, place


@cached_kernel()
def _begin_frame(block, start, stop, state, frames):
    """Starts the frame whose number is at block[start:stop], as a copy of the frame before."""
    values = frames.values
    number = 0
    for i in range(start, stop):
        if 48 <= block[i] <= 57 and number < 1_000_000_000:
            number = number * 10 + np.int64(block[i] - 48)
    state[FRAME] += 1
    state[BONE] = AFTER_NUMBER
    frame = state[FRAME]
    frames.numbers[frame] = number
    for column in range(values.shape[1]):
        values[frame, column] = values[frame - 1, column] if frame > 0 else 0.0


@cached_kernel()
def _find_bone(block, start, stop, bones, expected):
    """The bone whose name is at block[start:stop], -1 where there is none; tries the expected one first."""
    names, name_starts = bones.names, bones.name_starts
    count = len(name_starts) - 1
    for k in range(count):
        bone = (expected + k) % count
        first, after = name_starts[bone], name_starts[bone + 1]
        if after - first != stop - start:
            continue
        same = True
        for i in range(stop - start):
            if block[start + i] != names[first + i]:
                same = False
                break
        if same:
            return bone
    return -1
