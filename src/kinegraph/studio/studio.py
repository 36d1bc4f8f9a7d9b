"""Studio: one open document with its pages, drags, jobs and live characters."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.files.places import cache_folder
from kinegraph.perform.cast_sets import RIGGED, WALKING
from kinegraph.studio.awakening import Awakening
from kinegraph.studio.compile_tasks import Part
from kinegraph.studio.creatures.making import make_again
from kinegraph.studio.creatures.ready_creatures import Creatures
from kinegraph.studio.creatures.tuning import complete_creatures
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Change, Document
from kinegraph.studio.document.edits import Edit, Outdated, Records
from kinegraph.studio.document.records import (
    CharacterRecord,
    MotionRecord,
    PenRecord,
    Placement,
    Record,
    SetRecord,
    TakeRecord,
)
from kinegraph.studio.document.store.private_folder import PrivateFolder, sweep_private_folders
from kinegraph.studio.doodles.desk import DoodleDesk
from kinegraph.studio.doodles.pen_edits import recover_pen
from kinegraph.studio.doodles.tuning import complete_doodles
from kinegraph.studio.doodles.works import DoodleWorks
from kinegraph.studio.drags import DocumentSide, Drags
from kinegraph.studio.files.motion_library import StudioLibrary
from kinegraph.studio.first_content import first_content
from kinegraph.studio.keys.desk import KeyDesk
from kinegraph.studio.motions.shelf import MotionShelf
from kinegraph.studio.perform.performer import Performer
from kinegraph.studio.perform.ready_sets import finished_sets, with_sets
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_tuning import complete_sets
from kinegraph.studio.perform.takes import recover_take
from kinegraph.studio.prepare import missing_members, prepare_member
from kinegraph.studio.protocol.commands import PlaceCharacter
from kinegraph.studio.protocol.events import DocumentChanged, JobDone
from kinegraph.studio.protocol.perform_commands import MoveMarker, SetHome
from kinegraph.studio.running.caretaker import Caretaker
from kinegraph.studio.running.casting import FIRST, cast_member
from kinegraph.studio.running.failures import FailureLog
from kinegraph.studio.running.follower import TICK, PointerFollower, make_driver
from kinegraph.studio.running.gestures import Build, Gestures
from kinegraph.studio.running.jobs import Job, JobBoard
from kinegraph.studio.running.looks import Looks
from kinegraph.studio.running.lost_pages import LostPages
from kinegraph.studio.running.page import Audience, Page
from kinegraph.studio.running.rescue import rescue
from kinegraph.studio.running.seat import Seat
from kinegraph.studio.running.worker import Ticket
from kinegraph.studio.running.workers import Workers
from kinegraph.studio.scenes.desk import SceneDesk
from kinegraph.studio.scenes.edits import complete_scene

UPLOAD_LIMIT = 200 * 10**6  # [bytes]
GRACE = 60.0  # [s]
_CLASS_TICK = 3 * TICK  # between poses of idle motion, where a whole class shares the machine [s]

_Result = TypeVar("_Result")
_ATTEMPTS = 5  # to make an edit of what others change at the same time


class Studio:
    """The live side of a document; used from the event loop, with disk work in a thread of its own."""

    def __init__(
        self,
        document: Document,
        upload_limit: int = UPLOAD_LIMIT,
        first: str | None = FIRST,
        eager: bool = True,
        grace: float = GRACE,
        verbose: bool = False,
        seat: Seat | None = None,
        completes: bool = False,
    ) -> None:
        """
        grace: How long the recordings of a page that lost its connection wait for it [s].
        upload_limit: Largest import [bytes].
        first: The member of the cast that a new document begins with; None for an empty stage.
        eager: Whether to start the worker process before it is needed.
        verbose: Whether unexpected errors are also written to the standard error stream.
        seat: The student whose document this is, in a class.
        completes: Whether to prepare beside everything else what this machine lacks.
        """
        self.document = document
        self.seat = seat
        self._first, self._eager, self._completes = first, eager, completes
        self.upload_limit = upload_limit
        self.audience = Audience()
        self.gestures = Gestures()
        self.failures = FailureLog(document.path, verbose)
        self.jobs = JobBoard(self.audience.tell, self.failures)
        self.workers = Workers(self.failures)
        self.awakening = Awakening(self.workers.run, eager)
        self.looks = Looks(document.blob, self.workers.run, self.workers.run_in_spare)
        self.rigs = Rigs(document.blob)
        self.creatures = Creatures(document.blob)
        self.doodles = DoodleDesk(
            DoodleWorks(document.blob, self.creatures),
            self.audience,
            lambda: document.records,
            self.awakening.wait_for,
            self.run_beside,
        )
        self.shelf = MotionShelf(
            lambda: document.records,
            document.blob,
            self.looks,
            self.rigs,
            self.creatures,
            self.doodles.works,
        )
        self.keys = KeyDesk(self.jobs, self.shelf)
        self.scenes = SceneDesk(self.shelf, self.looks, document.blob)
        self.follower = PointerFollower(
            self._send_pose,
            lambda: self.audience.is_watching,
            self._placement,
            lambda character: make_driver(character, self.workers.run),
            TICK if seat is None else _CLASS_TICK,
        )
        self.performer = Performer(self.rigs, self._dragged_sets, self._placement, self._send_performed)
        self.drags = Drags(
            self.gestures,
            self.audience,
            self.rigs,
            self.performer,
            DocumentSide(
                lambda: document.records,
                self._shown_event,
                self.commit,
                self.complete,
                self.run_to_end,
                self.run_beside,
                self.doodles.announce,
            ),
        )
        sweep_private_folders()
        self._private = PrivateFolder()
        self.scratch = self._private.path
        self.library = StudioLibrary(self.failures)
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="kinegraph-disk")
        document.make_again_with(make_again)
        self.caretaker = Caretaker(document, self.on_disk, self.audience.tell, lambda: bool(self.jobs.states))
        self.rescued = ""
        self._editing = asyncio.Lock()
        self._certain: set[asyncio.Task] = set()
        self._shown_view = edits.view_of(document.records)
        self._dragged: tuple[Hashable, Records] = (None, {})
        self._lost = LostPages(grace, lambda takes: self.run_beside(self._recover(takes)))

    async def open(self) -> None:
        """Gets everything ready beside the loop; a new document gets its first character.

        Takes that a crash has cut off become layers, and strokes ink, before any page can ask.
        """
        cut_off = [id for id, r in self.document.records.items() if isinstance(r, TakeRecord | PenRecord)]
        await self._recover(cut_off)
        self.caretaker.start()
        self.jobs.start("warm-up", "Starting", self._warm_up)

    async def close(self) -> None:
        """Ends everything that goes on; the document is closed last, and rescued where its file is gone."""
        self._lost.close()
        self.workers.stop()
        self.library.close()
        self.follower.close()
        self.performer.close()
        self.keys.close()
        self.scenes.close()
        self.doodles.close()
        await self.jobs.close()
        await self.caretaker.close()
        await asyncio.gather(*self._certain, return_exceptions=True)
        self._disk.shutdown(wait=True)
        self.rescued = rescue(self.document)
        self.document.close()
        self.failures.close()
        self._private.close()

    async def commit(self, build: Build) -> Change:
        """Makes an edit from whatever the document holds when its turn comes, and tells every page."""
        return await self._change(lambda: self.document.commit(self._complete_build(build)))

    async def keep(self, build: Build) -> Change:
        """Changes what is no part of history, and tells every page."""
        return await self._change(lambda: self.document.keep(self._complete_build(build)))

    async def undo(self) -> Change:
        """Undoes the last edit."""
        return await self._travel(self.document.undo)

    async def redo(self) -> Change:
        """Does the last undone edit again."""
        return await self._travel(self.document.redo)

    async def commit_computed(self, compute: Callable[[], Awaitable[Build | None]]) -> Change | None:
        """Makes an edit that takes long to compute beside the document; computes it again where the document
        changed meanwhile. Returns None where there is nothing to change.

        compute: Gives the edit as a function that raises Outdated where it was computed from old records.
        """
        reason = ""
        for _ in range(_ATTEMPTS):
            build = await compute()
            if build is None:
                return None
            try:
                return await self.commit(build)
            except Outdated as error:
                reason = str(error)
        raise InvalidValue(f"{reason} Try again.")

    async def run_to_end(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Carries work out to its end, even if its caller is cancelled meanwhile."""
        task = self._begin(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._report)
            raise

    def run_beside(self, work: Coroutine[Any, Any, object]) -> None:
        """Begins work that is carried out to its end; an unexpected error is logged."""
        self._begin(work).add_done_callback(self._report)

    def _report(self, task: asyncio.Task[Any]) -> None:
        """Logs the unexpected error of work that no request waits for."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, KinegraphError):
            self.failures.report(error, getattr(task.get_coro(), "__qualname__", "Work"))

    def _begin(self, work: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        task = asyncio.create_task(work)
        self._certain.add(task)
        task.add_done_callback(self._certain.discard)
        return task

    def join(self, page: Page) -> None:
        """A page is there; what it was recording when it lost its connection goes on."""
        page.takes |= self._lost.take_back(page.session) & self.document.records.keys()
        self.audience.pages.add(page)
        self.drags.refresh()

    def leave(self, page: Page) -> None:
        """A page is gone: its drags are taken back, and what it was recording becomes a layer unless it comes
        back soon.
        """
        self.audience.pages.discard(page)
        self.performer.let_go(page)
        self._lost.add(page)
        self.drags.leave(page)

    async def follow(self, id: str | None) -> None:
        """Lets a character follow the pointer; None for no character."""
        record = self.document.records.get(id) if id else None
        if not isinstance(record, CharacterRecord):
            self.follower.rest()
        elif self.follower.character != id:
            character = await asyncio.to_thread(self.looks.character, record)
            await self.follower.follow(record.id, character, self._stand_in(record, character))

    async def on_disk(self, work: Callable[[], _Result]) -> _Result:
        """Runs work in the thread that has the document to itself."""
        return await asyncio.get_running_loop().run_in_executor(self._disk, work)

    async def in_worker(self, job: Job, task: Callable, **arguments: object) -> object:
        """Runs a task in a worker process for a job, which can be cancelled meanwhile."""
        loop = asyncio.get_running_loop()
        ticket = Ticket(cancelled=job.cancelled)
        job.stop = lambda: self.workers.cancel(job.kind, ticket)

        def progress(label: str, done: float, total: float) -> None:
            loop.call_soon_threadsafe(job.progress, label, done, total)

        return await asyncio.to_thread(self.workers.run_job, job.kind, task, arguments, progress, ticket)

    async def _recover(self, takes: list[str]) -> None:
        """Turns unfinished recordings into layers and strokes into ink. What cannot be recovered stays for
        the next start.
        """
        for take in takes:
            with suppress(KinegraphError):
                if isinstance(self.document.records.get(take), PenRecord):
                    self.doodles.give_up(take)
                    await self.commit(lambda records, pen=take: recover_pen(records, self.document.blob, pen))
                else:
                    await self.commit(lambda records, take=take: recover_take(records, self.rigs, take))

    def _complete_build(self, build: Build) -> Edit:
        records = self.document.records
        return self.complete(records, build(records))

    def complete(self, records: Records, edit: Edit) -> Edit:
        """An edit with all that follows from it."""
        drawn = complete_doodles(records, complete_sets(records, edit, self.rigs), self.doodles.works)
        return complete_scene(records, complete_creatures(records, drawn, self.creatures))

    async def _travel(self, step: Callable[[], Change]) -> Change:
        """Goes a step through history; a character that is back follows the pointer again as before."""
        change = await self._change(step)
        await self.follow(edits.view_of(self.document.records).follow)
        return change

    async def _change(self, work: Callable[[], Change]) -> Change:
        return await self.run_to_end(self._commit_work(work))

    async def _commit_work(self, work: Callable[[], Change]) -> Change:
        async with self._editing:
            change = await self.on_disk(work)
        event = self._changed_event(change)
        if event.changed or event.removed:
            self.audience.tell(event)
            self.drags.refresh()
        self.doodles.announce(change.changed)
        self.performer.answer_again(
            str(record.character) for record in change.changed if isinstance(record, SetRecord | MotionRecord)
        )
        if self.follower.character is not None and self.follower.character not in self.document.records:
            self.follower.rest()
        return change

    def _changed_event(self, change: Change, preview: bool = False) -> DocumentChanged:
        changed: dict[str, Record] = {record.id: record for record in change.changed}
        view = edits.view_of(self.document.records)
        # It changed, or something it points at came or went. A preview may never be sent: it does not count.
        if not preview and (view != self._shown_view or view.id in changed):
            self._shown_view = changed[view.id] = view
        return DocumentChanged(
            revision=change.revision,
            changed=tuple(changed.values()),
            removed=change.removed,
            label=change.label,
            kind=change.kind,
            report=change.report,
            quiet=change.step == "edit" and (change.kind is None or change.kind.quiet),
            step=change.step,
            preview=preview,
            undo_label=self.document.undo_label,
            undo_kind=self.document.undo_kind,
            redo_label=self.document.redo_label,
        )

    def _shown_event(
        self, changed: tuple[Record, ...], removed: tuple[str, ...], preview: bool
    ) -> DocumentChanged:
        return self._changed_event(Change(self.document.revision, None, changed, removed), preview)

    async def _warm_up(self, job: Job) -> JobDone:
        """Gets what the first seconds need ready: the first character, its driver, the worker process."""
        steps = 4
        if self._first and not self.document.records and self.document.fresh and not self.document.view_only:
            job.progress(f"Building the {self._first}", 0, steps)
            cast = await asyncio.to_thread(cast_member, self._first, self.workers.run)
            if not self.document.records and self.document.fresh:
                await self.keep(lambda _: first_content(cast))
        job.progress("Preparing the character", 1, steps)
        await asyncio.gather(self.follow(edits.view_of(self.document.records).follow), self._rehearse())
        job.progress("Cleaning up the document", 2, steps)
        await self.on_disk(self.document.collect_garbage)
        job.progress("Preparing file import", 3, steps)
        if self._eager:
            await asyncio.to_thread(self.workers.warm_up)
        if self._completes:
            self.run_beside(self._prepare_rest())
        return job.done("Ready.")

    async def _prepare_rest(self) -> None:
        """Prepares beside everything else what this machine lacks of compiled code and of the cast."""
        parts, members = await self.awakening.missing(), await asyncio.to_thread(missing_members)
        if parts or members:
            self.jobs.start("warm-up", "Preparing", lambda job: self._prepare(job, parts, members))

    async def _prepare(self, job: Job, parts: list[Part], members: list[str]) -> JobDone:
        steps = len(parts) + len(members)
        job.stop = self.workers.stop_spare
        for number, part in enumerate(parts):
            job.progress(f"Preparing {part}", number, steps)
            await asyncio.shield(self.awakening.begin(part, self.workers.run_in_spare))
        for number, name in enumerate(members, start=len(parts)):
            job.progress(f"Shaping the cast: {name}", number, steps)
            await asyncio.to_thread(
                self.workers.run_in_spare, prepare_member, name=name, folder=cache_folder()
            )
        await asyncio.to_thread(self.workers.rest_spare)
        return job.done("Ready.")

    async def _rehearse(self) -> None:
        """Gives the first of a new document its finished sets: a hand performs before anything is clicked."""
        records = self.document.records
        who = next((r for r in records.values() if isinstance(r, CharacterRecord)), None)
        name = self._first
        if not self.document.fresh or who is None or name is None or who.cast != name or name not in RIGGED:
            return
        await self.awakening.wait_for("performing")
        rig, performances = await asyncio.to_thread(finished_sets, name)

        def build(now: Records) -> Edit:
            untouched = self.document.fresh and who.id in now
            if not untouched:
                return Edit(None, {})
            return with_sets(now, who.id, None, rig.sets, performances, WALKING)

        await self.keep(build)

    def _stand_in(self, record: CharacterRecord, character: Character) -> Clip | None:
        """A motion to show while a character learns to follow, if it has one that moves it."""
        clips = (
            r for r in self.document.records.values() if isinstance(r, MotionRecord) and r.form == "clip"
        )
        motion = next((motion for motion in clips if motion.character == record.id), None)
        if motion is None:
            return None
        found = self.shelf.take(motion).motion
        return found if isinstance(found, Clip) else None

    def _send_pose(self, character: str, frame: bytes) -> None:
        self.audience.send_visible(("pose", character), frame)

    def _send_performed(self, character: str, frame: bytes) -> None:
        self.audience.send_visible(("perform", character), frame)

    def _dragged_sets(self) -> tuple[Hashable, Records]:
        """The records with sets as drags have them now, and what differs where these do."""
        state = (self.document.revision, self.gestures.steps)
        if self._dragged[0] != state:
            records = self.document.records
            if self.gestures.moves(MoveMarker, SetHome):
                records = self.gestures.shown(records, MoveMarker, SetHome)
            self._dragged = (state, records)
        return self._dragged

    def _placement(self, character: str) -> Placement:
        records = self.document.records
        shown = self.gestures.shown(records, PlaceCharacter) if self.gestures else records
        return edits.placement_of(shown, character)
