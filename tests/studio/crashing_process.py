"""Renames a character of a document by each argument and dies with it open; --checkpoint folds the log,
--grow adds content.
"""

import os
import random
import sys

from msgspec.structs import replace
from samples_of_records import BLOBS, a_character

from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.records import CharacterRecord

document = Document(sys.argv[1])
if "c1" not in document.records:
    document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of(), [a_character()], BLOBS))
for name in sys.argv[2:]:
    if name == "--checkpoint":
        document.checkpoint()
    elif name == "--grow":
        data, character = random.Random(1).randbytes(300_000), document.records["c1"]
        assert isinstance(character, CharacterRecord)
        blob = blob_hash(data)
        grown = replace(character, blob=blob)
        document.commit(Edit(EditKind.REPLACE_PLAN.of(), {"c1": grown}, {blob: data}))
    else:
        document.commit(edits.rename(document.records, "c1", name))
os._exit(0)
