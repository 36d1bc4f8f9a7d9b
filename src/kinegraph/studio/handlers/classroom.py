"""Handles what only the page of a student in a class asks."""

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.handlers.registry import handles
from kinegraph.studio.protocol.class_messages import HandIn, SeatChanged
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(HandIn)
async def _hand_in(studio: Studio, page: Page, command: HandIn) -> None:
    seat = studio.seat
    if seat is None:
        raise InvalidValue("This document does not belong to a class.")
    await studio.on_disk(lambda: seat.hand_in(studio.document.copy_to))
    studio.audience.tell(SeatChanged(seat=seat.info))
