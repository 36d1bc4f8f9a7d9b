"""Drags: what pages see of drags under way, and how they get back to what is stored.

A drag shows records that are not stored, and remembers which. When it ends, as an edit or not, every page
gets all of them as they are stored, in an event that no preview follows. So whatever a preview showed, and
whatever changed meanwhile, pages and document are equal in the end.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any

from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Change
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import (
    CharacterRecord,
    MotionRecord,
    PoseRecord,
    Record,
    SetRecord,
    StageRecord,
)
from kinegraph.studio.perform.performer import Performer
from kinegraph.studio.perform.posing import designed, pose_id, pose_record, posing_frame
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.protocol.commands import DragStep
from kinegraph.studio.protocol.events import DocumentChanged, PreviewEnded
from kinegraph.studio.protocol.messages import encode_event
from kinegraph.studio.running.gestures import Build, Gesture, Gestures, Overlay, join_steps
from kinegraph.studio.running.outbox import Frame
from kinegraph.studio.running.page import Audience, Page

Show = Callable[[str, Records, Edit], Awaitable[None]]
"""Shows every page a step of a drag: by its id, the document's records, and the edit that it would make."""


@dataclass(frozen=True)
class DocumentSide:
    """The document as drags see it.

    records: Gives the records as they are now.
    event: Makes the event that shows pages changed records and removed ids, as a preview or as stored.
    commit: Makes an edit and tells every page.
    complete: Adds to an edit all that follows from it.
    run_to_end: Carries work out to its end, even if its caller is cancelled.
    run_beside: Begins work that no request waits for.
    announce: Sends pages what is read of doodles.
    """

    records: Callable[[], Records]
    event: Callable[[tuple[Record, ...], tuple[str, ...], bool], DocumentChanged]
    commit: Callable[[Build], Awaitable[Change]]
    complete: Callable[[Records, Edit], Edit]
    run_to_end: Callable[[Coroutine[Any, Any, None]], Awaitable[None]]
    run_beside: Callable[[Coroutine[Any, Any, object]], None]
    announce: Callable[[Iterable[Record]], None]


@dataclass(frozen=True)
class _Shown:
    """Contents of a preview: the records of all drags together, what one drag changes, and designed poses."""

    records: Records
    touched: frozenset[str]
    poses: dict[str, bytes]


class Drags:
    """Everything live about drags; used from the event loop alone."""

    def __init__(
        self, gestures: Gestures, audience: Audience, rigs: Rigs, performer: Performer, document: DocumentSide
    ) -> None:
        self._gestures, self._audience, self._document = gestures, audience, document
        self._rigs, self._performer = rigs, performer

    async def step(self, page: Page, command: DragStep, build: Build, show: Show | None = None) -> None:
        """Makes an edit or, where the command is a step of a drag, shows it to every page.

        show: Shows an edit, completed by all that follows from it; None to preview the records alone.
        """
        if command.gesture is None:
            await self._document.commit(build)
            return

        def completed(now: Records) -> Edit:
            return self._document.complete(now, build(now))

        # Refuses what cannot be before the drag takes it up; in a thread, since it may solve for a pose.
        records, make = self._document.records(), build if show is None else completed
        edit = await asyncio.to_thread(make, records)
        gesture = self._gestures.step(command.gesture, page, command.dragged, make)
        gesture.previewed |= edit.changes.keys()
        if show is None:
            await self._preview(command.gesture, gesture)
        else:
            gesture.plain = False
            await show(command.gesture, records, edit)

    def preview_records(self, drag: str, changed: tuple[Record, ...], removed: tuple[str, ...] = ()) -> None:
        """Shows every page records as a drag has them now; nothing where it has ended."""
        gesture = self._gestures.get(drag)
        if gesture is not None and (changed or removed):
            gesture.previewed |= {record.id for record in changed}
            event = self._document.event(changed, removed, True)
            self._audience.preview(drag, gesture=encode_event(event))

    def send(self, drag: str, /, **frames: Frame) -> None:
        """Shows every page frames of a drag; nothing where it has ended."""
        if self._gestures.get(drag) is not None:
            self._audience.preview(drag, **frames)

    async def end(self, drag: str, page: Page) -> None:
        """Makes a drag one edit."""
        await self._document.run_to_end(self._end(drag, self._gestures.end(drag, page)))

    def cancel(self, drag: str, page: Page) -> None:
        """Shows every page what is stored instead of a drag."""
        ended = self._gestures.end(drag, page)
        self._restore(drag, ended, frozenset())
        if ended.keys is not None:
            self._audience.tell(PreviewEnded(gesture=drag, motion=ended.keys.motion, committed=False))

    def leave(self, page: Page) -> None:
        """Takes all drags of a page back."""
        for drag in self._gestures.of(page):
            self.cancel(drag, page)

    def refresh(self) -> None:
        """Shows drags anew: the document changed under them, another drag ended, or a page has come."""
        for drag, gesture in self._gestures.plain().items():
            if gesture.previewed and not gesture.outdated:
                gesture.outdated = True
                self._document.run_beside(self._preview(drag, gesture))

    async def _preview(self, drag: str, gesture: Gesture) -> None:
        """Shows every page where a drag is now: a pose as a frame, all else as records."""
        gesture.asked += 1
        number, gesture.outdated = gesture.asked, False
        work = self._cover, self._document.records(), self._gestures.overlay(), drag, frozenset(gesture.posed)
        shown = await asyncio.to_thread(*work)
        if self._gestures.get(drag) is not gesture or number < gesture.answered:
            return  # it has ended, or a newer preview came first
        gesture.answered = number
        gesture.previewed |= shown.touched
        gesture.posed |= shown.poses.keys()
        # What it showed before and changes no more is shown as it is.
        ids = sorted(gesture.previewed)
        changed = tuple(r for id in ids if (r := _present(shown.records, id)) is not None)
        removed = tuple(id for id in ids if _present(shown.records, id) is None)
        for character, frame in shown.poses.items():
            self.send(drag, **{f"pose {character}": frame})
        self._performer.answer_again(r.character for r in changed if isinstance(r, SetRecord))
        unposed = tuple(r for r in changed if not isinstance(r, PoseRecord | MotionRecord))
        self.preview_records(drag, unposed, tuple(id for id in removed if not id.startswith(pose_id(""))))

    def _cover(self, records: Records, overlay: Overlay, drag: str, posed: frozenset[str]) -> _Shown:
        """The frames of a drag's preview. For threads."""
        shown, touched = overlay.cover(records)
        own = touched.get(drag, frozenset())
        posed |= {r.character for id in own if isinstance(r := shown.get(id), PoseRecord)}
        return _Shown(shown, own, {who: frame for who in posed if (frame := self._pose_frame(shown, who))})

    def _pose_frame(self, records: Records, character: str) -> bytes | None:
        """The pose that is being designed for a character, as pages get it; None where there is no such."""
        owner = records.get(character)
        if not isinstance(owner, CharacterRecord):
            return None
        pose, _ = designed(records, character, self._rigs.character(owner))
        return posing_frame(pose_record(character, pose, {}))

    async def _end(self, drag: str, ended: Gesture) -> None:
        """Makes the edit of a drag. Of keys, pages keep what the drag showed last until it is made."""
        sent, committed = frozenset[str](), False
        try:
            if ended.keys is not None:
                await ended.keys.commit()
            else:
                self._audience.drop_preview(drag)
                change = await self._document.commit(lambda now: join_steps(ended.steps.values(), now))
                sent = frozenset({*(record.id for record in change.changed), *change.removed})
            committed = True
        finally:
            self._restore(drag, ended, sent)
            if ended.keys is not None:
                event = PreviewEnded(gesture=drag, motion=ended.keys.motion, committed=committed)
                self._audience.tell(event)

    def _restore(self, drag: str, ended: Gesture, sent: frozenset[str]) -> None:
        """Tells pages the stored state of what a drag has shown. What another drag shows too is left to it.

        sent: Ids of the records that pages got already, after the last preview.
        """
        self._audience.drop_preview(drag)
        kept = {id for other in self._gestures.plain().values() for id in other.previewed}
        due = sorted(ended.previewed - kept - sent)
        records = self._document.records()
        restored = tuple(r for id in due if (r := _present(records, id)) is not None)
        removed = tuple(id for id in due if _present(records, id) is None)
        if due:
            self._audience.tell(self._document.event(restored, removed, False))
        for character in ended.posed:
            frame = None if pose_id(character) in sent else self._pose_frame(records, character)
            if frame is not None:
                self._audience.send(frame)  # in order: no later pose comes before it
        self._performer.answer_again(r.character for r in restored if isinstance(r, SetRecord))
        self._document.announce(restored)
        self.refresh()


def _present(records: Records, id: str) -> Record | None:
    """A record as pages get it: they always have a stage."""
    return edits.stage_of(records) if id == StageRecord.ID else records.get(id)
