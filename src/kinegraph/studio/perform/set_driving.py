"""Connections between sets: one set's controller is given to another set, or taken back, as one edit."""

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.rig import RankCycle
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import SetRecord
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_edits import set_targets


def drive_set(records: Records, rigs: Rigs, set_id: str, by: str | None) -> Edit:
    """Connects a set to another one, which then moves its controller; None disconnects it.

    Keys of the new one hold its controller at home, until they are updated. Raises RankCycle where sets would
    move each other in a circle.
    """
    moved = edits.set_record(records, set_id)
    driver = None if by is None else edits.set_record(records, by)
    if driver is not None and driver.character != moved.character:
        raise InvalidValue(f"{driver.name!r} and {moved.name!r} belong to two different characters.")
    _refuse_circle(records, moved, driver)
    changes, blobs = {}, {}
    if moved.parent is not None and moved.parent != by:
        before = edits.set_record(records, moved.parent)
        if len(before.manipulators) == 1:
            raise InvalidValue(
                f"{moved.name!r} is the only target of {before.name!r}; delete {before.name!r} instead."
            )
        left = tuple(id for id in _controllers(before) if id != set_id)
        edit = set_targets(records, rigs, before.id, _joints(before), left)
        changes, blobs = dict(edit.changes), dict(edit.blobs)
    if driver is not None and moved.parent != by:
        edit = set_targets(records, rigs, driver.id, _joints(driver), (*_controllers(driver), set_id))
        changes, blobs = {**changes, **edit.changes}, {**blobs, **edit.blobs}
    name = EditKind.DISCONNECT_SET.of(moved.name)
    if driver is not None:
        name = EditKind.CONNECT_SET.of(f"{moved.name} to {driver.name}")
    return Edit(name, changes, blobs)


def _refuse_circle(records: Records, moved: SetRecord, driver: SetRecord | None) -> None:
    path = [moved.name]
    while driver is not None:
        path.append(driver.name)
        if driver.id == moved.id:
            raise RankCycle(path)
        driver = None if driver.parent is None else edits.set_record(records, driver.parent)


def _joints(record: SetRecord) -> tuple[str, ...]:
    return tuple(m.target for m in record.manipulators if m.kind == ManipulatorKind.JOINT)


def _controllers(record: SetRecord) -> tuple[str, ...]:
    return tuple(m.target for m in record.manipulators if m.kind == ManipulatorKind.CONTROLLER)
