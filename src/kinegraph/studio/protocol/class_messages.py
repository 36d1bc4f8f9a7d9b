"""Messages of a student's page in a class: handing in, and the student's seat."""

from kinegraph.studio.protocol.commands import Request
from kinegraph.studio.protocol.events import Event, SeatInfo


class HandIn(Request, frozen=True, kw_only=True):
    """Gives the teacher a copy of the document as it is now. It can be handed in again."""


class SeatChanged(Event, frozen=True, kw_only=True):
    """The seat is another: the student handed in, or the teacher changed the view."""

    seat: SeatInfo


AnyClassEvent = SeatChanged
