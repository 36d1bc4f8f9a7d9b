"""A table of kernels as lines of text, and as a picture."""

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.performances.compare_motion import (
    ANGLE,
    AXES,
    POSITION,
    ManipulatorError,
    MotionComparison,
)
from kinegraph.perform.sets.radial_functions import RadialFunction

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KernelTable = Mapping[Any, MotionComparison]
"""By radial function, or by any other name."""

_COLOURS = {
    RadialFunction.LINEAR: "#d9a400",
    RadialFunction.GAUSSIAN: "#a31621",
    RadialFunction.HARDY: "#1f6fb2",
    RadialFunction.THIN_PLATE: "#8a8f98",
}
_OTHER = "#3a8f5c"
_UNITS = {
    POSITION: "position [% of the original]",
    ANGLE: "angle [% of its range]",
}


def kernel_lines(table: KernelTable) -> list[str]:
    """The table as text: a line for each kernel and quantity, a column for each manipulator and axis."""
    lines: list[str] = []
    for quantity in (POSITION, ANGLE):
        rows = {function: _of(found, quantity) for function, found in table.items()}
        first = next(iter(rows.values()), [])
        if not first:
            continue
        wide = max(21, *(len(error.label) + 2 for error in first))
        lines.append(
            f"{_UNITS[quantity]:<32}" + "".join(f"{error.label:>{wide}}" for error in first) + "    mean"
        )
        lines.append(" " * 32 + "".join(f"{'x':>{wide - 12}}{'y':>6}{'z':>6}" for _ in first))
        for function, errors in rows.items():
            cells = "".join(_cells(error, wide) for error in errors)
            lines.append(f"{function:<32}{cells}{table[function].mean_percent(quantity):>8.1f}")
    return lines


def draw_kernel_table(tables: Mapping[str, KernelTable], path: str | PathLike[str]) -> None:
    """Draws titled tables, positions above angles: a group of bars per manipulator and axis."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if not tables:
        raise InvalidValue("There is no table to draw.")
    shown = [q for q in (POSITION, ANGLE) if any(_of(f, q) for t in tables.values() for f in t.values())]
    figure = Figure(
        figsize=(7.2 * len(tables), 3.4 * len(shown) + 0.6), layout="constrained", facecolor="white"
    )
    FigureCanvasAgg(figure)
    panels = figure.subplots(len(shown), len(tables), squeeze=False, sharey="row")
    for column, (title, table) in enumerate(tables.items()):
        for row, quantity in enumerate(shown):
            _draw(panels[row, column], table, quantity)
        panels[0, column].set_title(title, loc="left", fontsize=11)
    for row, quantity in enumerate(shown):
        panels[row, 0].set_ylabel(_UNITS[quantity], fontsize=9)
    bars, names = panels[0, 0].get_legend_handles_labels()
    figure.legend(bars, names, loc="outside lower center", ncols=len(names), frameon=False, fontsize=9)
    figure.savefig(path, dpi=130)


def _draw(axes: "Axes", table: KernelTable, quantity: str) -> None:
    width = 0.8 / max(len(table), 1)
    labels: list[str] = []
    for index, (function, found) in enumerate(table.items()):
        errors = _of(found, quantity)
        labels = [
            f"{error.manipulator.target.replace('_', ' ')}  {axis}" for error in errors for axis in AXES
        ]
        heights = np.concatenate([error.percent for error in errors]) if errors else np.empty(0)
        places = np.arange(len(heights)) + (index - 0.5 * (len(table) - 1)) * width
        axes.bar(places, heights, width, color=_COLOURS.get(function, _OTHER), label=str(function))
    axes.set_xticks(np.arange(len(labels)), labels, rotation=60, ha="right", fontsize=7)
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def _of(found: MotionComparison, quantity: str) -> list[ManipulatorError]:
    return [error for error in found.errors if error.quantity == quantity]


def _cells(error: ManipulatorError, wide: int) -> str:
    texts = [
        f"{percent:.1f}" if used else "n/a" for percent, used in zip(error.percent, error.used, strict=True)
    ]
    return f"{texts[0]:>{wide - 12}}{texts[1]:>6}{texts[2]:>6}"
