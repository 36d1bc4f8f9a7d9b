"""The size of a document: after a short first visit, and after ten minutes of use, through the protocol.

A studio is started as a user starts it, and a page without a browser does what a hand does: takes, edits of
sets and creatures, keys, a doodle. Figures are the file and its log together, at most and at the end.
"""

import itertools
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.sync.client import ClientConnection, connect

from kinegraph.studio.protocol.messages import PROTOCOL

FIRST_VISIT, TEN_MINUTES = 10.0, 64.0  # targets [MB]
_QUIET = 20.0  # in which the studio tidies up [s]
_MEGA = 1e6


class _Page:
    """A page without a browser, on a studio of its own."""

    def __init__(self, document: Path) -> None:
        self.document, self.largest = document, 0
        command = [sys.executable, "-u", "-m", "kinegraph", "studio", str(document), "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = None
        while found is None:
            found = re.search(r"http://([\d.:]+)/#token=(\S+)", self.process.stdout.readline())
        address, token = found.groups()
        url = f"ws://{address}/socket?token={token}"
        self._connection = connect(url, max_size=None, compression=None)
        self.socket: ClientConnection = self._connection.__enter__()
        self.numbers = itertools.count(1)
        self.records: dict[str, dict] = {}
        self.ended: list[str] = []
        welcome = self.ask("Hello", protocol=PROTOCOL, session=None)
        self.records = {record["id"]: record for record in welcome["records"]}

    def __enter__(self) -> "_Page":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.__exit__(kind, error, trace)
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def ask(self, kind: str, /, **fields: Any) -> dict:
        """Sends a command and waits for its answer; raises where it is refused."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"type": kind, "request": number, **fields}))
        while True:
            event = self.hear(300.0)
            if event is not None and event.get("request") == number and event["type"] != "JobStarted":
                if event["type"] == "Failure":
                    raise RuntimeError(f"{kind}: {event['message']}")
                self.largest = max(self.largest, self.size())
                return event

    def hear(self, timeout: float) -> dict | None:
        """Takes the next message; returns it if it is an event."""
        message = self.socket.recv(timeout=timeout)
        if isinstance(message, bytes):
            return None
        event = json.loads(message)
        if event["type"] == "DocumentChanged":
            self.records |= {record["id"]: record for record in event["changed"]}
            for id in event["removed"]:
                self.records.pop(id, None)
        if event["type"] in ("JobDone", "JobFailed"):
            self.ended.append(event.get("kind", ""))
        return event

    def idle(self, seconds: float) -> None:
        """Does nothing for a while, as a hand that rests."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                self.hear(left)
            except TimeoutError:
                return

    def of(self, kind: str) -> list[dict]:
        """Records of a kind, by name."""
        found = (record for record in self.records.values() if record["kind"] == kind)
        return sorted(found, key=lambda record: record.get("name", ""))

    def size(self) -> int:
        """Of the file and its log [bytes]."""
        files = (self.document, self.document.with_name(f"{self.document.name}-wal"))
        return sum(os.path.getsize(file) for file in files if file.exists())


def main() -> int:
    """Prints the table; 1 if a target was missed."""
    with tempfile.TemporaryDirectory() as folder:
        visited = _report("short first visit", Path(folder) / "visit.kine", _first_visit)
        used = _report("ten minutes of use", Path(folder) / "use.kine", _ten_minutes)
    return int(visited > FIRST_VISIT or used > TEN_MINUTES)


def _report(what: str, document: Path, use: Any) -> float:
    with _Page(document) as page:
        while "warm-up" not in page.ended:
            page.hear(300.0)
        start = page.size()
        use(page)
        largest = page.largest
        page.idle(_QUIET)
        quiet = page.size()
    closed = os.path.getsize(document)
    figures = (start, largest, quiet, closed)
    text = ", ".join(
        f"{name} {size / _MEGA:.1f} MB"
        for name, size in zip(("new", "at most", "at rest", "closed"), figures, strict=True)
    )
    print(f"{what}: {text}", flush=True)
    return closed / _MEGA


def _first_visit(page: _Page) -> None:
    """What people try in their first minutes: perform, add a character, make a creature, doodle, keys."""
    bear = page.of("character")[0]
    for number in range(2):
        _take(page, bear["id"], page.of("set")[number]["id"], 6.0)
    page.ask("AddCharacter", cast="dog")
    creature = page.ask("MakeCreature", seed=7)["created"][0]
    for number in range(12):
        _fatten(page, creature, number)
    page.ask("AddDoodle", example=True)
    _key(page)
    for number in range(8):
        _move_marker(page, number)
    for _ in range(3):
        page.ask("Undo")


def _ten_minutes(page: _Page) -> None:
    """Each minute a take, edits of sets that change all takes, edits of a creature, and keys."""
    bear = page.of("character")[0]["id"]
    creature = page.ask("MakeCreature", seed=7)["created"][0]
    for minute in range(10):
        sets = page.of("set")
        _take(page, bear, sets[minute % len(sets)]["id"], 12.0)
        for number in range(12):
            _move_marker(page, 12 * minute + number)
        for number in range(4):
            _fatten(page, creature, 4 * minute + number)
        _key(page, 12 + minute)
        page.ask("Undo")
        page.ask("Redo")


def _take(page: _Page, character: str, chosen: str, seconds: float) -> None:
    """Records a hand at 60 positions a second."""
    take = page.ask("StartTake", character=character, set=chosen)["created"][0]
    samples = [
        [n / 60.0, 0.4 * math.sin(n / 17.0), 1.0 + 0.2 * math.sin(n / 11.0), 0.5 + 0.1 * math.sin(n / 7.0)]
        for n in range(int(60 * seconds))
    ]
    for start in range(0, len(samples), 6):
        page.ask("TakeSamples", take=take, samples=samples[start : start + 6])
    page.ask("EndTake", take=take, keep=True)


def _move_marker(page: _Page, number: int) -> None:
    chosen = page.of("set")[number % len(page.of("set"))]
    key = chosen["keys"][number % len(chosen["keys"])]
    x, y, z = key["place"]
    page.ask("MoveMarker", set=chosen["id"], key=key["name"], place=[x + 0.01, y, z])


def _fatten(page: _Page, creature: str, number: int) -> None:
    edit = {"type": "SetSpineThickness", "point": 1, "radius": 0.12 + 0.002 * number}
    page.ask("EditCreature", character=creature, edits=[edit])


def _key(page: _Page, count: int = 12) -> None:
    motion = next(record for record in page.of("motion") if record["form"] == "clip")
    page.ask("ChooseKeys", motion=motion["id"], settings={}, count=count)


if __name__ == "__main__":
    sys.exit(main())
