"""Kills a process in the middle of its edits, and counts what it had acknowledged and is gone."""

import os
import random
import shutil
import signal
import tempfile
import time
from pathlib import Path

from benchmarks.torture.outcome import Outcome
from benchmarks.torture.workload import number_in, work
from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document.document import Document


def run(seed: int, seconds: float) -> Outcome:
    """Kills editors one after the other on the same document."""
    outcome, chance = Outcome(), random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="torture-"))
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            number = outcome.done.get("kills", 0)
            try:
                _kill_once(folder / "x.kine", seed + number, chance, outcome)
            except (KinegraphError, AssertionError) as error:
                outcome.failures.append(f"seed {seed}, kill {number}: {error}")
                shutil.rmtree(folder)
                folder.mkdir()
            outcome.count("kills")
            if chance.random() < 0.05:
                (folder / "x.kine").unlink(missing_ok=True)  # begin a new one; a log may be left beside it
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return outcome


def _kill_once(path: Path, seed: int, chance: random.Random, outcome: Outcome) -> None:
    before = _number_at(path)
    renamed = path.with_name("y.kine") if chance.random() < 0.3 else None
    lines = _edit_until_killed(path, seed, chance.uniform(0.0, 0.25), renamed)
    said = [
        (moment, int(number))
        for moment, _, number in (line.strip().partition(" ") for line in lines)
        if number
    ]
    outcome.count("acknowledged edits", sum(moment == "done" for moment, _ in said))
    allowed = {said[-1][1]}
    if said[-1][0] == "begin":
        allowed.add(said[-2][1] if len(said) > 1 else before)
    if renamed is not None:
        outcome.count("renames")
    with Document(renamed or path) as document:
        found = number_in(document)
        assert found in allowed, f"edit {found} was found, {sorted(allowed)} was acknowledged"
        if document.undo_label is not None:
            document.undo()
            document.redo()
            assert number_in(document) == found, "redo did not lead back"
    if renamed is not None:
        renamed.rename(path)


def _number_at(path: Path) -> int:
    """The number of the last edit in a closed document; -1 where there is no document."""
    if not path.exists():
        return -1
    with Document(path) as document:
        return number_in(document)


def _edit_until_killed(path: Path, seed: int, seconds: float, renamed: Path | None) -> list[str]:
    """What an editor said before it was killed. It is forked: nothing has to be imported again.

    renamed: The name that the document gets just before; None for no other.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            for moment, number in work(Document(path), random.Random(seed)):
                os.write(writing, f"{moment} {number}\n".encode())
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as said:
        first = said.readline()
        time.sleep(seconds)
        if renamed is not None:
            path.rename(renamed)
        os.kill(process, signal.SIGKILL)  # no handler, no clean-up
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), "the editor ended by itself, with an error"
        return [first, *said.read().splitlines()]
