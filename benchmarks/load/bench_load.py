"""Load on a class: pages that all perform at 60 Hz, each on its own document, over one server.

    python -m benchmarks load --pages 50 --seconds 20 --stalled 1

Latency counts from the moment at which a cursor was due, so a late driver makes it worse, not better. A
cursor counts as answered when the frame with its number comes within a second. The driver runs on the same
machine and takes its share of it, which is printed.
"""

import argparse
import json
import os
import selectors
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.load.class_server import ClassServer, Usage
from benchmarks.load.raw_page import PageLost, RawPage

RATE = 60.0  # cursors a second
SETTLE = 3.0  # [s] that are not counted
LATEST = 1.0  # [s] after which an answer no longer counts
SHARE, P95 = 0.95, 0.030  # targets: answered share, latency [s]


@dataclass
class Load:
    """One page that performs.

    path: The places of its hand, as they are sent.
    due: When the next cursor is due [s].
    sent: When each cursor that was not answered yet was due.
    """

    page: RawPage
    path: list[bytes]
    due: float
    number: int = 0
    sent: dict[int, float] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)
    counted: int = 0


def main(arguments: list[str] | None = None) -> int:
    """Prints what was measured; 1 if a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks load", description=__doc__)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--stalled", type=int, default=1, help="pages beside them that never read")
    wanted = parser.parse_args(arguments or [])
    seats = wanted.pages + wanted.stalled
    with tempfile.TemporaryDirectory() as folder, ClassServer(Path(folder), seats) as server:
        return _measure(server, wanted.pages, wanted.stalled, wanted.seconds)


def _measure(server: ClassServer, pages: int, stalled: int, seconds: float) -> int:
    begun = time.perf_counter()
    loads: list[Load] = []
    for token in server.tokens[:pages]:
        page = RawPage(server.address, token)
        loads.append(Load(page, [json.dumps(p).encode() for p in prepare_to_perform(page).tolist()], 0.0))
        _catch_up(loads)
    idle = _stall(server, server.tokens[pages : pages + stalled])
    ready = time.perf_counter() - begun
    before, own_before, begun = server.usage(), time.process_time(), time.perf_counter()
    _perform(loads, seconds + SETTLE)
    spent, own = time.perf_counter() - begun, time.process_time() - own_before
    after = server.usage()
    for page in (*(load.page for load in loads), *idle):
        page.close()
    return _report(loads, stalled, ready, before, after, spent, own)


def prepare_to_perform(page: RawPage) -> np.ndarray:
    """Puts the page's cursor in charge of the first set; (N, 3) the way that its hand goes [m]."""
    while not (sets := page.of_kind("set")):
        page.next_event()
    led = {id for each in sets for id in each.get("controllers", ())}
    chosen = next(each for each in sets if each["id"] not in led)
    page.ask("FollowMode", character=chosen["character"], on=False)  # as a page does that goes to Perform
    page.ask("Perform", character=chosen["character"], set=chosen["id"])
    page.link.setblocking(False)
    markers = np.array([key["place"] for key in chosen["keys"]])
    where = np.linspace(0.0, len(markers), 600, endpoint=False)
    first = where.astype(int)
    share = (where - first)[:, None]
    return (1.0 - share) * markers[first] + share * markers[(first + 1) % len(markers)]


def _catch_up(loads: list[Load]) -> None:
    """Reads what has come for pages that wait: a page that answers no ping is taken for gone."""
    for load in loads:
        with suppress(BlockingIOError):
            load.page.read()
        load.page.answered.clear()
        load.page.drop_events()


def _stall(server: ClassServer, tokens: list[str]) -> list[RawPage]:
    """Pages that ask for a lot and never read it."""
    stalled = [RawPage(server.address, token) for token in tokens]
    for page in stalled:
        while not (motions := page.of_kind("motion")):
            page.next_event()
        page.link.settimeout(0.2)
        try:
            for _ in range(2000):
                page.say("RequestClip", motion=motions[0]["id"])
        except TimeoutError:
            pass  # the server has stopped reading from it, too
    return stalled


def _perform(loads: list[Load], seconds: float) -> None:
    """Sends every page's cursors when they are due, and takes the answers."""
    begun = time.perf_counter()
    for at, load in enumerate(loads):
        load.due = begun + at / len(loads) / RATE
    waiting = selectors.DefaultSelector()
    for load in loads:
        waiting.register(load.page.link, selectors.EVENT_READ, load)
    end, now = begun + seconds, begun
    counted_from = begun + SETTLE
    order = sorted(loads, key=lambda load: load.due)
    at = 0
    while now < end + LATEST:
        load = order[at]
        if now < end and load.due <= now:
            _send(load, load.due >= counted_from)
            at = (at + 1) % len(order)
        else:
            pause = load.due - now if now < end else end + LATEST - now
            for key, _ in waiting.select(max(pause, 0.0)):
                _receive(key.data, counted_from)
        now = time.perf_counter()
    waiting.close()


def _send(load: Load, counts: bool) -> None:
    load.number += 1
    load.counted += counts
    load.sent[load.number] = load.due
    position = load.path[load.number % len(load.path)]
    cursor = b'{"type":"Cursor","position":%s,"time":%.6f,"sequence":%d}' % (position, load.due, load.number)
    with suppress(BlockingIOError):  # the server does not read: not answered
        load.page.send(cursor)
    load.due += 1.0 / RATE


def _receive(load: Load, counted_from: float) -> None:
    try:
        load.page.read()
    except BlockingIOError:
        return
    now = time.perf_counter()
    for number in load.page.answered:
        due = load.sent.pop(number, None)
        if due is not None and due >= counted_from and now - due < LATEST:
            load.latencies.append(now - due)
    load.page.answered.clear()
    load.page.drop_events()


def _report(
    loads: list[Load], stalled: int, ready: float, before: Usage, after: Usage, spent: float, own: float
) -> int:
    latencies = np.concatenate([load.latencies for load in loads])
    counted = sum(load.counted for load in loads)
    share = len(latencies) / counted
    worst = min(len(load.latencies) / max(load.counted, 1) for load in loads)
    p50, p95, p99 = np.percentile(latencies, (50, 95, 99)) if len(latencies) else (np.inf,) * 3
    cores = os.cpu_count() or 1
    print(f"{len(loads)} pages at {RATE:.0f} Hz on {len(loads)} documents, {stalled} more that never read")
    print(f"  machine        {cores} cores, load average {os.getloadavg()[0]:.1f}")
    print(f"  ready after    {ready:.1f} s (documents created and opened)")
    print(f"  answered       {100 * share:.1f} % of {counted} cursors; the worst page {100 * worst:.1f} %")
    print(f"  latency        p50 {1e3 * p50:.1f} ms, p95 {1e3 * p95:.1f} ms, p99 {1e3 * p99:.1f} ms")
    # Cursors are answered while it settles, too; one without an answer costs nearly nothing.
    answered = share * sum(load.number for load in loads)
    used = after.since(before)
    print(
        f"  CPU            server {used / spent:.2f} cores ({1e6 * used / max(answered, 1):.0f} us for each "
        f"answered cursor), driver {own / spent:.2f}"
    )
    documents = after.processes - 3  # the server, the process that documents are forked from, and its tracker
    print(
        f"  memory         {after.own / 2**20:.0f} MiB in {after.processes} processes, "
        f"{after.own / 2**20 / max(documents, 1):.0f} MiB a document"
    )
    met = share >= SHARE and p95 < P95
    print(f"  95 % answered and p95 under 30 ms: {'yes' if met else 'NO'}")
    return 0 if met else 1


if __name__ == "__main__":
    import sys

    try:
        raise SystemExit(main(sys.argv[1:]))
    except PageLost as lost:
        raise SystemExit(f"A page was lost: {lost}") from None
