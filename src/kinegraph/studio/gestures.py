"""Gestures: drags under way. Each is shown as it goes and becomes one edit when it ends."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.edits import Edit, Records

Build = Callable[[Records], Edit]
MOST_AT_ONCE = 64


@dataclass
class Gesture:
    """One drag: the last step for each thing it moves, as functions of whatever the document holds by then.

    owner: The page that drags.
    """

    owner: object
    steps: dict[Hashable, Build] = field(default_factory=dict)


class Gestures:
    """All drags under way."""

    def __init__(self) -> None:
        self._gestures: dict[str, Gesture] = {}

    def step(self, id: str, owner: object, moved: Hashable, build: Build) -> None:
        """Takes a further step of a drag, or its first."""
        gesture = self._gestures.get(id)
        if gesture is None:
            if len(self._gestures) >= MOST_AT_ONCE:
                raise InvalidValue(f"At most {MOST_AT_ONCE} drags can be under way at once.")
            gesture = self._gestures[id] = Gesture(owner)
        if gesture.owner is not owner:
            raise InvalidValue("This drag belongs to another page.")
        gesture.steps[moved] = build

    def end(self, id: str, owner: object) -> list[Build]:
        """Ends a drag; returns its steps."""
        gesture = self._gestures.get(id)
        if gesture is None or gesture.owner is not owner:
            raise InvalidValue("There is no such drag to end.")
        del self._gestures[id]
        return list(gesture.steps.values())

    def of(self, owner: object) -> list[str]:
        """The drags that a page has under way."""
        return [id for id, gesture in self._gestures.items() if gesture.owner is owner]

    def shown(self, records: Records) -> Records:
        """The records as they look with every drag where it is now."""
        for gesture in self._gestures.values():
            records = {
                **records,
                **{id: r for id, r in joined(gesture.steps.values(), records).changes.items() if r},
            }
        return records

    def __bool__(self) -> bool:
        return bool(self._gestures)


def joined(builds: Iterable[Build], records: Records) -> Edit:
    """Several steps as one edit, labelled as the last."""
    label, state, changes = "", dict(records), {}
    for build in builds:
        edit = build(state)
        label = edit.label
        changes |= edit.changes
        state |= {id: record for id, record in edit.changes.items() if record is not None}
    return Edit(label, changes)
