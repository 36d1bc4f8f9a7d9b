"""Rescue: a last copy of a document whose file is gone when the studio ends."""

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document.document import Document
from kinegraph.studio.running.places import ENDING, untitled_folder


def rescue(document: Document) -> str:
    """Saves a copy among the documents without a name; returns a sentence that says where, empty where the
    document's own file has everything.
    """
    problem = document.problem()
    if not problem:
        return ""
    stem = f"{document.path.stem} (rescued"
    names = (f"{stem}{f' {n}' if n > 1 else ''}){ENDING}" for n in range(1, 1000))
    try:
        target = next(path for name in names if not (path := untitled_folder() / name).exists())
        document.copy_to(target)
    except KinegraphError as error:
        return f"{problem} It could not be rescued: {error}"
    return f"{problem} Its content was saved as {target}."
