"""Answers about the documents of this machine's user, which go over plain HTTP."""

import msgspec


class ListedDocument(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A document that can be opened.

    id: What a page names it by; paths stay with the studio.
    title: As its user named it; empty where it has no name.
    file: The name of its file; empty for a document that was never named.
    changed: When it was last changed [s since 1970].
    size: Of the file [bytes].
    current: Whether it is the one that is open.
    """

    id: str
    title: str
    file: str
    changed: float
    size: int
    current: bool


class DocumentList(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The documents that were open last, the newest first."""

    documents: tuple[ListedDocument, ...]
