"""Recent documents: which documents were open last, and how their users named them, in a small file."""

import os
import secrets
from hashlib import sha256
from pathlib import Path

import msgspec

from kinegraph.core.files.places import data_folder
from kinegraph.studio.protocol.answers import ListedDocument
from kinegraph.studio.running.places import is_untitled, last_change, untitled_documents

_MOST = 40


class _Entry(msgspec.Struct, frozen=True):
    path: str
    title: str = ""


def note_document(path: Path, title: str) -> None:
    """Notes that a document is open; does without where the disk refuses."""
    entry = _Entry(str(path.resolve()), title)
    entries = [entry, *(other for other in _entries() if other.path != entry.path)][:_MOST]
    file = _file()
    building = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        building.write_bytes(msgspec.json.encode(entries))
        os.replace(building, file)
    except OSError:
        building.unlink(missing_ok=True)


def listed_documents(current: Path) -> list[ListedDocument]:
    """The documents that are still there, the one that was changed last first.

    current: The one that is open.
    """
    titles = {Path(entry.path): entry.title for entry in _entries()}
    paths = [*dict.fromkeys([*titles, *(path.resolve() for path in untitled_documents())])]
    found = []
    for path in paths:
        try:
            size, changed = path.stat().st_size, last_change(path)
        except OSError:
            continue
        found.append(
            ListedDocument(
                id=document_id(path),
                title=titles.get(path, ""),
                file="" if is_untitled(path) else path.name,
                changed=changed,
                size=size,
                current=path == current.resolve(),
            )
        )
    return sorted(found, key=lambda each: -each.changed)[:_MOST]


def path_of_document(id: str) -> Path | None:
    """The file of a document that `listed_documents` names so."""
    paths = [*(Path(entry.path) for entry in _entries()), *untitled_documents()]
    return next((path.resolve() for path in paths if document_id(path) == id), None)


def document_id(path: Path) -> str:
    """Id by which pages name a document."""
    return sha256(os.fsencode(path.resolve())).hexdigest()[:24]


def _file() -> Path:
    return data_folder() / "recent.json"


def _entries() -> list[_Entry]:
    """The noted documents; none where the file is missing or damaged."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=list[_Entry])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return []
