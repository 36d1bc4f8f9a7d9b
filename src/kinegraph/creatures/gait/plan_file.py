"""Gait files (.kinegait): plans of gaits as JSON, as docs/gait-format.md describes it."""

from dataclasses import asdict
from os import PathLike
from typing import Annotated

import msgspec
import numpy as np

from kinegraph.core.errors import FormatError
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.files.whole import whole_file
from kinegraph.creatures.gait.foot_path import PATH_CURVES, FootPath
from kinegraph.creatures.gait.parameters import GaitParameters
from kinegraph.creatures.gait.plan import (
    MOST_FEET,
    MOST_GROUPS,
    MOST_KEYS,
    FootKey,
    FootPlan,
    GaitPlan,
    GroupPlan,
)
from kinegraph.formats.text.json import check_head, decode_json, encode_json, locate_errors

FORMAT, VERSION = "kinegraph gait", 1
ENDING = ".kinegait"
_FORM = "a gait of Kinegraph"
_MOST_BYTES = 4 << 20

_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Text = Annotated[str, msgspec.Meta(max_length=2000)]


class PathKeyEntry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A moment of a foot's flight."""

    time: float
    progress: float
    lift: float = 0.0
    swing: float = 0.0
    tip: float = 0.0


_Path = Annotated[list[PathKeyEntry], msgspec.Meta(min_length=2, max_length=MOST_KEYS)]


class FootKeyEntry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The own values of a foot at one speed."""

    speed: float
    duty: float | None = None
    trigger: float | None = None
    lift: float | None = None
    heel: float | None = None
    toe: float | None = None


class FootEntry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A foot with values of its own."""

    foot: int
    keys: Annotated[list[FootKeyEntry], msgspec.Meta(max_length=MOST_KEYS)] = []
    path: _Path | None = None


class GaitKeyEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The parameters of a leg group at one speed: the fields of GaitParameters."""

    speed: float
    stride: float
    duty: float
    side_lag: float = 0.5
    row_lag: float = 0.25
    lift: float = 0.12
    bounce: float = 0.03
    sway: float = 0.25
    roll: float = 0.05
    twist: float = 0.4
    lean: float = 0.0
    heel: float = 0.2
    toe: float = 0.4
    crouch: float = 0.0


class GroupEntry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A leg group."""

    style: _Text = "plain"
    keys: Annotated[list[GaitKeyEntry], msgspec.Meta(max_length=MOST_KEYS)] = []
    path: _Path | None = None
    feet: Annotated[list[FootEntry], msgspec.Meta(max_length=MOST_FEET)] = []


class GaitFile(msgspec.Struct, forbid_unknown_fields=True):
    """A gait file as a whole."""

    format: str
    version: int
    name: _Name
    groups: Annotated[list[GroupEntry], msgspec.Meta(min_length=1, max_length=MOST_GROUPS)]
    about: _Text = ""


_decoder = msgspec.json.Decoder(GaitFile)


def save_gait(plan: GaitPlan, path: str | PathLike[str]) -> None:
    """Writes a gait to a file."""
    with whole_file(path) as place:
        place.write_bytes(gait_bytes(plan))


def load_gait(path: str | PathLike[str]) -> GaitPlan:
    """Reads a gait from a file."""
    return gait_of_bytes(read_bounded(path, _MOST_BYTES, _FORM), str(path))


def gait_bytes(plan: GaitPlan) -> bytes:
    """A gait as the bytes of a file."""
    return msgspec.json.format(encode_json(file_of_gait(plan)), indent=1) + b"\n"


def gait_of_bytes(data: bytes, source: str = "gait") -> GaitPlan:
    """The gait in the bytes of a file. source: The file's name for messages."""
    if not data.strip():
        raise FormatError(source, "the file is empty.")
    check_head(data, source, FORMAT, VERSION, _FORM)
    return gait_of_file(decode_json(_decoder, data, source, _FORM), source)


def file_of_gait(plan: GaitPlan) -> GaitFile:
    """A gait as the content of a file."""
    groups = [
        GroupEntry(
            group.style,
            [GaitKeyEntry(**asdict(key)) for key in group.keys],
            _path_entry(group.path),
            [
                FootEntry(
                    foot.foot, [FootKeyEntry(**asdict(key)) for key in foot.keys], _path_entry(foot.path)
                )
                for foot in group.feet
            ],
        )
        for group in plan.groups
    ]
    return GaitFile(FORMAT, VERSION, plan.name, groups, plan.about)


def gait_of_file(file: GaitFile, source: str = "gait") -> GaitPlan:
    """The gait in the content of a file. source: The file's name for messages."""
    groups = []
    for number, entry in enumerate(file.groups):
        with locate_errors(source, f"$.groups[{number}]"):
            groups.append(_group(entry))
    with locate_errors(source, "$"):
        return GaitPlan(file.name, tuple(groups), file.about)


def _group(entry: GroupEntry) -> GroupPlan:
    return GroupPlan(
        entry.style,
        tuple(GaitParameters(**msgspec.structs.asdict(key)) for key in entry.keys),
        _path(entry.path),
        tuple(
            FootPlan(
                foot.foot,
                tuple(FootKey(**msgspec.structs.asdict(key)) for key in foot.keys),
                _path(foot.path),
            )
            for foot in entry.feet
        ),
    )


def _path_entry(path: FootPath | None) -> list[PathKeyEntry] | None:
    if path is None:
        return None
    columns = (path.times, path.progress, path.lift, path.swing, path.tips)
    return [PathKeyEntry(*map(float, key)) for key in zip(*columns, strict=True)]


def _path(keys: list[PathKeyEntry] | None) -> FootPath | None:
    if keys is None:
        return None
    rows = np.array([msgspec.structs.astuple(key) for key in keys], dtype=np.float64)
    return FootPath(*(rows[:, column] for column in range(len(PATH_CURVES))))
