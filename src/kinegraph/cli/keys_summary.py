"""Prints the progress of `kinegraph keys`, and the summary of its result as a table."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table

    from kinegraph.batch.jobs.key_summary import KeySummary


# Estimates begin after this time [s] and this share.
_SOON, _LITTLE = 3.0, 0.03


class Remaining:
    """Writes progress with an estimate.

    write: Shows a line of text. clock: Time that passes [s].
    """

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._write, self._clock = write, clock

    def tell(self, what: str) -> Callable[[float], None]:
        """A function of the share done, 0 to 1, for work that begins now."""
        started = self._clock()

        def told(share: float) -> None:
            spent = self._clock() - started
            line = f"{what} ... {share:.0%}"
            if spent >= _SOON and _LITTLE <= share < 1.0:
                line += f", about {_in_words(spent * (1.0 - share) / share)} left"
            self._write(line)

        return told


def _in_words(seconds: float) -> str:
    if seconds < 60.0:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60.0)} min"


def print_summary(summary: "KeySummary") -> None:
    """Prints the sentence, the keys by layer, and their errors."""
    from rich.console import Console
    from rich.text import Text

    # A pipe has no width: each fact stays on one line.
    console = Console(width=None if sys.stdout and sys.stdout.isatty() else 1000)
    console.print(Text(summary.sentence, style="bold"))
    console.print(_table(summary.facts))
    for note in summary.notes:
        console.print(Text.assemble(("note: ", "dim"), note))


def _table(facts: dict[str, Any]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    error, seconds = facts["error_mm"], facts["seconds"]
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column()
    rows = [(f"{tag}s", _frames_text(frames)) for tag, frames in _by_tag(facts["layers"]).items()]
    rows += [
        ("mean error", f"{error['mean']:.2f} mm; largest is {error['max_percent_of_height']:.2f}% of height"),
        ("stance drift", _stance_text(facts)),
        ("leading", ", ".join(facts["leading"]) or "no part: one objective for all joints"),
        (
            "seconds",
            f"table {seconds['table']:.3f}, selection {seconds['selection']:.3f}, fit {seconds['fit']:.3f}",
        ),
    ]
    rows += [(name, facts[name]) for name in ("out", "report") if facts[name]]
    for label, text in rows:
        table.add_row(label, Text(text))
    return table


def _by_tag(layers: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Frames by tag; keyposes come from two layers."""
    found: dict[str, list[int]] = {}
    for layer in layers:
        for frame, tag in zip(layer["frames"], layer["tags"], strict=True):
            found.setdefault(tag, []).append(frame)
    return {tag: sorted(frames) for tag, frames in found.items()}


def _stance_text(facts: dict[str, Any]) -> str:
    if not facts["stances"]:
        return "no stances"
    plural = "s" if facts["stances"] != 1 else ""
    return (
        f"{facts['stance_drift_mm']:.1f} mm at most, sinking {facts['stance_sinking_mm']:.1f} mm, "
        f"over {facts['stances']} stance{plural}"
    )


def _frames_text(frames: list[int]) -> str:
    return f"{len(frames)}: {' '.join(map(str, frames))}"
