"""Writing BVH: any clip or keyed animation, as a skeleton that rests unrotated and rows of Euler angles."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.math.euler import EULER_ORDERS, euler_from_quat, unroll_euler
from kinegraph.core.rest_frames import with_unrotated_rest
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.bvh.conventions import (
    CENTIMETRE,
    METRE,
    MILLIMETRE,
    metres_per_unit,
    rest_size,
)
from kinegraph.formats.mapping.dense_motion import chosen_clip, safe_names, sliding_joints
from kinegraph.formats.text.number_kernels import format_rows

DECIMALS = 6  # of a centimetre or a degree: 10 nm, and 0.04 µm at the end of a two metre arm
LARGEST = 1e11
ROWS_AT_ONCE = 1024


def write_bvh(
    scene: Scene,
    path: str | PathLike[str],
    scale: float | None = None,
    order: str = "ZXY",
    motion: str | int = 0,
    fps: float | None = None,
) -> None:
    """Writes one motion of a scene; a character alone is written as one frame of its rest pose.

    scale: Metres per file unit; when None centimetres, or for the very small and the very large the unit that
        `read_bvh` will take it for.
    order: The Euler order of all joints, "ZXY" meaning channels Zrotation Xrotation Yrotation.
    motion: Which of the scene's clips and then animations, by name or index.
    fps: The rate at which a keyed animation is baked; its own when None.
    """
    if order not in EULER_ORDERS:
        raise InvalidValue(f"{order!r} is no Euler order; valid: {', '.join(EULER_ORDERS)}.")
    if scale is not None and not 1e-9 < scale < 1e9:
        raise InvalidValue(f"A scale must be a positive number, not {scale}.")
    clip = with_unrotated_rest(chosen_clip(scene, path, motion, fps))
    scale = _readable_unit(clip.skeleton) if scale is None else scale
    sliding = sliding_joints(clip)
    with Path(path).open("wb") as file:
        file.write(_hierarchy_text(clip.skeleton, scale, order, sliding).encode())
        file.write(f"MOTION\nFrames: {len(clip)}\nFrame Time: {1.0 / clip.fps:.10f}\n".encode())
        for block in _motion_text(clip, scale, order, sliding, path):
            file.write(block)


def _readable_unit(skeleton: Skeleton) -> float:
    """Metres per file unit, chosen so that readers that guess the unit from the size guess right."""
    units = (CENTIMETRE, METRE, MILLIMETRE)
    ends = zip(skeleton.end_joints.tolist(), skeleton.end_offsets.tolist(), strict=True)
    size = rest_size(skeleton.parents.tolist(), skeleton.offsets.tolist(), ends)
    right = (unit for unit in units if metres_per_unit(skeleton.names, size / unit)[0] == unit)
    return next(right, CENTIMETRE)


def _hierarchy_text(skeleton: Skeleton, scale: float, order: str, sliding: frozenset[int]) -> str:
    names = safe_names(skeleton.names)
    turns = " ".join(f"{axis}rotation" for axis in order)
    lines = ["HIERARCHY"]
    open_joints: list[int] = []
    for joint in _depth_first(skeleton):
        parent = int(skeleton.parents[joint])
        while open_joints and open_joints[-1] != parent:
            open_joints.pop()
            lines.append("\t" * len(open_joints) + "}")
        indent = "\t" * len(open_joints)
        channels = f"6 Xposition Yposition Zposition {turns}" if joint in sliding else f"3 {turns}"
        lines += [f"{indent}{'JOINT' if open_joints else 'ROOT'} {names[joint]}", f"{indent}{{"]
        lines += [
            f"{indent}\tOFFSET {_triple(skeleton.offsets[joint], scale)}",
            f"{indent}\tCHANNELS {channels}",
        ]
        for end in np.flatnonzero(skeleton.end_joints == joint):
            lines += [f"{indent}\tEnd Site", f"{indent}\t{{"]
            lines += [f"{indent}\t\tOFFSET {_triple(skeleton.end_offsets[end], scale)}", f"{indent}\t}}"]
        open_joints.append(joint)
    lines += ["\t" * depth + "}" for depth in reversed(range(len(open_joints)))]
    return "\n".join(lines) + "\n"


def _depth_first(skeleton: Skeleton) -> list[int]:
    """Joints in the order in which nested braces list them."""
    order, waiting = [], [0]
    while waiting:
        joint = waiting.pop()
        order.append(joint)
        waiting.extend(reversed(skeleton.children[joint]))
    return order


def _triple(offset: Floats, scale: float) -> str:
    return " ".join(f"{value:.{DECIMALS}f}" for value in offset / scale + 0.0)


def _motion_text(
    clip: Clip, scale: float, order: str, sliding: frozenset[int], path: str | PathLike[str]
) -> Iterator[bytes]:
    """The rows of numbers, as text in blocks."""
    joints = _depth_first(clip.skeleton)
    angles = np.degrees(unroll_euler(euler_from_quat(clip.rotations, order), order))
    columns = np.cumsum([0, *(6 if joint in sliding else 3 for joint in joints)])
    buffer = np.empty(ROWS_AT_ONCE * int(columns[-1]) * 24, dtype=np.uint8)
    for start in range(0, len(clip), ROWS_AT_ONCE):
        part = slice(start, start + ROWS_AT_ONCE)
        rows = _rows(clip.frames(start, start + ROWS_AT_ONCE), angles[part], scale, sliding, joints, columns)
        if np.abs(rows).max() > LARGEST:
            raise FormatError(path, f"the motion goes further than the {LARGEST:g} units that fit.")
        yield buffer[: format_rows(rows, DECIMALS, buffer)].tobytes()


def _rows(
    clip: Clip, angles: Floats, scale: float, sliding: frozenset[int], joints: list[int], columns: Ints
) -> Floats:
    """(F, C) channel values [file units, degrees], joints in the order of the text."""
    rows = np.empty((len(clip), int(columns[-1])))
    places = local_translations(clip) if len(sliding) > 1 else clip.root_translations[:, None]
    for joint, first, after in zip(joints, columns[:-1], columns[1:], strict=True):
        if joint in sliding:
            rows[:, first : first + 3] = places[:, joint] / scale
        rows[:, after - 3 : after] = angles[:, joint]
    return rows
