"""Gestures: drags under way. Each is shown as it goes and becomes one edit when it ends.

They belong to the event loop. A thread gets an `Overlay`: the steps of all drags at one moment, which nothing
changes any more.
"""

from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import MotionRecord, Record
from kinegraph.studio.protocol.commands import DragStep

Build = Callable[[Records], Edit]
MOST_AT_ONCE = 64


@dataclass(frozen=True)
class KeyStep:
    """Newest step of a drag in Keys, or in the maker. Its edit takes long to compute: that is done once, in
    the end.

    motion: What is dragged.
    commit: Computes the edit and makes it.
    """

    motion: str
    commit: Callable[[], Awaitable[object]]


@dataclass(eq=False)
class Gesture:
    """One drag: the last step for each thing it moves, as functions of whatever the document holds by then.

    owner: The page that drags.
    plain: Whether its steps are shown as records alone.
    keys: The last step where keys are dragged; then nothing else is.
    previewed: Ids of the records that pages may see otherwise than they are stored.
    posed: Ids of the characters whose pose pages may see otherwise than it is stored.
    asked, answered: Numbers of the newest preview that was begun, and of the newest that was shown.
    outdated: Whether the document changed since the newest preview was begun.
    """

    owner: object
    plain: bool = True
    steps: dict[tuple[Hashable, ...], Build] = field(default_factory=dict)
    keys: KeyStep | None = None
    previewed: set[str] = field(default_factory=set)
    posed: set[str] = field(default_factory=set)
    asked: int = 0
    answered: int = 0
    outdated: bool = False


@dataclass(frozen=True)
class Overlay:
    """The steps of drags at one moment, by the drags' ids in the order in which these began."""

    steps: tuple[tuple[str, tuple[Build, ...]], ...]

    def cover(self, records: Records) -> tuple[Records, dict[str, frozenset[str]]]:
        """The records with every drag where it was, and per drag the ids of what it changes."""
        touched: dict[str, frozenset[str]] = {}
        for id, builds in self.steps:
            changes = possible_changes(builds, records)
            touched[id] = frozenset(changes)
            records = {**records, **{id: record for id, record in changes.items() if record}}
        return records, touched


class Gestures:
    """All drags under way."""

    def __init__(self) -> None:
        self._gestures: dict[str, Gesture] = {}
        self.steps = 0  # how many were taken or taken back, so that a change can be noticed

    def step(self, id: str, owner: object, dragged: tuple[Hashable, ...], build: Build) -> Gesture:
        """Takes a further step of a drag, or its first. dragged: As in `DragStep.dragged`."""
        gesture = self._take_up(id, owner)
        if gesture.keys is not None:
            raise InvalidValue("A drag of keyframes, or in the creature maker, moves nothing else.")
        gesture.steps[dragged] = build
        self.steps += 1
        return gesture

    def step_keys(self, id: str, owner: object, step: KeyStep) -> None:
        """Takes a further step of a drag of keys, or its first."""
        gesture = self._take_up(id, owner)
        if gesture.steps or (gesture.keys is not None and gesture.keys.motion != step.motion):
            raise InvalidValue(
                "A drag of keyframes edits one motion, and a drag in the creature maker one creature."
            )
        gesture.keys = step

    def _take_up(self, id: str, owner: object) -> Gesture:
        gesture = self._gestures.get(id)
        if gesture is None:
            if len(self._gestures) >= MOST_AT_ONCE:
                raise InvalidValue(f"At most {MOST_AT_ONCE} drags can be under way at once.")
            gesture = self._gestures[id] = Gesture(owner)
        if gesture.owner is not owner:
            raise InvalidValue("This drag belongs to another page.")
        return gesture

    def end(self, id: str, owner: object) -> Gesture:
        """Ends a drag; returns where it was."""
        gesture = self._gestures.get(id)
        if gesture is None or gesture.owner is not owner:
            raise InvalidValue("This drag has already ended.")
        self.steps += 1
        return self._gestures.pop(id)

    def get(self, id: str) -> Gesture | None:
        """A drag under way; None where it has ended."""
        return self._gestures.get(id)

    def plain(self) -> dict[str, Gesture]:
        """The drags whose steps are shown as records alone."""
        return {id: each for id, each in self._gestures.items() if each.plain and each.keys is None}

    def of(self, owner: object) -> list[str]:
        """The drags that a page has under way."""
        return [id for id, gesture in self._gestures.items() if gesture.owner is owner]

    def moves(self, *commands: type[DragStep]) -> bool:
        """True if a drag by one of these commands is under way."""
        return any(_is_by(dragged, commands) for each in self._gestures.values() for dragged in each.steps)

    def overlay(self, *commands: type[DragStep]) -> Overlay:
        """The drags as they are now: those by some commands, or else all that are shown as records alone."""
        found = self._gestures if commands else self.plain()
        return Overlay(tuple((id, _builds(each, commands)) for id, each in found.items()))

    def shown(self, records: Records, *commands: type[DragStep]) -> Records:
        """The records with the drags by these commands where they are now."""
        return self.overlay(*commands).cover(records)[0]

    def __bool__(self) -> bool:
        return bool(self._gestures)


def possible_changes(builds: Iterable[Build], records: Records) -> Mapping[str, Record | None]:
    """The changes of steps; none where the thing that they move was removed meanwhile."""
    try:
        return join_steps(builds, records).changes
    except KinegraphError:
        return {}


def changed_records(records: Records, edit: Edit) -> tuple[Record, ...]:
    """The records that an edit would change, motions left out: pages get those frame by frame."""
    return tuple(
        record
        for id, record in edit.changes.items()
        if record is not None and not isinstance(record, MotionRecord) and records.get(id) != record
    )


def _builds(gesture: Gesture, commands: tuple[type[DragStep], ...]) -> tuple[Build, ...]:
    return tuple(b for dragged, b in gesture.steps.items() if not commands or _is_by(dragged, commands))


def _is_by(dragged: tuple[Hashable, ...], commands: Iterable[type[DragStep]]) -> bool:
    return dragged[0] in [command.__name__ for command in commands]


def join_steps(builds: Iterable[Build], records: Records) -> Edit:
    """Several steps as one edit, named as the last."""
    name, state, changes, blobs = None, dict(records), {}, {}
    for build in builds:
        edit = build(state)
        name = edit.name
        changes |= edit.changes
        blobs |= edit.blobs
        state |= {id: record for id, record in edit.changes.items() if record is not None}
    return Edit(name, changes, blobs)
