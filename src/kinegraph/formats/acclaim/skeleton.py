"""Acclaim skeletons (.asf): bones with directions and lengths, each with axes of its own to turn about.

A bone starts where its parent ends, and turns about its start by C M C^-1: M is the product of its degrees of
freedom, the first listed applied first, and C the bone's axes as they stand in the world at rest. Joints here
are those starts, and rest unrotated, so a bone's direction is its children's offset.
"""

import math
import re
from dataclasses import dataclass
from os import PathLike

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import FormatError
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.text.blocks import decode_name, quote_token
from kinegraph.formats.text.number_kernels import number_from

DOFS = ("tx", "ty", "tz", "rx", "ry", "rz", "l")
INCH = 0.0254
MOST_BONES = 10_000
LARGEST = 1e12
_ORDER = re.compile(r"[XYZ]{1,3}")


@dataclass
class Bone:
    """One bone as the file states it, and the root as a bone of no length.

    direction: Unit vector at rest; length in file units.
    axis_angles: The turns about x, y and z, in the file's unit of angle, that make the bone's axes (for the
        root: that place it), and axis_order: which of them is applied first, e.g. "XYZ".
    dofs: Indices into DOFS, in the order in which a motion file lists the values.
    position: Where the root stands, in file units.
    """

    name: str
    direction: tuple[float, ...] = (0.0, 0.0, 0.0)
    length: float = 0.0
    axis_angles: tuple[float, ...] = (0.0, 0.0, 0.0)
    axis_order: str = "XYZ"
    dofs: tuple[int, ...] = ()
    position: tuple[float, ...] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class AcclaimSkeleton:
    """A skeleton, and the data needed to read motions of it.

    bones: In joint order, the root first.
    axes: (J, 4) the rotation C of each bone's axes at rest, for the root its own rest rotation.
    metres: Per file unit.
    radians: Per unit of angle that a motion file uses unless it says otherwise.
    """

    name: str
    skeleton: Skeleton
    bones: tuple[Bone, ...]
    axes: Floats
    metres: float
    radians: float
    notes: tuple[str, ...]


def parse_asf(data: bytes, path: str | PathLike[str], scale: float | None = None) -> AcclaimSkeleton:
    """Parses an .asf file. scale: Metres per file unit; by default an inch over the file's unit of length."""
    return _Parser(data, path).parse(scale)


class _Parser:
    """The state of one pass over the lines."""

    def __init__(self, data: bytes, path: str | PathLike[str]) -> None:
        self.path = path
        self.line = 0
        self.lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
        self.name = ""
        self.unit_length = 1.0
        self.radians = math.pi / 180.0
        self.root = Bone("root")
        self.bones: dict[str, Bone] = {}
        self.bone: Bone | None = None  # the one between begin and end
        self.parents: dict[str, str] = {}
        self.limited = 0
        self.notes: list[str] = []

    def parse(self, scale: float | None) -> AcclaimSkeleton:
        sections = {
            b":units": self.units,
            b":root": self.root_line,
            b":bonedata": self.bone_line,
            b":hierarchy": self.hierarchy_line,
        }
        handle = None
        for raw in self.lines:
            self.line += 1
            words = raw.split(b"#", 1)[0].split()
            if not words:
                continue
            if words[0].startswith(b":"):
                handle = sections.get(words[0].lower())
                if words[0].lower() == b":name":
                    self.name = decode_name(b" ".join(words[1:]))
            elif handle is not None:
                handle(words)
        return self.result(scale)

    def units(self, words: list[bytes]) -> None:
        match words[0].lower():
            case b"length":
                (self.unit_length,) = self.numbers(words, 1)
                if not 1e-6 < self.unit_length < 1e6:
                    raise self.error(f"the unit of length must be positive, not {self.unit_length}.")
            case b"angle":
                self.radians = self.angle_unit(words[1] if len(words) > 1 else b"")

    def angle_unit(self, word: bytes) -> float:
        if word.lower().startswith(b"deg"):
            return math.pi / 180.0
        if word.lower().startswith(b"rad"):
            return 1.0
        raise self.error(f"angles are in deg or rad, not {quote_token(word)}.")

    def root_line(self, words: list[bytes]) -> None:
        match words[0].lower():
            case b"order":
                self.root.dofs = self.dof_list(words[1:])
            case b"axis":
                self.root.axis_order = self.axis_order(words[1] if len(words) > 1 else b"")
            case b"position":
                self.root.position = self.numbers(words, 3)
            case b"orientation":
                self.root.axis_angles = self.numbers(words, 3)

    def bone_line(self, words: list[bytes]) -> None:
        keyword = words[0].lower()
        if keyword == b"begin":
            if self.bone is not None:
                raise self.error("a bone begins inside another; an 'end' is missing.")
            self.bone = Bone("")
            return
        if self.bone is None:
            raise self.error(f"{quote_token(words[0])} stands outside any bone; a 'begin' is missing.")
        match keyword:
            case b"name":
                self.bone.name = decode_name(b" ".join(words[1:]))
            case b"direction":
                self.bone.direction = self.numbers(words, 3)
            case b"length":
                (self.bone.length,) = self.numbers(words, 1)
            case b"axis":
                self.bone.axis_angles = self.numbers(words, 3)
                self.bone.axis_order = self.axis_order(words[4] if len(words) > 4 else b"XYZ")
            case b"dof":
                self.bone.dofs = self.dof_list(words[1:])
            case b"limits":
                self.limited += 1
            case b"end":
                self.end_bone(self.bone)

    def end_bone(self, bone: Bone) -> None:
        if not bone.name:
            raise self.error("a bone has no name.")
        if bone.name in self.bones or bone.name == "root":
            raise self.error(f"two bones are called {bone.name!r}.")
        if len(self.bones) >= MOST_BONES:
            raise self.error(f"there are more than {MOST_BONES} bones.")
        self.bones[bone.name] = bone
        self.bone = None

    def hierarchy_line(self, words: list[bytes]) -> None:
        if len(words) == 1 and words[0].lower() in (b"begin", b"end"):
            return
        parent, *children = (decode_name(word) for word in words)
        for name in (parent, *children):
            if name != "root" and name not in self.bones:
                raise self.error(f"the hierarchy names {name!r}, which is no bone.")
        for child in children:
            if child == "root" or child in self.parents:
                raise self.error(f"{child!r} has two parents.")
            self.parents[child] = parent

    def numbers(self, words: list[bytes], count: int) -> tuple[float, ...]:
        values = [number_from(word) for word in words[1 : count + 1]]
        if len(values) < count or any(value is None or abs(value) > LARGEST for value in values):
            raise self.error(
                f"{quote_token(words[0])} needs {count} number{'s' if count > 1 else ''} in range."
            )
        return tuple(value for value in values if value is not None)

    def dof_list(self, words: list[bytes]) -> tuple[int, ...]:
        names = [decode_name(word).lower() for word in words]
        for name in names:
            if name not in DOFS:
                raise self.error(f"{name[:40]!r} is no degree of freedom; valid: {', '.join(DOFS)}.")
        if len(set(names)) < len(names):
            raise self.error("a degree of freedom is listed twice.")
        return tuple(DOFS.index(name) for name in names)

    def axis_order(self, word: bytes) -> str:
        order = decode_name(word).upper()
        if not _ORDER.fullmatch(order) or len(set(order)) < len(order):
            raise self.error(f"an order of axes is like XYZ or ZYX, not {quote_token(word)}.")
        return order

    def result(self, scale: float | None) -> AcclaimSkeleton:
        if self.bone is not None:
            raise self.error("the file ends inside a bone.")
        if not self.bones and not self.root.dofs:
            raise self.error("there is no skeleton: no :root and no :bonedata.")
        metres = INCH / self.unit_length if scale is None else scale
        order = self.joint_order()
        bones = tuple(self.root if name == "root" else self.bones[name] for name in order)
        if self.limited:
            self.notes.append(f"The limits of {self.limited} bones were not kept.")
        if any(DOFS.index("l") in bone.dofs for bone in bones):
            self.notes.append("Bones that change length keep the length of the skeleton.")
        axes = np.array(
            [rotation_of_angles(bone.axis_angles, bone.axis_order, self.radians) for bone in bones]
        )
        skeleton = self.skeleton(order, bones, axes[0], metres)
        return AcclaimSkeleton(self.name, skeleton, bones, axes, metres, self.radians, tuple(self.notes))

    def joint_order(self) -> list[str]:
        """Names from the root outward; bones that the hierarchy does not reach are an error."""
        children: dict[str, list[str]] = {}
        for child, parent in self.parents.items():
            children.setdefault(parent, []).append(child)
        order, waiting = [], ["root"]
        while waiting:
            name = waiting.pop()
            order.append(name)
            waiting.extend(reversed(children.get(name, [])))
        for name in self.bones:
            if name not in self.parents:
                raise self.error(f"the bone {name!r} hangs on nothing: the hierarchy does not name it.")
        if len(order) != len(self.bones) + 1:
            raise self.error("the hierarchy has a circle of bones.")
        return order

    def skeleton(
        self, order: list[str], bones: tuple[Bone, ...], root_axis: Floats, metres: float
    ) -> Skeleton:
        index = {name: joint for joint, name in enumerate(order)}
        parents = np.array([-1, *(index[self.parents[name]] for name in order[1:])])
        reach = np.array([np.multiply(bone.direction, bone.length * metres) for bone in bones])
        offsets = np.vstack([np.multiply(self.root.position, metres), reach[parents[1:]]])
        leaves = np.setdiff1d(np.arange(1, len(order)), parents)
        rest = np.tile([0.0, 0.0, 0.0, 1.0], (len(order), 1))
        rest[0] = root_axis
        return Skeleton(tuple(order), parents, offsets, rest, leaves, reach[leaves])

    def error(self, reason: str) -> FormatError:
        return FormatError(self.path, reason, line=self.line)


def rotation_of_angles(angles: tuple[float, ...], order: str, radians: float) -> Floats:
    """(4,) the rotation by `angles` about x, y and z, the axis that `order` names first applied first."""
    result = np.array([0.0, 0.0, 0.0, 1.0])
    for letter in order:
        axis = "XYZ".index(letter)
        result = quat_multiply(quat_from_axis_angle(np.eye(3)[axis] * angles[axis] * radians), result)
    return result
