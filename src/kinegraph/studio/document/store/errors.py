"""Errors of a document's file."""

import os

from kinegraph.core.errors import KinegraphError


class DocumentError(KinegraphError):
    """A document that cannot be opened or written: which, and why."""

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"{path}: {reason}")


class DamagedDocument(DocumentError):
    """A document whose content is not what was written; it is left as it is."""

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        super().__init__(path, f"the document is damaged ({reason}); it was left as it is. Open a copy.")


class NewerDocument(DocumentError):
    """A document that a later Kinegraph wrote."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, "a newer Kinegraph wrote this document; update Kinegraph to open it.")


class ForeignObject(DocumentError):
    """A document with a trigger, view, index or table that Kinegraph never writes."""

    def __init__(self, path: str | os.PathLike[str], kind: str, name: str) -> None:
        super().__init__(
            path,
            f"the document contains the {kind} {name[:60]!r}, which Kinegraph does not write; "
            "it may be harmful and was not opened.",
        )


class SentenceError(DocumentError):
    """An error whose reason is a whole sentence, fit for a page: it names the file, not its folder."""

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        self.path, self.reason = str(path), reason
        KinegraphError.__init__(self, reason)


class LostDocument(SentenceError):
    """An open document whose file was deleted, replaced or overwritten by another program."""


class ViewOnly(SentenceError):
    """An edit of a document that was opened for viewing only."""
