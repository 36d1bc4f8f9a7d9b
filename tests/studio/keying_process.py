"""Edits keys as fast as it can, says the blob of each edit that was acknowledged, and ends when killed."""

import sys

from msgspec.structs import replace
from samples_of_records import BLOBS, a_character
from small_scenes import a_skeleton, an_animation

from kinegraph.core.animation import Animation
from kinegraph.core.animation_editing import moved_columns
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.motion_blob import unpack_motion
from kinegraph.studio.document.records import MotionRecord
from kinegraph.studio.keys.keyed_records import edit_by_hand, keyed_arrays

document = Document(sys.argv[1])
if "m1" not in document.records:
    made = keyed_arrays(an_animation(), an_animation().column_times)
    motion = replace(made.described, id="m1", character="c1")
    blobs = {**BLOBS, made.blob: made.data}
    document.commit(edits.add(document.records, EditKind.IMPORT_FILES.of(), [a_character(), motion], blobs))
while True:
    record = document.records["m1"]
    assert isinstance(record, MotionRecord)
    animation = unpack_motion(document.blob(record.blob), record, a_skeleton())
    assert isinstance(animation, Animation)
    moved = moved_columns(animation, animation.column_times[1:2], 1e-4)
    made = keyed_arrays(moved, moved.column_times)
    document.commit(
        edit_by_hand(document.records, record, EditKind.MOVE_KEYS.of("a keyframe"), made, None, ())
    )
    print(made.blob, flush=True)
