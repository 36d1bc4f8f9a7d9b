"""Convergence: several pages work at random on one document; in the end each shows what is stored."""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.torture.outcome import Outcome

STEPS_A_DOCUMENT = 2_500
_PAGES = (2, 3, 4, 5)


def run(seed: int, seconds: float) -> Outcome:
    """Drives pages on one new document after the other until the time is over."""
    # The tests' own pages; modules in that folder import one another.
    sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "studio"))
    from tests.studio.convergence import drive

    outcome, end, number = Outcome(), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        pages = _PAGES[number % len(_PAGES)]
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(drive(Path(folder) / "test.kine", seed + number, STEPS_A_DOCUMENT, pages))
        outcome.count("documents")
        outcome.count("steps", found.steps)
        outcome.count("comparisons", found.rounds * pages)
        repeat = f"seed {seed + number}, {pages} pages"
        outcome.failures += [
            f"{times} × a page {what} ({repeat})" for what, times in found.differences.items()
        ]
        outcome.failures += [f"{times} × {error} ({repeat})" for error, times in found.faults.items()]
        number += 1
    return outcome
