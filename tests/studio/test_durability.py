"""Killing the process at any moment loses no edit that was acknowledged."""

import random
import subprocess
import sys
import time
from pathlib import Path

from kinegraph.studio.document import Document

SCRIPT = Path(__file__).parent / "editing_process.py"


def test_every_acknowledged_edit_is_found_after_a_kill(tmp_path):
    chance = random.Random(7)
    path, last = tmp_path / "killed.kine", 0
    for _ in range(5):
        process = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(path), str(last + 1)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        acknowledged = [process.stdout.readline()]
        time.sleep(chance.uniform(0.0, 0.08))
        process.kill()  # SIGKILL: no handler, no clean-up
        acknowledged += process.stdout.read().splitlines()
        process.wait()
        last = int([line for line in acknowledged if line.strip()][-1])
        with Document(path) as document:
            found = int(document.records["c1"].name.removeprefix("name "))
            assert found in (last, last + 1), "an edit may be on disk before it could be acknowledged"
            document.undo()
            assert document.records["c1"].name in (f"name {found - 1}", "bear")
            document.redo()
            last = found
