"""Answers that go over plain HTTP: of the motion library, and of the list of documents."""

import msgspec


class LibraryMotion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A motion of the library.

    seconds: Length [s]. mean_speed, peak_speed: Of the hips over the ground [m/s].
    contacts: How often a foot touches down. turns: Full turns about the vertical.
    rise: How far the hips rise over their usual height [m]. height: Of the character [m].
    distance: To the motion that others are compared with; null in a plain search.
    """

    id: int
    name: str
    seconds: float
    mean_speed: float
    peak_speed: float
    contacts: int
    turns: float
    rise: float
    height: float
    distance: float | None


class LibraryAnswer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Motions that match.

    total: How many match; `motions` are the first of them.
    size: How many motions the library has.
    """

    total: int
    size: int
    motions: tuple[LibraryMotion, ...]


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
