"""The grid as an HTML page: one file without network access, with pictures that play under the pointer."""

import json
from importlib.resources import files
from typing import Any

from kinegraph.creatures.grid.report import grid_report
from kinegraph.creatures.grid.validation_grid import Grid

_DATA = "/*GRID*/null"


def grid_page(grid: Grid) -> str:
    """The HTML of the page, complete."""
    template = (files("kinegraph.creatures.grid") / "page.html").read_text(encoding="utf-8")
    return template.replace(_DATA, _script_json(_values(grid)))


def _values(grid: Grid) -> dict[str, Any]:
    report = grid_report(grid)
    for values, pair in zip(report["pairs"], grid.pairs, strict=True):
        values["picture"] = pair.picture
    return report


def _script_json(values: dict[str, Any]) -> str:
    """JSON that is safe inside a script element, whatever the names of creatures."""
    return json.dumps(values, separators=(",", ":")).replace("<", "\\u003c")
