"""Options of creature commands as values: a gait, a path, targets, and the ground."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

from kinegraph.core.errors import FormatError, InvalidValue

if TYPE_CHECKING:
    from kinegraph.core.arrays import Floats
    from kinegraph.creatures.gait.ground import Ground
    from kinegraph.creatures.gait.plan import GaitPlan
    from kinegraph.creatures.gait.walk_path import WalkPath

_MOST_BYTES = 16 << 20


def gait_from(words: str) -> "GaitPlan":
    """The gait of a .kinegait file or of named styles."""
    from kinegraph.creatures.gait.plan import named_gait
    from kinegraph.creatures.gait.plan_file import ENDING, load_gait

    return load_gait(words) if words.lower().endswith(ENDING) else named_gait(words)


def path_from(words: str) -> "WalkPath":
    """The path through the points of "x,z;x,z;..." or of a text file with x,z on each line [m]."""
    from kinegraph.creatures.gait.walk_path import walk_path

    lines = words.split(";") if ";" in words else _text(Path(words), "a path").splitlines()
    points = []
    for number, line in enumerate(lines):
        plain = line.partition("#")[0].strip()
        if plain:
            points.append(_numbers(plain, 2, f"--path, point {number + 1}", "x,z"))
    return walk_path(points)


def targets_from(words: list[str]) -> "dict[str, list[float]]":
    """External targets from NAME=x,y,z [m]."""
    found = {}
    for each in words:
        name, sign, place = each.partition("=")
        if not sign or not name.strip():
            raise InvalidValue(f"--target {each!r}: write it as NAME=x,y,z, such as fruit=0.3,1.2,0.5.")
        found[name.strip()] = _numbers(place, 3, f"--target {name.strip()}", "x,y,z")
    return found


def ground_from(words: str) -> "Ground":
    """The ground of "flat", "bumps:HEIGHT,SIZE", "stairs:RISE,RUN,COUNT", "slope:DEGREES" or a file."""
    from kinegraph.creatures.gait import ground

    kind, _, rest = words.partition(":")
    if kind == "flat":
        return ground.flat()
    if kind == "bumps":
        height, size = _with_defaults(rest, (0.1, 1.0), "--ground bumps", "HEIGHT,SIZE")
        return ground.bumps(height, size)
    if kind == "stairs":
        rise, run, count = _with_defaults(rest, (0.12, 0.4, 6.0), "--ground stairs", "RISE,RUN,COUNT")
        return ground.steps(rise, run, round(count))
    if kind == "slope":
        return ground.slope(math.radians(_with_defaults(rest, (10.0,), "--ground slope", "DEGREES")[0]))
    if Path(words).suffix or Path(words).exists():
        return _ground_file(Path(words))
    raise InvalidValue(f"--ground {words!r}: choose flat, bumps, stairs, slope or a file of heights.")


def numbers_from(option: str, text: str) -> list[float]:
    """The numbers of A,B,..."""
    return _numbers(text, None, option, "numbers with commas between them")


def _ground_file(path: Path) -> "Ground":
    """The ground of a JSON file: {"heights": [[...], ...], "spacing": 0.5, "origin": [x, z]}.

    heights: A list for each x, with a height for each z [m].
    """
    import msgspec

    from kinegraph.creatures.gait.ground import Ground
    from kinegraph.formats.text.json import decode_json

    class Heights(msgspec.Struct, forbid_unknown_fields=True):
        heights: list[list[float]]
        spacing: float = 1.0
        origin: tuple[float, float] = (0.0, 0.0)

    data = _text(path, "a ground").encode()
    file = decode_json(msgspec.json.Decoder(Heights), data, str(path), "a ground")
    if len({len(row) for row in file.heights}) != 1:
        raise FormatError(path, "at $.heights: the rows of a ground must have the same length.")
    return Ground(_array(file.heights), _array(file.origin), file.spacing)


def _array(values: object) -> "Floats":
    import numpy as np

    return np.array(values, dtype=np.float64)


def _text(path: Path, form: str) -> str:
    from kinegraph.core.files.bounded import read_bounded

    try:
        return read_bounded(path, _MOST_BYTES, form).decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(path, f"is not text, so not {form}.") from error


def _with_defaults(text: str, usual: tuple[float, ...], what: str, form: str) -> list[float]:
    given = _numbers(text, None, what, form) if text.strip() else []
    if len(given) > len(usual):
        raise InvalidValue(f"{what}: write it as {form}, not {text!r}.")
    return [*given, *usual[len(given) :]]


def _numbers(text: str, count: int | None, what: str, form: str) -> list[float]:
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if not found or (count is not None and len(found) != count) or not all(map(math.isfinite, found)):
        raise InvalidValue(f"{what}: write it as {form}, not {text.strip()!r}.")
    return found
