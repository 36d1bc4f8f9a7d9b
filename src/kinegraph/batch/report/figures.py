"""Figures over all files of a batch, gathered row by row."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from kinegraph.batch.ledger import Row


@dataclass
class Spread:
    """Smallest, mean and largest of one fact. It has state: the values so far."""

    count: int = 0
    total: float = 0.0
    low: float = math.inf
    high: float = -math.inf

    def add(self, value: float) -> None:
        """Takes in one value."""
        self.count, self.total = self.count + 1, self.total + value
        self.low, self.high = min(self.low, value), max(self.high, value)

    @property
    def mean(self) -> float:
        """The mean so far."""
        return self.total / self.count


@dataclass
class Figures:
    """Sums over a run. It has state: the files so far.

    work_seconds: Time that workers spent on results of this run [s].
    """

    work_seconds: float = 0.0
    made: int = 0
    workers: set[str] = field(default_factory=set)
    spreads: dict[str, Spread] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Takes in one file."""
        if row.result is None:
            return
        if not row.reused:
            self.made += 1
            self.work_seconds += row.result.seconds
            if row.worker:
                self.workers.add(row.worker)
        for name, value in row.result.facts.items():
            if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
                self.spreads.setdefault(name, Spread()).add(float(value))


def figures_of(rows: Iterable[Row]) -> Figures:
    """The figures of all rows."""
    figures = Figures()
    for row in rows:
        figures.add(row)
    return figures


def number_text(value: object) -> str:
    """A value as people read it: no more than four digits that matter."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int) or value.is_integer() or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"


_UNITS = {"mm": " mm", "percent": " %", "m": " m"}


def label_text(name: str) -> tuple[str, str]:
    """A fact's name as words, and its unit: "largest_error_mm" is ("largest error", " mm")."""
    stem, _, last = name.rpartition("_")
    if stem and last in _UNITS:
        return stem.replace("_", " "), _UNITS[last]
    if name == "seconds":
        return "length", " s"
    if name == "bytes":
        return "size", " bytes"
    return name.replace("_", " "), ""
