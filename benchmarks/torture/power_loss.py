"""Cuts the power at every point of a recorded session, and counts acknowledged edits that are gone.

What was synced is on disk. Of what was written since, the disk has any part: all of it, nothing, or some
sectors of some writes in any order. The document must open, with every acknowledged edit.
"""

import random
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from benchmarks.torture.outcome import Outcome
from benchmarks.torture.recorded_disk import Event, NotRecordable, RecordedDisk
from benchmarks.torture.workload import number_in, work
from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document.document import Document

NAME = "x.kine"
_SECTOR = 512  # smallest part of a write that a disk stores whole [bytes]
_MARKS = 60  # of the workload in one session


@dataclass
class _File:
    durable: bytearray = field(default_factory=bytearray)
    pending: list[Event] = field(default_factory=list)
    durable_name: bool = False
    removed: bool = False  # and the folder was not synced since


def run(seed: int, seconds: float) -> Outcome:
    """Records sessions and cuts the power in each until the time is over."""
    outcome, until, session = Outcome(), time.monotonic() + seconds, 0
    while time.monotonic() < until:
        try:
            events = record_session(seed + session)
        except NotRecordable as reason:
            print(f"power_loss was left out: {reason}")
            break
        outcome.count("sessions")
        cut_power(events, seed + session, until, outcome)
        session += 1
    return outcome


def record_session(seed: int, marks: int = _MARKS) -> list[Event]:
    """What a disk was asked for while a document was made, edited and closed. marks: Of the workload."""
    disk = RecordedDisk()
    folder = Path(tempfile.mkdtemp(prefix="torture-"))
    try:
        with disk.recording(), Document(folder / NAME) as document:
            for kind, number in islice(work(document, random.Random(seed)), marks):
                disk.mark("begin" if kind == "begin" else "done", number)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return disk.events


def cut_power(events: list[Event], seed: int, until: float, outcome: Outcome) -> None:
    """Cuts the power after each event, with all writes on disk, only the synced ones, and some."""
    chance = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="torture-", dir=_fast_folder()))
    files: dict[str, _File] = {}
    allowed = {-1}
    for index, event in enumerate(events):
        if time.monotonic() > until:
            break
        if event.kind == "begin":
            allowed = {*allowed, event.at}
        elif event.kind == "done":
            allowed = {event.at}
        else:
            _take(files, event)
        for share in (1.0, 0.0, chance.uniform(0.1, 0.9)):
            _store(files, folder, share, chance)
            outcome.count("points")
            try:
                _check(folder / NAME, allowed)
            except (KinegraphError, AssertionError) as error:
                outcome.failures.append(
                    f"seed {seed}, event {index} ({event.kind}), share {share:.2f}: {error}"
                )
    shutil.rmtree(folder, ignore_errors=True)


def _take(files: dict[str, _File], event: Event) -> None:
    """Changes the disk by one event."""
    if event.kind == "rename":
        # Only a whole new document is renamed, and it is closed by then.
        files[event.data.decode()] = files.pop(event.file)
        files[event.data.decode()].durable_name = False
    elif event.kind == "remove":
        files[event.file].removed = True
    elif event.kind == "sync folder":
        for name in [name for name, file in files.items() if file.removed]:
            del files[name]
        for file in files.values():
            file.durable_name = True
    else:
        if event.file not in files or files[event.file].removed:
            files[event.file] = _File()
        file = files[event.file]
        if event.kind == "sync":
            for write in file.pending:
                _apply(file.durable, write)
            file.pending.clear()
            file.durable_name = True  # SQLite syncs the folder with the first sync of a new log
        else:
            file.pending.append(event)


def _store(files: dict[str, _File], folder: Path, share: float, chance: random.Random) -> None:
    """Writes the files as a disk has them after a cut, with a share of the writes that were not synced."""
    for old in folder.iterdir():
        old.unlink()
    for name, file in files.items():
        if not file.durable_name and chance.random() > share:
            continue
        if file.removed and chance.random() < share:
            continue
        content = bytearray(file.durable)
        for write in file.pending:
            for part in _parts(write, share, chance):
                _apply(content, part)
        (folder / name).write_bytes(content)


def _parts(event: Event, share: float, chance: random.Random) -> list[Event]:
    if share in (0.0, 1.0):
        return [event] if share else []
    if event.kind == "truncate":
        return [event] if chance.random() < share else []
    starts = range(0, len(event.data), _SECTOR)
    if chance.random() < 0.5:  # whole or not at all
        return [event] if chance.random() < share else []
    return [
        Event("write", event.file, event.at + start, event.data[start : start + _SECTOR])
        for start in starts
        if chance.random() < share
    ]


def _apply(content: bytearray, event: Event) -> None:
    if event.kind == "truncate":
        del content[event.at :]
        content.extend(bytes(event.at - len(content)))
        return
    content.extend(bytes(max(0, event.at - len(content))))
    content[event.at : event.at + len(event.data)] = event.data


def _check(path: Path, allowed: set[int]) -> None:
    if not path.exists():
        assert -1 in allowed, f"the document is gone, {sorted(allowed)} was acknowledged"
        return
    with Document(path) as document:
        found = number_in(document)
        assert found in allowed, f"edit {found} was found, {sorted(allowed)} was acknowledged"


def _fast_folder() -> str | None:
    """A folder in memory, where there is one: each point opens a document."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
