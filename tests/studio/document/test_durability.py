"""Killing the process at any moment loses no edit that was acknowledged."""

import random
import subprocess
import sys
import time
from pathlib import Path

from small_scenes import a_skeleton

from kinegraph.core.animation import Animation
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edits import character_record
from kinegraph.studio.document.motion_blob import unpack_motion
from kinegraph.studio.document.records import MotionRecord

SCRIPT = Path(__file__).parents[1] / "editing_process.py"
KEYING = Path(__file__).parents[1] / "keying_process.py"


def test_every_acknowledged_edit_is_found_after_a_kill(tmp_path: Path) -> None:
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
            found = int(character_record(document.records, "c1").name.removeprefix("name "))
            assert found in (last, last + 1), "an edit may be on disk before it could be acknowledged"
            document.undo()
            assert character_record(document.records, "c1").name in (f"name {found - 1}", "bear")
            document.redo()
            last = found


def test_every_acknowledged_edit_of_keys_is_found_whole_after_a_kill(tmp_path: Path) -> None:
    chance = random.Random(8)
    path = tmp_path / "killed.kine"
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, str(KEYING), str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        acknowledged = [process.stdout.readline()]
        time.sleep(chance.uniform(0.0, 0.1))
        process.kill()
        acknowledged += process.stdout.read().splitlines()
        process.wait()
        last = [line.strip() for line in acknowledged if len(line.strip()) == 64][-1]
        with Document(path) as document:
            record = document.records["m1"]
            assert isinstance(record, MotionRecord)
            found = unpack_motion(document.blob(record.blob), record, a_skeleton())
            assert isinstance(found, Animation)
            if record.blob != last:  # an edit may be on disk before it could be acknowledged
                document.undo()
            assert document.records["m1"].blobs == (last,)
