"""GestureTable: the gestures of the vocabulary as data, read from gesture_table.yaml.

A gesture is parts one after another, each a regular expression over tokens (token_expressions.py), criteria
on measures of the parts (criteria.py), and an example drawing. A new
gesture is a new entry of the file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import zip_longest
from typing import Any, Protocol

from kinegraph.core.arrays import ArrayField, Floats, frozen_floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.doodles.line.criteria import Criterion
from kinegraph.doodles.line.token_expressions import Expression
from kinegraph.doodles.line.usual_drawings import UsualDrawing, usual_drawings

_FAR = 1e9


class UnknownGesture(UnknownName):
    """A name that the gesture table does not have."""

    kind = "gesture"


@dataclass(frozen=True, eq=False)
class GesturePart:
    """A named stretch of a gesture and the tokens it may be drawn with."""

    name: str
    expression: Expression


class Matcher(Protocol):
    """Compares a drawn line with a shape."""

    def closeness(self, points: Floats, unit: float) -> float:
        """Closeness of a line (N, 2) [m] drawn for legs of length `unit`, 0..1."""
        ...


@dataclass(frozen=True, eq=False)
class Gesture:
    """One way to draw one motion.

    motion: Name of the motion, a key of the table.
    parts: One after another.
    criteria: Limits on the parts.
    backward: Whether there is a backward form.
    either_way: Whether it may be drawn to the left without a backward form.
    after: Motions of which one must come before; empty: any motion may.
    not_after: Motions that must not come right before.
    on_from: Motions of which one must lead into it, in the same direction and without a pause.
    not_on_from: Motions that must not lead into it.
    turns: The measure that counts its turns, "part.measure", or empty.
    upright: The part that leans only with the writer's hand, or empty.
    taught: Name of the taught gesture, empty for those of the table.
    matcher: Compares drawings with a taught gesture, in place of criteria.
    leftward: Whether a taught gesture is drawn to the left; `backward` then says which form it stands for.
    usual: Its usual drawings, if they are known.
    """

    motion: str
    parts: tuple[GesturePart, ...]
    criteria: tuple[Criterion, ...]
    backward: bool
    either_way: bool
    after: frozenset[str] = frozenset()
    not_after: frozenset[str] = frozenset()
    on_from: frozenset[str] = frozenset()
    not_on_from: frozenset[str] = frozenset()
    turns: str = ""
    upright: str = ""
    taught: str = ""
    matcher: "Matcher | None" = None
    leftward: bool = False
    usual: UsualDrawing | None = None

    def may_go(self, leftward: bool) -> bool:
        """True if it may be drawn in that direction."""
        if self.matcher is not None:
            return leftward == self.leftward
        return not leftward or self.backward or self.either_way


@dataclass(frozen=True, eq=False)
class TableEntry:
    """A motion of the vocabulary, as the page shows it.

    title: For the page, "one-foot shuffle".
    group: "step", "glide", "jump" or "flip"; chooses its colour.
    drawing: Description of the drawing.
    example: (N, 2) the drawing, to the right from (0, 0), in leg lengths.
    mirror: The motion whose backward form the example shows when it is mirrored.
    """

    name: str
    title: str
    group: str
    drawing: str
    backward: bool
    example: ArrayField
    gestures: tuple[Gesture, ...]
    mirror: str

    def __post_init__(self) -> None:
        what = f"The example of {self.name!r}"
        object.__setattr__(self, "example", frozen_floats(what, self.example, (None, 2)))


@dataclass(frozen=True, eq=False)
class Oddity:
    """A sentence about pieces that were not understood and meet its criteria."""

    criteria: tuple[Criterion, ...]
    sentence: str


@dataclass(frozen=True, eq=False)
class GestureTable:
    """All gestures by motion, and the sentences about pieces that match none."""

    entries: Mapping[str, TableEntry]
    oddities: tuple[Oddity, ...]

    def entry(self, name: str) -> TableEntry:
        """The entry of a motion."""
        if name not in self.entries:
            raise UnknownGesture(name, self.entries)
        return self.entries[name]

    def example(self, name: str, backward: bool) -> Floats:
        """(N, 2) drawing of a motion or of its backward form, from (0, 0), in leg lengths."""
        entry = self.entry(name)
        return self.entry(entry.mirror).example * [-1.0, 1.0] if backward else entry.example

    @property
    def gestures(self) -> tuple[Gesture, ...]:
        """Every way to draw every motion."""
        return tuple(gesture for entry in self.entries.values() for gesture in entry.gestures)

    @property
    def forms(self) -> tuple[tuple[str, bool], ...]:
        """(motion, whether backward) of every form that can be drawn."""
        return tuple(
            (name, backward)
            for name, entry in self.entries.items()
            for backward in ((False, True) if entry.backward else (False,))
        )


@lru_cache(maxsize=1)
def gesture_table() -> GestureTable:
    """The table that comes with the package."""
    import yaml

    text = files("kinegraph.doodles.line").joinpath("gesture_table.yaml").read_text(encoding="utf-8")
    return table_from_data(yaml.safe_load(text), usual_drawings())


def table_from_data(
    data: Mapping[str, Any], usual: Mapping[str, Sequence[UsualDrawing]] | None = None
) -> GestureTable:
    """Builds a table from the data of the file; errors name the motion.

    usual: Usual drawings of motions, one for each way to draw them.
    """
    sets = data.get("sets", {})
    entries = {}
    for name, row in data["motions"].items():
        try:
            entries[name] = _entry(name, row, sets, (usual or {}).get(name, ()))
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"The gesture table's motion {name!r} cannot be read: {error}.") from error
    oddities = tuple(Oddity(_criteria(row["when"]), row["say"]) for row in data.get("oddities", ()))
    return GestureTable(entries, oddities)


def _entry(
    name: str, row: Mapping[str, Any], sets: Mapping[str, list[str]], usual: Sequence[UsualDrawing]
) -> TableEntry:
    ways = row.get("ways") or [row]
    gestures = tuple(
        Gesture(
            motion=name,
            parts=tuple(GesturePart(part, Expression(text)) for part, text in way["parts"].items()),
            criteria=_criteria(way.get("criteria", {})),
            backward=bool(row["backward"]),
            either_way=bool(way.get("either_way", False)),
            after=_names(way.get("after", ()), sets),
            not_after=_names(way.get("not_after", ()), sets),
            on_from=_names(way.get("on_from", ()), sets),
            not_on_from=_names(way.get("not_on_from", ()), sets),
            turns=way.get("turns", ""),
            upright=way.get("upright", ""),
            usual=each,
        )
        for way, each in zip_longest(ways, usual)
    )
    return TableEntry(
        name=name,
        title=row["title"],
        group=row["group"],
        drawing=row["drawing"],
        backward=bool(row["backward"]),
        example=row["example"],
        gestures=gestures,
        mirror=row.get("mirror", name),
    )


def _names(names: str | list[str], sets: Mapping[str, list[str]]) -> frozenset[str]:
    return frozenset(sets[names] if isinstance(names, str) else names)


def _criteria(rows: Mapping[str, Mapping[str, float]]) -> tuple[Criterion, ...]:
    found = []
    for key, limits in rows.items():
        part, _, measure = key.partition(".")
        unknown = set(limits) - {"above", "below", "soft"}
        if unknown:
            raise InvalidValue(f"a criterion has the keys above, below and soft, not {min(unknown)!r}")
        low, high = float(limits.get("above", -_FAR)), float(limits.get("below", _FAR))
        found.append(Criterion(part, measure, low, high, float(limits["soft"])))
    return tuple(found)
