"""Kills a process in the middle of its edits, and counts what it had acknowledged and is gone."""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.torture.outcome import Outcome
from benchmarks.torture.workload import number_in
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
    command = [sys.executable, "-m", "benchmarks.torture.editor", str(path), str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    time.sleep(chance.uniform(0.0, 0.25))
    process.kill()  # SIGKILL: no handler, no clean-up
    lines += process.stdout.read().splitlines()
    process.wait()
    said = [
        (moment, int(number))
        for moment, _, number in (line.strip().partition(" ") for line in lines)
        if number
    ]
    outcome.count("acknowledged edits", sum(moment == "done" for moment, _ in said))
    allowed = {said[-1][1]} if said else set()
    if said and said[-1][0] == "begin":
        allowed |= {said[-2][1]} if len(said) > 1 else {said[-1][1] - 1, -1}
    with Document(path) as document:
        found = number_in(document)
        assert not allowed or found in allowed, f"edit {found} was found, {sorted(allowed)} was acknowledged"
        if document.undo_label is not None:
            document.undo()
            document.redo()
            assert number_in(document) == found, "redo did not lead back"
