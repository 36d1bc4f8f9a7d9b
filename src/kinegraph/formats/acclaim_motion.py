"""Acclaim motions (.amc): per frame a number, then a line of values for each bone that can move."""

import math
import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import FormatError
from kinegraph.core.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
    unroll_quats,
)
from kinegraph.formats import acclaim_kernels as kernels
from kinegraph.formats.acclaim_skeleton import DOFS, LARGEST, AcclaimSkeleton, Bone
from kinegraph.formats.text_blocks import TextBlocks, shown

_FIRST_TURN, _LENGTH = DOFS.index("rx"), DOFS.index("l")
_KEYWORDS = re.compile(rb"^[ \t]*:([A-Za-z-]+)", re.MULTILINE)
_TOKEN = re.compile(rb"[^\x00-\x20]+")


class AmcArrays(NamedTuple):
    """Shapes and units as `Clip` has them."""

    roots: Floats
    rotations: Floats
    slides: Floats | None


@dataclass(frozen=True)
class _Rows:
    """The values of a motion file as it has them: (F, C), and the columns where each bone's start (B + 1)."""

    values: Floats
    starts: np.ndarray


def radians_of(head: bytes, skeleton: AcclaimSkeleton) -> float:
    """Radians per unit of angle: as the motion's :DEGREES or :RADIANS says, else as its skeleton does."""
    for keyword in _KEYWORDS.findall(head):
        if keyword.upper() in (b"DEGREES", b"RADIANS"):
            return math.pi / 180.0 if keyword.upper() == b"DEGREES" else 1.0
    return skeleton.radians


def read_amc(text: TextBlocks, skeleton: AcclaimSkeleton, radians: float, notes: list[str]) -> AmcArrays:
    """Reads all frames of a motion file of this skeleton."""
    rows = _read_rows(text, skeleton, notes)
    frames, joints = len(rows.values), len(skeleton.bones)
    rotations = np.empty((frames, joints, 4))
    moves = [any(dof < _FIRST_TURN for dof in bone.dofs) for bone in skeleton.bones]
    slides = np.empty((frames, joints, 3)) if any(moves[1:]) else None
    roots = np.empty((frames, 3))
    for joint, bone in enumerate(skeleton.bones):
        values = rows.values[:, rows.starts[joint] : rows.starts[joint + 1]]
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


def _read_rows(text: TextBlocks, skeleton: AcclaimSkeleton, notes: list[str]) -> _Rows:
    names = [name.encode() for name in skeleton.skeleton.names]
    name_starts = np.cumsum([0, *map(len, names)])
    starts = np.cumsum([0, *(len(bone.dofs) for bone in skeleton.bones)])
    letters = np.frombuffer(b"".join(names), dtype=np.uint8)
    frames = sum(kernels.count_frames(block) for block in text.blocks())
    _check_size(text, frames, len(names))
    numbers, values = np.empty(frames, dtype=np.int64), np.empty((frames, int(starts[-1])))
    stated = np.zeros(len(names), dtype=np.bool_)
    state = np.zeros(kernels.STATE, dtype=np.int64)
    state[[kernels.FRAME, kernels.BONE]] = -1
    outputs = (state, letters, name_starts, starts, numbers, values, stated, LARGEST)
    behind = text.start
    for block in text.blocks():
        why, place = kernels.read_lines(block, 0, *outputs)
        while why == kernels.ASK_PYTHON:
            column = starts[state[kernels.BONE]] + state[kernels.FILLED]
            values[state[kernels.FRAME], column], after = text.hard_number(block, place, behind, LARGEST)
            state[kernels.FILLED] += 1
            why, place = kernels.read_lines(block, after, *outputs)
        if why != kernels.BLOCK_DONE:
            raise _error(text, why, block, place, behind, names, starts, state)
        behind += len(block)
    if state[kernels.BONE] >= 0 and state[kernels.FILLED] < np.diff(starts)[state[kernels.BONE]]:
        raise text.error_at(_width_reason(names, starts, state), behind)
    whole = int(state[kernels.FRAME]) + 1
    numbers, values = numbers[:whole], values[:whole]
    _note_oddities(skeleton, numbers, stated, int(state[kernels.BONE_LINES]), notes)
    return _Rows(values, starts)


def _check_size(text: TextBlocks, frames: int, bones: int) -> None:
    if frames == 0:
        raise FormatError(text.path, "the motion has no frames: no line is a frame number.")
    needed = frames * bones * 64
    size = text.file.seek(0, 2) - text.start
    if needed > (64 << 20) + 100 * size:
        reason = f"{frames} nearly empty frames of {bones} bones would take {needed >> 20} MB."
        raise FormatError(text.path, reason)


def _error(
    text: TextBlocks,
    why: int,
    block: np.ndarray,
    place: int,
    behind: int,
    names: list[bytes],
    starts: np.ndarray,
    state: np.ndarray,
) -> FormatError:
    match = _TOKEN.match(bytes(block[place : place + 100]))
    token = shown(match.group() if match else b"")
    reason = {
        kernels.UNKNOWN_BONE: f"the skeleton has no bone {token}.",
        kernels.NOT_A_FRAME: f"{token} stands where a line with only a frame number was begun.",
        kernels.BEFORE_FIRST: f"{token} stands before the first frame number.",
    }.get(why) or _width_reason(names, starts, state)
    return text.error_at(reason, behind + place)


def _width_reason(names: list[bytes], starts: np.ndarray, state: np.ndarray) -> str:
    bone = int(state[kernels.BONE])
    return f"the skeleton gives {shown(names[bone])} {np.diff(starts)[bone]} values, not what stands here."


def _note_oddities(
    skeleton: AcclaimSkeleton, numbers: np.ndarray, stated: np.ndarray, bone_lines: int, notes: list[str]
) -> None:
    moving = np.array([len(bone.dofs) > 0 for bone in skeleton.bones])
    silent = [skeleton.skeleton.names[joint] for joint in np.flatnonzero(moving & ~stated)]
    if silent:
        notes.append(f"The motion says nothing of {len(silent)} bones, {silent[0]!r} first; they rest.")
    if bone_lines < len(numbers) * int(np.count_nonzero(moving & stated)):
        notes.append("Some frames leave bones out; these keep their last values.")
    if (np.diff(numbers) != 1).any():
        notes.append("The frame numbers do not count up by one; frames were taken in the order they stand.")
