"""Adds content to a document whose file may not grow past a size; prints every edit that was acknowledged."""

import random
import resource
import sys

from samples_of_records import a_character

from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.store.errors import DocumentError

document = Document(sys.argv[1])
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
number = 0
while True:
    data = random.Random(number).randbytes(200_000)
    record = a_character(name=f"edit {number}", blob=blob_hash(data))
    try:
        document.commit(Edit(EditKind.RENAME_RECORD.of(), {"c1": record}, {record.blob: data}))
    except DocumentError as error:
        print(error, flush=True)
        break
    print(record.name, flush=True)
    number += 1
    if number % 3 == 0:
        document.checkpoint()
