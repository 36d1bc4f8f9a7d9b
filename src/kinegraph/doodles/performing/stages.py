"""Stages: the plan of each motion, read from motions/<name>.yaml.

A motion is a list of stages. Each ends in a keyframe and takes a fixed share of the drawn time (Thorne et al.
2004, section 4.3: of the ascent before the apex, and of the descent after it). `footwork` and `handwork` give
the actions of feet and hands from the end of one stage to the end of another. A new motion is a new file.
"""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from kinegraph.core.errors import InvalidValue, UnknownMotion, UnknownName
from kinegraph.doodles.performing.channels import POSE_NAMES
from kinegraph.formats.text.yaml import parse_yaml

START = "start"  # the beginning of a motion

# Names in a pose besides angles. rise: height of the hips above the ankles [leg lengths]; shift, sway: their
# distance before the middle of the feet [leg lengths], and towards the leading side [half hip widths].
BODY = ("rise", "shift", "sway")
# Whole turns: `turn` counts the drawn turns (head over heels), the others are as written.
TURNS = ("turn", "twist_turn", "spin_turn")

Pose = dict[str, float]


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a motion.

    ascent, descent, whole: Its share of the time before the apex, after it, or of all.
    by: The support of the body: the feet, none (air), or the hands.
    pose: The keyframe at the end, on top of the motion's base pose.
    with_*: Added in proportion to the length of the way and the height (in leg lengths), to the speed (1 is
        where walking would turn into running), and to how fast turns must be (0..1).
    backward: Added in the backward form. at: Place of the body on the path, 0..1; None: over the feet.
    """

    name: str
    ascent: float = 0.0
    descent: float = 0.0
    whole: float = 0.0
    by: Literal["feet", "air", "hands"] = "feet"
    pose: Pose = {}
    with_stride: Pose = {}
    with_height: Pose = {}
    with_speed: Pose = {}
    with_spin: Pose = {}
    backward: Pose = {}
    at: float | None = None


class Footwork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The action of a foot between the ends of two stages.

    path: swing (along the drawn arc), step (a low one), fly (posed by its angles), raise (the same, and it
        stays up), glide (slides on the ground), roll (stays where it is and rolls over ball or heel).
    to: Landing place on the path, 0 (start) to 1 (end), or beside the other foot; ahead: leg lengths beyond.
    height: Of the drawn height for a swing; of a leg length for a step. drop: how hard it lands.
    leave, middle, land: Roll when it leaves, at the apex and when it lands, heel up positive [degrees].
    straight: Whether the knee stays straight.
    """

    foot: Literal["lead", "trail", "both"]
    path: Literal["swing", "step", "fly", "raise", "glide", "roll"]
    leaves: str = START
    lands: str = ""
    to: float | Literal["beside"] = 1.0
    ahead: float = 0.0
    height: float = 1.0
    drop: float = 1.0
    leave: float = 0.0
    middle: float = 0.0
    land: float = 0.0
    straight: bool = False


class Handwork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hands on the ground from the end of one stage to the end of another, a share `at` of the way."""

    down: str
    up: str
    at: float = 0.5


class Stages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a motion.

    lead: The leading foot: the next one to step, or the one that bears the weight.
    travel: steady (the hips move evenly from between the feet to between the feet) or feet (over the feet).
    turns: Direction of `turn`: +1 forward, -1 backward, 0 without turns; facing: along the path or away from
    it.
    arc: Whether the drawn arc of a flight is the path of the body (its centre goes through the apex) or of
    the feet.
    flow: Share of its speed that the body keeps at the end; gather: whether the feet come together first.
    reach: The share of a flight in which the legs reach for the ground; stance: roll of a foot that stands.
    pushes: Length of one push of a long glide [leg lengths]; 0: a single push.
    creature: How a creature performs it. creature_style: Its gait style, if not the plain one.
    """

    about: str
    stages: tuple[Stage, ...]
    footwork: tuple[Footwork, ...] = ()
    handwork: tuple[Handwork, ...] = ()
    base: Pose = {}
    lead: Literal["next", "standing"] = "next"
    travel: Literal["steady", "feet"] = "feet"
    turns: int = 0
    facing: Literal["ahead", "away"] = "ahead"
    arc: Literal["body", "feet"] = "body"
    flow: float = 0.0
    gather: bool = False
    reach: float = 0.3
    stance: float = 0.0
    pushes: float = 0.0
    creature: Literal["walk", "fly", "glide"] = "walk"
    creature_style: str = ""

    def __post_init__(self) -> None:
        names = [START, *(stage.name for stage in self.stages)]
        if not self.stages or len(set(names)) < len(names):
            raise InvalidValue("A motion needs stages with distinct names.")
        for work in self.footwork:
            ends = (work.leaves, work.lands) if work.lands else (work.leaves,)
            _check_names(ends, names)
        for work in self.handwork:
            _check_names((work.down, work.up), names)
        for stage in self.stages:
            for pose in (stage.pose, stage.with_stride, stage.with_height, stage.with_speed, stage.with_spin):
                _check_names(pose, (*POSE_NAMES, *BODY, *TURNS))
        for share in ("ascent", "descent", "whole"):
            total = sum(getattr(stage, share) for stage in self.stages)
            if total and abs(total - 1.0) > 1e-6:
                raise InvalidValue(f"The shares of the {share} of all stages must sum to 1, not {total:g}.")


def _check_names(names: "tuple[str, ...] | Pose", valid: "tuple[str, ...] | list[str]") -> None:
    for name in names:
        if name not in valid:
            raise UnknownName(name, valid)


@cache
def motion_stages(name: str) -> Stages:
    """The stages of a motion; raises UnknownMotion with the nearest names."""
    path = files("kinegraph.doodles.performing") / "motions" / f"{name}.yaml"
    if not name.replace("_", "").isalnum() or not path.is_file():
        raise UnknownMotion(name, motion_names())
    return read_stages(path.read_bytes(), f"motions/{name}.yaml")


@cache
def motion_names() -> tuple[str, ...]:
    """Names of all motions that have a file."""
    folder = files("kinegraph.doodles.performing") / "motions"
    return tuple(sorted(p.name.removesuffix(".yaml") for p in folder.iterdir() if p.name.endswith(".yaml")))


def read_stages(data: bytes | str, source: str) -> Stages:
    """Reads stages from a YAML text; errors name the line.

    source: Name of the file, for messages.
    """
    text = parse_yaml(data, source)
    with text.at("$"):
        return text.convert(Stages)
