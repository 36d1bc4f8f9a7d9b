"""Edits a document as fast as it can and says each edit that was acknowledged; ends when it is killed."""

import sys

from samples_of_records import BLOBS, a_character

from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind

document = Document(sys.argv[1])
if "c1" not in document.records:
    document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of(), [a_character()], BLOBS))
number = int(sys.argv[2])
while True:
    document.commit(edits.rename(document.records, "c1", f"name {number}"))
    print(number, flush=True)
    number += 1
