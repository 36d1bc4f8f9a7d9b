"""Doodle: a drawing, its motion lines, and everything else that is saved with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue, UnknownMotion, UnknownName
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import FARTHEST, Stroke
from kinegraph.doodles.line.learned_hand import Lesson
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.props.prop import Prop
from kinegraph.doodles.sketch.topology import FRONT_JOINT_NAMES, JOINT_NAMES, LINKS, UnknownDrawnJoint


class UnknownLink(UnknownName):
    """A link that no drawn character has."""

    kind = "link"


def _check_motion(name: str) -> None:
    from kinegraph.doodles.line.gesture_table import gesture_table

    known = (*gesture_table().entries, STAND)
    if name not in known:
        raise UnknownMotion(name, known)


@dataclass(frozen=True, eq=False)
class MotionLine:
    """A motion line: the path and timing of motions.

    stroke: On the sheet [m], or in picture coordinates if it has a camera.
    at: Time of the performance at which the pen came down [s]; None: when the line before ends.
    camera: The view that it was drawn in, for lines in three dimensions; None for lines on the sheet.
    """

    stroke: Stroke
    at: float | None = None
    camera: Camera | None = None

    def __post_init__(self) -> None:
        if self.at is not None and not (np.isfinite(self.at) and self.at >= 0.0):
            raise InvalidValue(f"A line must begin at a time of at least 0 s, not {self.at}.")


@dataclass(frozen=True)
class PieceChoice:
    """The motion that the user chose for a piece of a line.

    line: Index of the line. span: First and last point of the piece in its stroke.
    name: Of the motion.
    """

    line: int
    span: tuple[int, int]
    name: str
    backward: bool = False

    def __post_init__(self) -> None:
        _check_motion(self.name)
        if self.line < 0 or not 0 <= self.span[0] <= self.span[1]:
            raise InvalidValue(
                f"A choice needs a line and a first and last point, not {self.line} and {self.span}."
            )


@dataclass(frozen=True)
class TaughtExamples:
    """A gesture that the user taught: its examples and its motion.

    examples: Strokes on the sheet, each of the gesture alone.
    sound: Name of the sound that begins with it, such as "clap"; empty for none.
    """

    name: str
    motion: str
    examples: tuple[Stroke, ...]
    backward: bool = False
    sound: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "examples", tuple(self.examples))
        if not self.name.strip() or not self.examples:
            raise InvalidValue("A taught gesture needs a name and at least one example.")
        _check_motion(self.motion)


@dataclass(frozen=True, eq=False)
class BackgroundPicture:
    """A picture behind the drawing.

    image: An encoded PNG or JPEG.
    place: (2,) of its middle on the sheet; width: on the sheet [m]; the height follows from the image.
    opacity: 0 to 1.
    """

    image: bytes
    place: Floats = field(default_factory=lambda: np.array([0.0, 1.0]))
    width: float = 4.0
    opacity: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", frozen_floats("The place of a picture", self.place, (2,)))
        if not self.image.startswith((b"\x89PNG", b"\xff\xd8")):
            raise InvalidValue("The picture behind a drawing must be a PNG or a JPEG.")
        if not (0.0 < self.width <= 1e4 and 0.0 <= self.opacity <= 1.0):
            raise InvalidValue("A picture needs a width of up to 10,000 m and an opacity from 0 to 1.")


class Layer(StrEnum):
    """Layer of scenery: behind the characters, before them, or around what passes: a window, a hoop."""

    BEHIND = "behind"
    FRONT = "front"
    AROUND = "around"


class UnknownLayer(UnknownName):
    """An unknown layer of scenery."""

    kind = "layer"


@dataclass(frozen=True, eq=False)
class Scenery:
    """Ink that nothing touches. layer: Of a window or a hoop, the right half is behind what passes."""

    stroke: Stroke
    layer: Layer = Layer.BEHIND

    def __post_init__(self) -> None:
        if self.layer not in list(Layer):
            raise UnknownLayer(str(self.layer), [layer.value for layer in Layer])
        object.__setattr__(self, "layer", Layer(self.layer))

    def split(self) -> tuple[tuple[Floats, ...], tuple[Floats, ...]]:
        """Runs of its points (N, 2) that are behind the characters, and those before them."""
        points = self.stroke.points
        if self.layer != Layer.AROUND:
            runs = (points,)
            return (runs, ()) if self.layer == Layer.BEHIND else ((), runs)
        right = points[:, 0] > 0.5 * (points[:, 0].min() + points[:, 0].max())
        edges = [0, *(np.flatnonzero(np.diff(right)) + 1).tolist(), len(points)]
        runs = [(right[a], points[a : min(b + 1, len(points))]) for a, b in pairwise(edges)]
        return tuple(run for behind, run in runs if behind), tuple(run for behind, run in runs if not behind)


@dataclass(frozen=True, eq=False)
class Doodle:
    """A drawing and its lines.

    links: Strokes of the character's links, one each, in the order of drawing, on the sheet.
    labels: Labels that the user set, by index of the link; the rest is read from the drawing.
    joints: Joints that the user placed, by name, on the sheet [m].
    annotations: Decorating strokes: eyes, hats, hair.
    lines: Its motion lines.
    choices: Motions that the user chose for pieces of lines.
    props: Boxes, balls and trees.
    camera: The view of the scene; None for the sheet.
    taught: Gestures that the user taught.
    hand: Lessons about the hand that draws the lines, from other drawings (see line/learned_hand.py).
    learns: Whether choices for pieces teach the reader this hand too.
    ground: Ink that is ground: hills, stairs, pits, platforms.
    scenery: Ink behind and before the characters.
    others: Further characters on the same sheet, each a doodle with its own drawing and lines. Ground, props,
        scenery, camera, picture and taught gestures are those of this doodle.
    """

    links: tuple[Stroke, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    joints: Mapping[str, Floats] = field(default_factory=dict)
    annotations: tuple[Stroke, ...] = ()
    lines: tuple[MotionLine, ...] = ()
    choices: tuple[PieceChoice, ...] = ()
    props: tuple[Prop, ...] = ()
    camera: Camera | None = None
    taught: tuple[TaughtExamples, ...] = ()
    picture: BackgroundPicture | None = None
    name: str = "doodle"
    ground: tuple[Stroke, ...] = ()
    scenery: tuple[Scenery, ...] = ()
    others: "tuple[Doodle, ...]" = ()
    hand: tuple[Lesson, ...] = ()
    learns: bool = True

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        for name in (
            "links",
            "annotations",
            "lines",
            "choices",
            "props",
            "taught",
            "ground",
            "scenery",
            "others",
        ):
            set_field(self, name, tuple(getattr(self, name)))
        for index, label in self.labels.items():
            if not 0 <= index < len(self.links):
                raise InvalidValue(f"Link {index} has a label, but the drawing has {len(self.links)} links.")
            if label not in LINKS:
                raise UnknownLink(label, LINKS)
        joints = {}
        for name, place in self.joints.items():
            if name not in JOINT_NAMES and name not in FRONT_JOINT_NAMES:
                raise UnknownDrawnJoint(name, (*JOINT_NAMES, *FRONT_JOINT_NAMES))
            joints[name] = frozen_floats(f"The {name}", place, (2,))
            if np.abs(joints[name]).max() > FARTHEST:
                raise InvalidValue(f"The {name} is more than {FARTHEST:g} m off the sheet.")
        set_field(self, "labels", MappingProxyType(dict(self.labels)))
        set_field(self, "joints", MappingProxyType(joints))
        for other in self.others:
            check_guest(other)
        for choice in self.choices:
            if choice.line >= len(self.lines) or choice.span[1] >= len(self.lines[choice.line].stroke):
                raise InvalidValue(
                    f"A choice is for points {choice.span[0]} to {choice.span[1]} of line {choice.line}, "
                    "which do not exist."
                )

    @property
    def performers(self) -> "tuple[Doodle, ...]":
        """A doodle for each character on the sheet, this one first, all with the surroundings of this one."""
        own = replace(self, others=())
        return (own, *(_in_surroundings(other, self) for other in self.others))

    @property
    def clock(self) -> tuple[float, ...]:
        """Times of the performance at which the lines begin [s]."""
        times, free = [], 0.0
        for line in self.lines:
            begins = free if line.at is None else line.at
            times.append(begins)
            free = max(free, begins + line.stroke.duration)
        return tuple(times)

    def timed_stroke(self, number: int) -> Stroke:
        """A line's stroke with times of the performance."""
        stroke = self.lines[number].stroke
        return replace(stroke, times=stroke.times - stroke.times[0] + self.clock[number])


def check_guest(other: Doodle) -> None:
    """Raises InvalidValue if a doodle cannot be a further character on a sheet."""
    own = ("props", "taught", "ground", "scenery", "others")
    extra = next((name for name in own if getattr(other, name)), None)
    extra = extra or next((name for name in ("camera", "picture") if getattr(other, name) is not None), None)
    if extra is not None:
        raise InvalidValue(
            f"{other.name} is drawn on the sheet of another character and has no {extra} of its own."
        )


def _in_surroundings(other: Doodle, sheet: Doodle) -> Doodle:
    return replace(
        other,
        props=sheet.props,
        taught=sheet.taught,
        ground=sheet.ground,
        scenery=sheet.scenery,
        camera=sheet.camera,
        picture=sheet.picture,
        hand=(*sheet.hand, *other.hand),
        learns=sheet.learns,
    )


def with_choice(doodle: Doodle, choice: PieceChoice) -> Doodle:
    """The doodle with a choice, which replaces an earlier choice for the same points."""
    kept = [old for old in doodle.choices if (old.line, old.span) != (choice.line, choice.span)]
    return replace(doodle, choices=(*kept, choice))


def without_choice(doodle: Doodle, line: int, span: tuple[int, int]) -> Doodle:
    """The doodle without a choice: the piece is read from its drawing again."""
    return replace(doodle, choices=tuple(c for c in doodle.choices if (c.line, c.span) != (line, span)))
