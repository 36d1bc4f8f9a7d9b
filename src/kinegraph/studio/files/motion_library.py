"""The motion library in the studio: searching it, and indexing folders in a process of its own.

A page never names a path: it asks for motions by their numbers. Folders come from the command line.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from kinegraph.batch.library.catalogue import Motion, Query
from kinegraph.batch.library.library import NAME, Library
from kinegraph.core.files.places import cache_folder
from kinegraph.studio.protocol.answers import LibraryAnswer, LibraryMotion
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.running.failures import FailureLog
from kinegraph.studio.running.jobs import Job, JobBoard
from kinegraph.studio.running.worker import Progress, Ticket, Worker

MOST = 60  # motions in an answer


class StudioLibrary:
    """The library beside a document. Its methods block for milliseconds: call them from a thread."""

    def __init__(self, failures: FailureLog, folder: Path | None = None) -> None:
        """folder: Of the library; in the user's cache by default."""
        self.folder = folder or cache_folder() / "library"
        self._worker = Worker(failures)

    def search(
        self, words: str, figure: str = "", low: float | None = None, high: float | None = None
    ) -> LibraryAnswer:
        """Motions whose names have the words; nothing where no library was made yet.

        figure: Name of a figure that lies between `low` and `high`, the largest first; by name where empty.
        """
        if not (self.folder / NAME).is_file():
            return LibraryAnswer(total=0, size=0, motions=())
        limits = {figure: (low, high)} if figure else {}
        query = Query(words, limits, f"-{figure}" if figure else "", MOST)
        with Library(self.folder) as library:
            return _answer(library, library.search(query), library.total(query))

    def like(self, id: int) -> LibraryAnswer:
        """The motions that are most like one."""
        with Library(self.folder) as library:
            found = library.like(id, 12)
            return _answer(library, found, len(found))

    def thumbnail(self, id: int) -> bytes | None:
        """The picture of a motion, as PNG."""
        with Library(self.folder) as library:
            return library.thumbnail(id)

    def file_of(self, id: int) -> Path:
        """The file of a motion."""
        with Library(self.folder) as library:
            return library.motion(id).path

    def start_indexing(self, jobs: JobBoard, folders: Sequence[Path]) -> Job:
        """Reads new and changed motions of folders, as a job that can be cancelled."""

        async def work(job: Job) -> JobDone:
            loop, ticket = asyncio.get_running_loop(), Ticket()
            job.stop = lambda: self._worker.cancel(ticket)

            def progress(label: str, done: float, total: float) -> None:
                loop.call_soon_threadsafe(job.progress, label, done, total)

            arguments = {"folders": [str(folder) for folder in folders], "place": str(self.folder)}
            sentence = await asyncio.to_thread(self._worker.run, index_folders, arguments, progress, ticket)
            return job.done(str(sentence))

        return jobs.start("library", "Reading the motion library", work)

    def close(self) -> None:
        """Ends the indexing; what was read stays."""
        self._worker.stop()


def index_folders(*, folders: list[str], place: str, progress: Progress) -> str:
    """Brings the library up to date: a task for the worker. Returns one sentence."""
    with Library(place) as library:
        done = library.index(
            folders, progress=lambda seen, files: progress("Reading the motion library", seen, files)
        )
        motions = f"{len(library)} motion" + ("" if len(library) == 1 else "s")
    skipped = f"; {done.failed} of {done.read} new files hold no motion" if done.failed else ""
    return f"The motion library has {motions}{skipped}."


def _answer(library: Library, motions: list[Motion], total: int) -> LibraryAnswer:
    return LibraryAnswer(total=total, size=len(library), motions=tuple(_wire(each) for each in motions))


def _wire(motion: Motion) -> LibraryMotion:
    figures = motion.measures
    return LibraryMotion(
        id=motion.id,
        name=motion.name,
        seconds=figures.seconds,
        mean_speed=figures.mean_speed,
        peak_speed=figures.peak_speed,
        contacts=figures.contacts,
        turns=figures.turns,
        rise=figures.rise,
        height=figures.height,
        distance=motion.distance,
    )
