"""Runs a job over a library: what is missing is made, what is there is used, a bad file stops nothing."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kinegraph.batch.cluster import LOST, Workers, open_workers
from kinegraph.batch.digest import NOT_UTF8, digest_of_input, digest_of_job, result_key
from kinegraph.batch.inputs import find_inputs
from kinegraph.batch.jobs.all_jobs import AnyJob
from kinegraph.batch.ledger import Counts, Ledger, Row
from kinegraph.batch.order import Order
from kinegraph.batch.store import HOME, Result, ResultStore
from kinegraph.batch.work import Answer, do_order
from kinegraph.core.errors import FormatError, InvalidValue, KinegraphError

_RECENT = 30.0  # seconds over which the rate is measured
_FEWEST = 8  # files that a rate is measured over where they take longer


@dataclass(frozen=True)
class Progress:
    """The progress of a batch.

    rate: Files that are made per second lately; None before the first.
    seconds_left: Estimate of the time that the rest takes [s].
    """

    files: int
    made: int
    reused: int
    failed: int
    rate: float | None
    seconds_left: float | None

    @property
    def done(self) -> int:
        """Files that nothing more is done with."""
        return self.made + self.reused + self.failed


Tell = Callable[[Progress], None]


def run_batch(
    job: AnyJob,
    inputs: Sequence[str | Path],
    output: str | Path,
    *,
    cluster: str | None = None,
    workers: int | None = None,
    progress: Tell | None = None,
) -> Counts:
    """Does a job with every file of a library; returns how many files there are, and how far they came.

    inputs: Folders, patterns, lists (.txt) and files.
    output: A new folder, an empty one, or one of an earlier batch: its results are used.
    cluster: Address of a Dask scheduler; its workers must see both folders under the same names.
    workers: Number of local processes; one per processor by default, 0 for this process alone.
    progress: Is called after every file.
    """
    folder = Path(output)
    job.check()
    _check_output(folder)
    words = tuple(str(word) for word in inputs)
    with Ledger(folder) as ledger:
        paths = (each.path for each in find_inputs(words, endings=job.endings, without=[folder]))
        job = job.prepared(paths)
        found = find_inputs(words, endings=job.endings, without=[folder])
        if not ledger.start_run(job, words, found):
            raise InvalidValue(f"There is no file to work on in {', '.join(words)}.")
        return _work(ledger, job, folder, cluster, workers, progress)


def resume_batch(
    output: str | Path,
    *,
    cluster: str | None = None,
    workers: int | None = None,
    progress: Tell | None = None,
) -> Counts:
    """Continues the last batch of an output folder with its own job and inputs."""
    folder = Path(output)
    if not (folder / HOME).is_dir():
        raise FormatError(folder, "there is no batch to resume here.")
    with Ledger(folder) as ledger:
        job, words = ledger.last_order()
        job.check()
        ledger.start_run(job, words, find_inputs(words, endings=job.endings, without=[folder]))
        return _work(ledger, job, folder, cluster, workers, progress)


def _check_output(folder: Path) -> None:
    """Results must not overwrite files of the user."""
    if folder.exists() and not folder.is_dir():
        raise FormatError(folder, "is a file, not a folder.")
    if folder.is_dir() and not (folder / HOME).is_dir() and any(folder.iterdir()):
        raise FormatError(folder, "has other files in it; choose a new or empty folder for the results.")


def _work(
    ledger: Ledger,
    job: AnyJob,
    folder: Path,
    cluster: str | None,
    workers: int | None,
    tell: Tell | None,
) -> Counts:
    store = ResultStore(folder.resolve())
    store.sweep()
    clock = _Clock(ledger.counts().files, tell)
    orders = _missing(ledger, job, store, clock)
    first = next(orders, None)
    if first is not None:  # workers start only if there is something to do
        with open_workers(partial(do_order, job=job), cluster=cluster, workers=workers) as team:
            _Dispatch(ledger, store, team, clock).run(first, orders)
    return ledger.counts()


def _missing(ledger: Ledger, job: AnyJob, store: ResultStore, clock: "_Clock") -> Iterator[tuple[Row, Order]]:
    """Orders for the files without a result; results that are there are recorded on the way."""
    settings = digest_of_job(job)
    for row in ledger.waiting():
        try:
            digest = _digest(ledger, row)
            key = result_key(row.path, digest, settings)
            found = store.read(key)
            if found is None:
                yield row, Order(str(row.path), str(store.folder), key, digest)
                continue
            store.show(key, row.name)
            ledger.set_done(row, key, found, reused=True)
            clock.count(reused=1)
        except OSError as error:
            reason = f"cannot be read: {(error.strerror or str(error)).lower()}."
            # Names that are no UTF-8 are kept with this character in their place.
            ledger.set_failed(row, NOT_UTF8 if "\ufffd" in str(row.path) else reason)
            clock.count(failed=1)
        except KinegraphError as error:
            ledger.set_failed(row, _sentence(row, str(error)))
            clock.count(failed=1)


def _digest(ledger: Ledger, row: Row) -> str:
    """The digest of a file; a file that has not changed since the last run is not read again."""
    status = row.path.stat()
    stamp = (status.st_size, status.st_mtime_ns)
    alone = row.path.suffix.lower() not in (".amc", ".gltf")  # others are read with files beside them
    if alone and row.digest is not None and row.stamp == stamp:
        return row.digest
    digest = digest_of_input(row.path)
    ledger.remember_digest(row, stamp, digest)
    return digest


def _sentence(row: Row, error: str) -> str:
    """An error without the path of the file, which the report names anyway."""
    for path in (str(row.path), row.path.name):
        error = error.removeprefix(f"{path}: ").removeprefix(f"{path}, ")
    return error


class _Dispatch:
    """Keeps a bounded number of orders under way. It has state: the files that wait for each key."""

    def __init__(self, ledger: Ledger, store: ResultStore, team: Workers, clock: "_Clock") -> None:
        self._ledger, self._store, self._team, self._clock = ledger, store, team, clock
        self._waiting: dict[str, list[Row]] = {}

    def run(self, first: tuple[Row, Order], rest: Iterator[tuple[Row, Order]]) -> None:
        """Sends the orders and records the answers."""
        self._send(*first)
        room = self._team.room
        for row, order in rest:
            while len(self._waiting) >= room:
                self._receive()
                room = self._team.room
            self._send(row, order)
        while self._waiting:
            self._receive()

    def _send(self, row: Row, order: Order) -> None:
        if order.key in self._waiting:  # the same content under the same name, in another folder
            self._waiting[order.key].append(row)
            return
        made = self._store.read(order.key)
        if made is not None:  # the same, and done since the order was written
            self._record(row, order.key, made, reused=True, worker=None)
            return
        self._waiting[order.key] = [row]
        self._team.send(order)

    def _receive(self) -> None:
        key, received = self._team.receive()
        answer = received or Answer(None, LOST, "")
        for number, row in enumerate(self._waiting.pop(key)):
            if answer.result is None:
                self._ledger.set_failed(row, _sentence(row, answer.error or "the job failed."))
                self._clock.count(failed=1)
                continue
            self._record(row, key, answer.result, reused=number > 0, worker=answer.worker)

    def _record(self, row: Row, key: str, result: Result, *, reused: bool, worker: str | None) -> None:
        self._store.show(key, row.name)
        self._ledger.set_done(row, key, result, reused=reused, worker=worker)
        self._clock.count(made=int(not reused), reused=int(reused))


class _Clock:
    """Counts files and measures the rate over the last half minute."""

    def __init__(self, files: int, tell: Tell | None) -> None:
        self._files, self._tell = files, tell
        self._made = self._reused = self._failed = 0
        self._worked: list[float] = []

    def count(self, *, made: int = 0, reused: int = 0, failed: int = 0) -> None:
        """Adds a file and reports."""
        self._made, self._reused, self._failed = (
            self._made + made,
            self._reused + reused,
            self._failed + failed,
        )
        if made or failed:
            now = time.monotonic()
            recent = [moment for moment in self._worked if now - moment < _RECENT]
            self._worked = [*(recent if len(recent) >= _FEWEST else self._worked[-_FEWEST:]), now]
        if self._tell is not None:
            self._tell(self._progress())

    def _progress(self) -> Progress:
        span = self._worked[-1] - self._worked[0] if self._worked else 0.0
        rate = (len(self._worked) - 1) / span if span > 0.0 else None
        left = self._files - self._made - self._reused - self._failed
        return Progress(
            self._files, self._made, self._reused, self._failed, rate, None if rate is None else left / rate
        )
