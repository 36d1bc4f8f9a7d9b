"""The report as a CSV file: a row for each file, a column for each fact."""

import csv
from pathlib import Path

from kinegraph.batch.ledger import Ledger, Row
from kinegraph.core.files.whole import whole_file

_FIXED = ("file", "result", "state", "reason", "work_seconds", "worker", "notes")


def write_table(ledger: Ledger, path: Path) -> tuple[str, ...]:
    """Writes the table row by row; returns the names of the facts."""
    facts = fact_names(ledger)
    with whole_file(path) as place, place.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow((*_FIXED, *facts))
        for row in ledger.rows():
            writer.writerow(_cells(row, facts))
    return facts


def fact_names(ledger: Ledger) -> tuple[str, ...]:
    """The facts that any result has, in the order in which they come."""
    names: dict[str, None] = {}
    for row in ledger.rows():
        if row.result is not None:
            names |= dict.fromkeys(row.result.facts)
    return tuple(names)


def _cells(row: Row, facts: tuple[str, ...]) -> list[object]:
    result = row.result
    state = "failed" if row.failed else "reused" if row.reused else "made" if result else "waiting"
    if result is None:
        return [_plain(str(row.path)), "", state, _plain(row.error or ""), "", "", "", *("" for _ in facts)]
    notes = " ".join(result.notes)
    start = [
        _plain(str(row.path)),
        _plain(row.name),
        state,
        "",
        result.seconds,
        row.worker or "",
        _plain(notes),
    ]
    return [*start, *(_plain(result.facts.get(fact, "")) for fact in facts)]


def _plain(value: object) -> object:
    """A cell that a spreadsheet takes for text, whatever a file is called: no cell starts a formula."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return "" if value is None else value
