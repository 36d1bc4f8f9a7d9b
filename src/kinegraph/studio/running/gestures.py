"""Gestures: drags under way. Each is shown as it goes and becomes one edit when it ends."""

from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import Record

Build = Callable[[Records], Edit]
MOST_AT_ONCE = 64


@dataclass(frozen=True)
class KeyStep:
    """Where a drag in Keys, or in the maker, is now. Its edit takes long to compute: that is done once, in
    the end.

    motion: What is dragged.
    commit: Computes the edit and makes it.
    shown: The records that pages see otherwise meanwhile.
    """

    motion: str
    commit: Callable[[], Awaitable[object]]
    shown: tuple[str, ...] = ()


@dataclass
class Gesture:
    """One drag: the last step for each thing it moves, as functions of whatever the document holds by then.

    owner: The page that drags.
    keys: The last step where keys are dragged; then nothing else is.
    """

    owner: object
    steps: dict[Hashable, Build] = field(default_factory=dict)
    keys: KeyStep | None = None


class Gestures:
    """All drags under way."""

    def __init__(self) -> None:
        self._gestures: dict[str, Gesture] = {}
        self.steps = 0  # how many were taken or taken back, so that a change can be noticed

    def step(self, id: str, owner: object, moved: Hashable, build: Build) -> None:
        """Takes a further step of a drag, or its first."""
        gesture = self._taken_up(id, owner)
        if gesture.keys is not None:
            raise InvalidValue("A drag of keys, or in the maker, moves nothing else.")
        gesture.steps[moved] = build
        self.steps += 1

    def step_keys(self, id: str, owner: object, step: KeyStep) -> None:
        """Takes a further step of a drag of keys, or its first."""
        gesture = self._taken_up(id, owner)
        if gesture.steps or (gesture.keys is not None and gesture.keys.motion != step.motion):
            raise InvalidValue("A drag of keys is one of one motion alone, one in the maker of one creature.")
        gesture.keys = step

    def _taken_up(self, id: str, owner: object) -> Gesture:
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
            raise InvalidValue("There is no such drag to end.")
        self.steps += 1
        return self._gestures.pop(id)

    def of(self, owner: object) -> list[str]:
        """The drags that a page has under way."""
        return [id for id, gesture in self._gestures.items() if gesture.owner is owner]

    def moves(self, *kinds: str) -> bool:
        """Whether things of a kind are dragged."""
        return any(_kind(moved) in kinds for gesture in self._gestures.values() for moved in gesture.steps)

    def shown(self, records: Records, *kinds: str) -> Records:
        """The records as they look with every drag where it is now.

        kinds: Only drags of things of these kinds: the first word of what `step` says is moved.
        """
        for gesture in self._gestures.values():
            steps = [b for moved, b in gesture.steps.items() if not kinds or _kind(moved) in kinds]
            changes = possible_changes(steps, records)
            records = {**records, **{id: record for id, record in changes.items() if record}}
        return records

    def __bool__(self) -> bool:
        return bool(self._gestures)


def possible_changes(builds: Iterable[Build], records: Records) -> Mapping[str, Record | None]:
    """What steps change; nothing where somebody has removed what they move meanwhile."""
    try:
        return joined(builds, records).changes
    except KinegraphError:
        return {}


def _kind(moved: Hashable) -> Hashable:
    return moved[0] if isinstance(moved, tuple) else moved


def joined(builds: Iterable[Build], records: Records) -> Edit:
    """Several steps as one edit, named as the last."""
    name, state, changes, blobs = None, dict(records), {}, {}
    for build in builds:
        edit = build(state)
        name = edit.name
        changes |= edit.changes
        blobs |= edit.blobs
        state |= {id: record for id, record in edit.changes.items() if record is not None}
    return Edit(name, changes, blobs)
