"""Commands: what a page may ask of the server, as JSON text frames.

Every command but `Cursor` and `Watch` carries a `request` number of the page's choice and is answered by a
`Done` or a `Failure` with that number (`Hello` by a `Welcome`). A command with a `gesture` is one step of a
drag: its state is shown to every page at once, and `EndGesture` makes the whole drag one edit.
"""

from collections.abc import Hashable
from typing import Annotated, ClassVar, Literal

import msgspec

from kinegraph.core.body import Cap
from kinegraph.studio.document.records import Vector

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", rename="camel"):
    """Base of all commands.

    reads: Whether it changes nothing in the document: while only such commands wait, everything is saved.
    """

    reads: ClassVar[bool] = False


class Request(Command, frozen=True, kw_only=True):
    """Base of the commands that are answered.

    request: A number of the page's choice, repeated in the answer.
    """

    request: int


class DragStep(Request, frozen=True, kw_only=True):
    """Base of the commands that can be a step of a drag. A step holds the whole drag from its start: of steps
    that wait, only the newest is carried out.

    drag_key: The fields that identify what is dragged.
    gesture: The drag that this is a step of, by an id of the page's choice; null for a single edit.
    """

    drag_key: ClassVar[tuple[str, ...]]

    gesture: Id | None = None

    @property
    def dragged(self) -> tuple[Hashable, ...]:
        """Name of the thing that this step moves: equal for two steps where the newer replaces the older."""
        return (type(self).__name__, *(getattr(self, name) for name in self.drag_key))


class Hello(Request, frozen=True, kw_only=True):
    """The first message on a socket.

    protocol: The version of the protocol that the page speaks; another than the server's is refused.
    session: The session to take up again after a lost connection, from the last `Welcome`.
    """

    protocol: int
    session: Id | None = None


class AddCharacter(Request, frozen=True, kw_only=True):
    """Adds a member of the built-in cast to the library and the stage."""

    cast: Text
    position: Vector | None = None


class RemoveRecord(Request, frozen=True, kw_only=True):
    """Removes a character (with its motions and sets), an animation (with the motions that play it), a doodle
    (with the character that was drawn and what it does), a motion or a set.
    """

    id: Id


class RenameRecord(Request, frozen=True, kw_only=True):
    """Gives a character, an animation, a doodle, a motion or a set another name."""

    id: Id
    name: Text


class RenameDocument(Request, frozen=True, kw_only=True):
    """Gives the document a title."""

    title: Annotated[str, msgspec.Meta(max_length=200)]


class SetCaps(Request, frozen=True, kw_only=True):
    """Corrects what a joint's body is."""

    character: Id
    joint: int
    caps: tuple[Cap, ...]


class SetMirrorPairs(Request, frozen=True, kw_only=True):
    """Corrects which joint mirrors which.

    mirror: Per joint the joint on the other side, or itself.
    """

    character: Id
    mirror: tuple[int, ...]


class PlaceCharacter(DragStep, frozen=True, kw_only=True):
    """Moves and turns a character on the stage.

    heading: About +Y [rad].
    """

    drag_key: ClassVar[tuple[str, ...]] = ("character",)

    character: Id
    position: Vector
    heading: float


class EndGesture(Request, frozen=True, kw_only=True):
    """Ends a drag: what it changed becomes one edit."""

    gesture: Id


class CancelGesture(Request, frozen=True, kw_only=True):
    """Gives a drag up: everything is as it was before."""

    gesture: Id


class SelectCharacter(Request, frozen=True, kw_only=True):
    """Chooses the character that the page shows as active."""

    character: Id | None = None


class SelectMotion(Request, frozen=True, kw_only=True):
    """Chooses the motion that plays; its character becomes active with it."""

    motion: Id | None = None


class SetPlayback(Request, frozen=True, kw_only=True):
    """Sets the playback of the active motion.

    speed: 1 is as captured.
    span: From and to [s]; null for all of it.
    """

    loop: bool
    speed: Annotated[float, msgspec.Meta(ge=0.01, le=100.0)]
    span: tuple[float, float] | None = None


class Undo(Request, frozen=True, kw_only=True):
    """Undoes the last edit."""


class Redo(Request, frozen=True, kw_only=True):
    """Does the last undone edit again."""


class FollowMode(Request, frozen=True, kw_only=True):
    """Lets a character follow the pointer, or stop; one at a time follows."""

    character: Id
    on: bool


class Cursor(Command, frozen=True, kw_only=True):
    """Moves the pointer in the world. Newest wins: while one is computed only the newest waits.

    position: [m], in world space.
    time: The pointer event's own time stamp, on the page's clock [s].
    sequence: A number of the page's choice, repeated in the pose that answers it.
    playhead: Where playback is [s]: while the page performs, other layers play along at this time.
    gaze: What the character that is performed looks at [m], in world space; null for nothing.
    """

    position: Vector
    time: float
    sequence: int
    playhead: float | None = None
    gaze: Vector | None = None


class Watch(Command, frozen=True, kw_only=True):
    """Says if the page can be seen: poses are streamed only to pages that can."""

    visible: bool


class RequestClip(Request, frozen=True, kw_only=True):
    """Asks for a motion's frames as a binary `ClipFrame` (`MarkersFrame` for markers), then `Done`."""

    reads: ClassVar[bool] = True

    motion: Id


class RequestTrail(Request, frozen=True, kw_only=True):
    """Asks for the path of a joint in the character's space, as a binary `TrailFrame`, then `Done`."""

    reads: ClassVar[bool] = True

    motion: Id
    joint: int


Degrees = Annotated[float, msgspec.Meta(ge=-360.0, le=360.0)]


class ExportOptions(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Options of an export.

    fps: Resample to this rate [1/s]; null keeps each motion's own.
    scale: Make everything this many times as large; null leaves it in metres.
    span: Only this part of each motion, from and to [s].
    theme: The room that a film is made in.
    view: From where a film is made, azimuth and elevation [degrees]: 0, 0 looks at the face, 90, 0 at the
        left side; null for between the two.
    page: What a web page does: it plays the motion, performs the character's sets, or leads it as a creature.
    """

    fps: Annotated[float, msgspec.Meta(gt=0.0, le=1000.0)] | None = None
    scale: Annotated[float, msgspec.Meta(gt=0.0, le=1e6)] | None = None
    span: tuple[float, float] | None = None
    theme: Literal["dark", "light"] = "dark"
    view: tuple[Degrees, Degrees] | None = None
    page: Literal["motion", "sets", "creature"] = "motion"


class Export(Request, frozen=True, kw_only=True):
    """Starts a job that writes a character, and motions of it, to a file to be downloaded.

    records: One character, or motions of one character, or both. A creature's plan needs the creature, an
        animation for any creature a motion that plays it.
    format: A name from `Welcome.formats`.
    extension: Which of the format's extensions, as ".glb"; null for its first.
    """

    records: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=1000)]
    format: Text
    extension: Text | None = None
    options: ExportOptions = ExportOptions()


class CancelJob(Request, frozen=True, kw_only=True):
    """Stops a job as soon as its current step ends; nothing of it stays."""

    job: Id


class LimitHistory(Request, frozen=True, kw_only=True):
    """Sets how much of the document's file undo may need; older edits are forgotten at once.

    size: [bytes].
    """

    size: Annotated[int, msgspec.Meta(ge=1 << 20, le=1 << 34)]


JobKind = Literal[
    "import", "export", "keys", "measure", "set", "effort", "grid", "library", "play-on", "warm-up"
]
