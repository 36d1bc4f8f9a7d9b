"""The hand of a writer: what is known of it from elsewhere, and whether corrections teach it."""

from msgspec.structs import replace

from kinegraph.doodles.line.learned_hand import Lesson
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records, sheet_of
from kinegraph.studio.protocol.doodle_commands import SetHand


def set_hand(records: Records, command: SetHand) -> Edit:
    """Takes lessons that were learned elsewhere, and sets whether corrections teach more."""
    record = sheet_of(records, edits.doodle_record(records, command.doodle))
    changed = record
    if command.lessons is not None:
        for each in command.lessons:
            Lesson(each.measure, each.limit, each.shift)  # refuses what cannot be
        changed = replace(changed, hand=command.lessons)
    if command.learns is not None:
        changed = replace(changed, learns=command.learns)
    return Edit(EditKind.SET_HAND.of(), {record.id: changed})
