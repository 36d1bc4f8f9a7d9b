"""Opening: a document of this machine's user, which then no other studio can have."""

from dataclasses import dataclass
from pathlib import Path

from kinegraph.core.errors import FormatError
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.store.document_file import reason_for_viewing
from kinegraph.studio.document.store.errors import DocumentError
from kinegraph.studio.document.store.location import without_links
from kinegraph.studio.document.store.lock import DocumentLock
from kinegraph.studio.running.places import ENDING, new_untitled, untitled_documents


@dataclass(frozen=True)
class Opened:
    """A document that this process has to itself.

    lock: None for a document that is only viewed.
    imports: Files to read into it at the start.
    """

    document: Document
    lock: DocumentLock | None
    imports: tuple[Path, ...] = ()

    def release(self) -> None:
        """Lets other studios have the document."""
        if self.lock is not None:
            self.lock.release()


def open_document(file: Path | None, new: bool = False) -> Opened:
    """Opens what the user asked for.

    file: A document (made if it is not there), any file that can be imported, or None for the document
        without a name that was used last.
    new: Whether to start a new document without a name instead.
    """
    if file is not None and file.suffix.lower() != ENDING:
        _check_importable(file)
        return _refuse_locked(new_untitled(), (file.resolve(),))
    if file is not None:
        real = without_links(file)
        if real.is_dir() or not real.parent.is_dir():
            raise DocumentError(file, "there is no folder for it." if not real.is_dir() else "is a folder.")
        return _refuse_locked(real)
    untitled = [] if new else untitled_documents()
    return _refuse_locked(untitled[0] if untitled else new_untitled())


def _refuse_locked(path: Path, imports: tuple[Path, ...] = ()) -> Opened:
    if reason_for_viewing(path):
        return Opened(Document(path), None, imports)
    lock = DocumentLock(path)
    try:
        return Opened(Document(path, on_move=lock.move, exclusive=True), lock, imports)
    except BaseException:
        lock.release()
        raise


def _check_importable(file: Path) -> None:
    from kinegraph.formats import format_of

    if not file.is_file():
        raise FormatError(file, "is a folder, not a file." if file.is_dir() else "there is no such file.")
    format_of(file)
