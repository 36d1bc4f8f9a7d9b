"""The work on one file: what a worker process does, and what it answers."""

import contextlib
import json
import os
import socket
import threading
import time
from pathlib import Path

import msgspec

from kinegraph import __version__
from kinegraph.batch.digest import digest_of_input
from kinegraph.batch.jobs.job import Job, Outcome
from kinegraph.batch.order import Order
from kinegraph.batch.store import FILES, HOME, THUMBNAIL, Result, ResultStore
from kinegraph.core.errors import KinegraphError

THUMBNAIL_SIZE, THUMBNAIL_POSES = (240, 150), 4
_ONE_AT_A_TIME = threading.Lock()  # where a worker has several threads: the memory is that of one file


class Answer(msgspec.Struct, frozen=True):
    """The outcome for a file: a result, or a sentence."""

    result: Result | None
    error: str | None
    worker: str


def do_order(order: Order, job: Job) -> Answer:
    """Does a job with one file, unless its result is there; errors of the input become sentences."""
    with _ONE_AT_A_TIME:
        try:
            return _answer(order, job)
        except KinegraphError as error:
            return _failure(str(error))
        except MemoryError:
            return _failure("needs more memory than this worker has.")
        except OSError as error:
            return _failure(f"{error.filename or order.path}: {error.strerror or error}.")
        except Exception as error:  # a fault of ours in one file must not stop ten thousand others
            return _failure(f"unexpected {type(error).__name__}: {error}")


def _answer(order: Order, job: Job) -> Answer:
    if order.version != __version__:
        raise KinegraphError(f"this worker has Kinegraph {__version__}, and the batch {order.version}.")
    store, path = ResultStore(Path(order.output)), Path(order.path)
    found = store.read(order.key)
    if found is not None:
        return Answer(found, None, worker_name())
    if digest_of_input(path) != order.digest:
        raise KinegraphError("the file changed while the batch ran; run it again.")
    _note(store, "start", order.key)
    started = time.perf_counter()
    with store.new_folder() as folder:
        outcome = _run(job, path, folder)
        files = tuple(sorted(file.name for file in (folder / FILES).rglob("*") if file.is_file()))
        seconds = round(time.perf_counter() - started, 3)
        result = Result(outcome.facts, outcome.notes, files, seconds)
        made = store.publish(order.key, folder, result)
    if made:
        _note(store, "done", order.key)
    return Answer(result, None, worker_name())


def _run(job: Job, path: Path, folder: Path) -> Outcome:
    outcome = job.run(path, folder / FILES)
    if outcome.footage is not None:
        _draw_thumbnail(outcome, folder / THUMBNAIL)
    return outcome


def _draw_thumbnail(outcome: Outcome, place: Path) -> None:
    """A few poses in one picture; a motion that cannot be drawn has none."""
    from kinegraph.characters.rendering.movie import write_png
    from kinegraph.characters.rendering.strip import strip

    if outcome.footage is not None:
        with contextlib.suppress(KinegraphError):
            write_png(strip(outcome.footage, THUMBNAIL_SIZE, THUMBNAIL_POSES), place)


def _failure(sentence: str) -> Answer:
    return Answer(None, sentence, worker_name())


def worker_name() -> str:
    """The machine and process that work."""
    return f"{socket.gethostname()}-{os.getpid()}"


def _note(store: ResultStore, event: str, key: str) -> None:
    """Writes into this process's journal, which shows afterwards that nothing was done twice."""
    folder = store.folder / HOME / "journal"
    folder.mkdir(parents=True, exist_ok=True)
    line = json.dumps({"event": event, "key": key, "time": round(time.time(), 3)}) + "\n"
    with (folder / f"{worker_name()}.jsonl").open("a", encoding="utf-8") as journal:
        journal.write(line)
