"""Acclaim motions (.amc): per frame a number, then a line of values for each bone that can move."""

import math
import re
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import FormatError
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
    unroll_quats,
)
from kinegraph.formats.acclaim import motion_kernels as kernels
from kinegraph.formats.acclaim.skeleton import (
    DOFS,
    LARGEST,
    AcclaimSkeleton,
    Bone,
)
from kinegraph.formats.text.blocks import TextBlocks, quote_token

_FIRST_TURN, _LENGTH = DOFS.index("rx"), DOFS.index("l")
_KEYWORDS = re.compile(rb"^[ \t]*:([A-Za-z-]+)", re.MULTILINE)
_TOKEN = re.compile(rb"[^\x00-\x20]+")


class AmcArrays(NamedTuple):
    """Shapes and units as `Clip` has them."""

    roots: Floats
    rotations: Floats
    slides: Floats | None


def radians_of(head: bytes, skeleton: AcclaimSkeleton) -> float:
    """Radians per unit of angle: as the motion's :DEGREES or :RADIANS says, else as its skeleton does."""
    for keyword in _KEYWORDS.findall(head):
        if keyword.upper() in (b"DEGREES", b"RADIANS"):
            return math.pi / 180.0 if keyword.upper() == b"DEGREES" else 1.0
    return skeleton.radians


def read_amc(text: TextBlocks, skeleton: AcclaimSkeleton, radians: float, notes: list[str]) -> AmcArrays:
    """Reads all frames of a motion file of this skeleton."""
    reading = _Reading(text, skeleton)
    reading.read()
    _note_oddities(skeleton, reading, notes)
    frames, joints = len(reading.values), len(skeleton.bones)
    rotations = np.empty((frames, joints, 4))
    moves = [any(dof < _FIRST_TURN for dof in bone.dofs) for bone in skeleton.bones]
    slides = np.empty((frames, joints, 3)) if any(moves[1:]) else None
    roots = np.empty((frames, 3))
    for joint, bone in enumerate(skeleton.bones):
        values = reading.values[:, reading.starts[joint] : reading.starts[joint + 1]]
        axis, offset = skeleton.axes[joint], skeleton.skeleton.offsets[joint]
        turn = quat_multiply(axis, _turns(bone, joint == 0, values, radians))
        if joint > 0:  # the root's axes are how it rests, a bone's are only what it turns about
            turn = quat_multiply(turn, quat_conjugate(axis))
        rotations[:, joint] = unroll_quats(turn)
        if joint == 0:
            roots[:] = offset + _moves(bone, values) * skeleton.metres
        if slides is not None:
            slides[:, joint] = offset + quat_rotate(axis, _moves(bone, values) * skeleton.metres)
    if slides is not None:
        slides[:, 0] = roots
    return AmcArrays(roots, rotations, slides)


def _turns(bone: Bone, is_root: bool, values: Floats, radians: float) -> Floats:
    """(F, 4) the product of a bone's rotations, in its own axes, the first applied first."""
    turns = [dof for dof in bone.dofs if _FIRST_TURN <= dof < _LENGTH]
    if is_root:  # its axis line says in which order, whatever the order of the values
        turns = [dof for letter in bone.axis_order if (dof := DOFS.index(f"r{letter.lower()}")) in turns]
    result = np.tile([0.0, 0.0, 0.0, 1.0], (len(values), 1))
    for dof in turns:
        angles = values[:, bone.dofs.index(dof)] * radians
        result = quat_multiply(quat_from_axis_angle(angles[:, None] * np.eye(3)[dof - _FIRST_TURN]), result)
    return result


def _moves(bone: Bone, values: Floats) -> Floats:
    """(F, 3) a bone's displacement in its own axes [file units]."""
    moved = np.zeros((len(values), 3))
    for column, dof in enumerate(bone.dofs):
        if dof < _FIRST_TURN:
            moved[:, dof] = values[:, column]
    return moved


class _Reading:
    """The state of one pass over the lines of a motion file.

    values: (F, C) the numbers as the file has them; starts: (B + 1) the columns where each bone's begin.
    numbers: (F,) the frame numbers; stated: (B,) which bones have a line.
    """

    def __init__(self, text: TextBlocks, skeleton: AcclaimSkeleton) -> None:
        frames = sum(kernels.count_frames(block) for block in text.blocks())
        _check_size(text, frames, len(skeleton.bones))
        self.text = text
        self.names = [name.encode() for name in skeleton.skeleton.names]
        self.starts = np.cumsum([0, *(len(bone.dofs) for bone in skeleton.bones)])
        self.numbers = np.empty(frames, dtype=np.int64)
        self.values = np.empty((frames, int(self.starts[-1])))
        self.stated = np.zeros(len(self.names), dtype=np.bool_)
        self.state = np.zeros(kernels.STATE, dtype=np.int64)
        self.state[[kernels.FRAME, kernels.BONE]] = -1

    def read(self) -> None:
        """Fills the arrays, and cuts them to the frames that are there."""
        letters = np.frombuffer(b"".join(self.names), dtype=np.uint8)
        name_starts = np.cumsum([0, *map(len, self.names)])
        bones = kernels.Bones(letters, name_starts, self.starts)
        frames = kernels.Frames(self.numbers, self.values, self.stated)
        behind = self.text.start  # bytes of the file before this block
        for block in self.text.blocks():
            why, place = kernels.read_lines(block, 0, self.state, bones, frames, LARGEST)
            while why == kernels.ASK_PYTHON:
                after = self.take_hard_number(block, place, behind)
                why, place = kernels.read_lines(block, after, self.state, bones, frames, LARGEST)
            if why != kernels.BLOCK_DONE:
                raise self.text.error_at(self.reason(why, block, place), behind + place)
            behind += len(block)
        bone = int(self.state[kernels.BONE])
        if bone >= 0 and self.state[kernels.FILLED] < self.width(bone):  # the last line need not end
            raise self.text.error_at(self.width_reason(bone), behind)
        count = int(self.state[kernels.FRAME]) + 1
        self.numbers, self.values = self.numbers[:count], self.values[:count]

    def take_hard_number(self, block: np.ndarray, place: int, behind: int) -> int:
        """Puts what the kernel could not read into its place; returns where to go on."""
        column = self.starts[self.state[kernels.BONE]] + self.state[kernels.FILLED]
        value, after = self.text.hard_number(block, place, behind, LARGEST)
        self.values[self.state[kernels.FRAME], column] = value
        self.state[kernels.FILLED] += 1
        return after

    def width(self, bone: int) -> int:
        return int(self.starts[bone + 1] - self.starts[bone])

    def reason(self, why: int, block: np.ndarray, place: int) -> str:
        match = _TOKEN.match(bytes(block[place : place + 100]))
        token = quote_token(match.group() if match else b"")
        if why == kernels.UNKNOWN_BONE:
            return f"the skeleton has no bone {token}."
        if why == kernels.NOT_A_FRAME:
            return f"{token} stands where a line with only a frame number was begun."
        if why == kernels.BEFORE_FIRST:
            return f"{token} stands before the first frame number."
        return self.width_reason(int(self.state[kernels.BONE]))

    def width_reason(self, bone: int) -> str:
        name = quote_token(self.names[bone])
        return f"the skeleton gives {name} {self.width(bone)} values; this line has another number."


def _check_size(text: TextBlocks, frames: int, bones: int) -> None:
    if frames == 0:
        raise FormatError(text.path, "the motion has no frames: no line is a frame number.")
    needed = frames * bones * 64
    size = text.file.seek(0, 2) - text.start
    if needed > (64 << 20) + 100 * size:
        reason = f"{frames} nearly empty frames of {bones} bones would take {needed >> 20} MB."
        raise FormatError(text.path, reason)


def _note_oddities(skeleton: AcclaimSkeleton, reading: _Reading, notes: list[str]) -> None:
    moving = np.array([len(bone.dofs) > 0 for bone in skeleton.bones])
    silent = [skeleton.skeleton.names[joint] for joint in np.flatnonzero(moving & ~reading.stated)]
    if silent:
        notes.append(f"The motion says nothing of {len(silent)} bones, {silent[0]!r} first; they rest.")
    expected = len(reading.numbers) * int(np.count_nonzero(moving & reading.stated))
    if reading.state[kernels.BONE_LINES] < expected:
        notes.append("Some frames leave bones out; these keep their last values.")
    if (np.diff(reading.numbers) != 1).any():
        notes.append("The frame numbers do not count up by one; frames were taken in the order they stand.")
