"""Renames a character of a document by each argument and dies with it open; --checkpoint folds the log."""

import os
import sys

from samples_of_records import BLOBS, a_character

from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind

document = Document(sys.argv[1])
if "c1" not in document.records:
    document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of(), [a_character()], BLOBS))
for name in sys.argv[2:]:
    if name == "--checkpoint":
        document.checkpoint()
    else:
        document.commit(edits.rename(document.records, "c1", name))
os._exit(0)
