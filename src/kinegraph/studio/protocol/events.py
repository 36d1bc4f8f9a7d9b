"""Events: what the server sends to pages, as JSON text frames."""

from typing import Literal

import msgspec

from kinegraph.studio.document.document import HistoryStep
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.key_fields import KeyFigures, KeyMiss, KeySettings
from kinegraph.studio.document.records import Record
from kinegraph.studio.protocol.commands import JobKind


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", rename="camel"):
    """Base of all events."""


class CastMember(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A built-in character: shown by `/api/thumbnails/cast/{name}.png`, drawn from `/api/cast/{name}.glb`.

    sets: The names of its finished sets, which `AddCastSets` gives it.
    walks: Whether one of them carries it along.
    """

    name: str
    title: str
    description: str
    sets: tuple[str, ...] = ()
    walks: bool = False


class FormatInfo(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A file format.

    name: As `Export.format` wants it.
    title: What people call it, in a word or two.
    description: What it holds.
    extensions: As in ".bvh"; the first is the usual one.
    reads, writes: What the studio can do with it here and now.
    holds: What of a choice it writes: motion (with its character), a film of it, a web page of it, the plan
        of a creature, or the animation that a creature plays.
    note: Why it cannot be used here and how to change that ("needs Blender: ..."); empty where it can.
    """

    name: str
    title: str
    description: str
    extensions: tuple[str, ...]
    reads: bool
    writes: bool
    holds: Literal["motion", "film", "page", "creature", "animation"] = "motion"
    note: str = ""


class DocumentInfo(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Name, place and state of the document.

    id: Stays the same over restarts.
    file: The name of its file; empty for one that was never named.
    fresh: Whether it was never edited: it holds what the first start puts there.
    """

    id: str
    file: str
    fresh: bool


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A student's place in a class.

    student: The student's name.
    simple: Whether the page shows fewer panels.
    handed_in: When the document was handed in last [s since 1970]; null where it was not.
    """

    student: str
    simple: bool
    handed_in: float | None


class FileState(Event, frozen=True, kw_only=True):
    """The document's file: sent when something of this changes.

    file: The name of the file; empty for a document that was never named.
    view_only: Why nothing can be edited, as a sentence; empty where edits are saved.
    problem: Why edits can no longer be saved, as a sentence: the file was deleted or replaced. A copy can be
        saved from `/api/document/{name}`. Empty where all is well.
    size: Of the file [bytes].
    history_size: Share of it that undo needs [bytes].
    history_limit: What the history may take; older edits are forgotten [bytes].
    """

    file: str
    view_only: str
    problem: str
    size: int
    history_size: int
    history_limit: int


class Welcome(Event, frozen=True, kw_only=True):
    """Answers `Hello` with everything a page needs.

    version: Kinegraph's own version.
    revision: Grows with every change of the document.
    undo_label, redo_label: What undo and redo would do; null where there is nothing.
    undo_kind: The kind of the edit that undo would take back; null where there is nothing, or it is unknown.
    jobs: Jobs that are under way.
    upload_limit: Largest import [bytes].
    seat: The student whose document this is, in a class; else null.
    viewing: Whether this page may only look: every edit is refused.
    """

    request: int
    protocol: int
    version: str
    session: str
    document: DocumentInfo
    file: FileState
    revision: int
    records: tuple[Record, ...]
    undo_label: str | None
    undo_kind: EditKind | None
    redo_label: str | None
    cast: tuple[CastMember, ...]
    formats: tuple[FormatInfo, ...]
    jobs: tuple["JobProgress", ...]
    upload_limit: int
    seat: SeatInfo | None = None
    viewing: bool = False


class DocumentChanged(Event, frozen=True, kw_only=True):
    """Records that are new or different, whole, and the ids of those that are gone.

    label: The edit as a command ("Rename walk to stroll"); null for selection and the like.
    kind: What the edit does; null for selection and the like, and for edits of documents that are older than
        kinds.
    report: What happened, to show with an offer to undo: "Renamed walk to stroll", "Undid: rename walk to
        stroll". Empty for selection and the like.
    quiet: Whether the report need not be shown, because the user sees the result where they work.
    step: Whether that edit was made, taken back, or done again.
    preview: Whether this is a step of a drag that is not yet an edit.
    """

    revision: int
    changed: tuple[Record, ...]
    removed: tuple[str, ...]
    label: str | None
    kind: EditKind | None
    report: str
    quiet: bool
    step: HistoryStep
    preview: bool
    undo_label: str | None
    undo_kind: EditKind | None
    redo_label: str | None


class Done(Event, frozen=True, kw_only=True):
    """A request was carried out.

    created: Ids of the records that it made.
    job: The job that it started, if any.
    """

    request: int
    revision: int
    created: tuple[str, ...] = ()
    job: str | None = None


class Failure(Event, frozen=True, kw_only=True):
    """A request could not be carried out; the connection stays.

    request: Null where the message could not even be read.
    message: One sentence for people.
    """

    request: int | None
    message: str


class JobStarted(Event, frozen=True, kw_only=True):
    """Long work began."""

    job: str
    kind: JobKind
    label: str


class JobProgress(Event, frozen=True, kw_only=True):
    """Progress of a job.

    label: What it is doing now.
    done, total: In steps of the job's own; total is 0 where it cannot be known.
    seconds_left: [s], null where it is not known yet.
    """

    job: str
    kind: JobKind
    label: str
    done: float
    total: float
    seconds_left: float | None


class JobDone(Event, frozen=True, kw_only=True):
    """A job ended well.

    message: One sentence for people.
    notes: What it repaired, dropped or guessed.
    created: Records that it made.
    download: Where to get what it wrote (add the token), or null.
    """

    job: str
    kind: JobKind
    message: str
    notes: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    download: str | None = None


class JobFailed(Event, frozen=True, kw_only=True):
    """A job ended without a result.

    cancelled: Whether the user cancelled it.
    """

    job: str
    kind: JobKind
    message: str
    cancelled: bool = False


class KeysMeasured(Event, frozen=True, kw_only=True):
    """Distance of the result of one number of keys from its source, as it plays with its final curves.

    motion, settings: As they were asked for.
    count: The number that was asked for; null for the automatic choice.
    keys: How many keys there are then; the automatic choice adds some until it keeps its promise, and those
        set by hand stay.
    """

    motion: str
    settings: KeySettings
    count: int | None
    keys: int
    figures: KeyFigures
    missed: KeyMiss | None


class PreviewEnded(Event, frozen=True, kw_only=True):
    """Ends the preview of a drag in Keys or in the maker: committed (sent before this) or cancelled. What is
    stored holds.

    motion: The motion that was dragged: the source where keys were chosen, the keyed motion where edited; the
        character where a creature was.
    committed: Whether it became an edit.
    """

    gesture: str
    motion: str
    committed: bool


AnyEvent = (
    Welcome
    | FileState
    | DocumentChanged
    | Done
    | Failure
    | JobStarted
    | JobProgress
    | JobDone
    | JobFailed
    | KeysMeasured
    | PreviewEnded
)
