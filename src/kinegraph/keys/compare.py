"""Comparison: the error of the optimal selection and of every baseline, at every count, by one yardstick."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.keys.baselines import BASELINES, baseline_selections
from kinegraph.keys.selection.distance_kernels import farthest_pair
from kinegraph.keys.selection.objectives import Combine, Objective, objective_named
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import SelectionSpace, selection_space

if TYPE_CHECKING:
    from matplotlib.axes import Axes

OPTIMAL = "optimal"
# Counts up to this share of the frames are compared where none are named: at 120 fps it is a key on every
# frame of film, and beyond it no editor gains anything (thesis, section 3.2).
MOST_KEPT = 0.2


@dataclass(frozen=True, eq=False)
class Comparison:
    """Errors of each method on one motion.

    objective, combine: The yardstick, by which all methods are measured alike.
    frame_count: Frames of the motion.
    counts: (C,) numbers of keys compared, increasing.
    errors: Per method, `optimal` first, (C,) errors; infinite where the method has no selection of a count.
    seconds: Per method the time spent on all counts together [s]; of the optimal, its table included.
    largest_distance: Between any two poses of the motion [m]; plots show lengths as a share of it.
    """

    objective: str
    combine: Combine
    frame_count: int
    counts: Ints
    errors: Mapping[str, Floats]
    seconds: Mapping[str, float]
    largest_distance: float

    @property
    def compression(self) -> Floats:
        """(C,) share of the frames that are not keys."""
        return 1.0 - self.counts / self.frame_count

    @property
    def in_metres(self) -> bool:
        """True if errors are lengths [m]; sums, and objectives of other kinds, are not."""
        return self.combine == Combine.MAX and self.objective.endswith("_max")

    def excess(self, method: str) -> Floats:
        """(C,) a method's error less the optimal one: never negative."""
        return self.errors[method] - self.errors[OPTIMAL]


def compare(
    space: PoseSpace,
    counts: Iterable[int] | None = None,
    *,
    objective: Objective | str = "chord_max",
    combine: Combine | str | None = None,
    methods: Sequence[str] = tuple(BASELINES),
) -> Comparison:
    """Measures the optimal selections and those of the baselines called `methods`.

    counts: Numbers of keys; from 2 to a fifth of the frames by default.
    """
    chosen = objective_named(objective) if isinstance(objective, str) else objective
    wanted = _checked_counts(len(space), counts)
    started = time.perf_counter()
    found = selection_space(space, chosen, most=int(wanted[-1]), combine=combine)
    seconds = {OPTIMAL: time.perf_counter() - started}
    errors = {OPTIMAL: found.errors[wanted]}
    for name in methods:
        started = time.perf_counter()
        keys = baseline_selections(name, space, wanted.tolist(), found)
        seconds[name] = time.perf_counter() - started
        errors[name] = _errors(found, wanted, keys)
    size = float(farthest_pair(kernel_floats(space.points)))
    return Comparison(chosen.name, found.combine, len(space), wanted, errors, seconds, size)


def _checked_counts(frames: int, counts: Iterable[int] | None) -> Ints:
    most = max(2, int(MOST_KEPT * frames))
    wanted = np.unique(np.array(list(range(2, most + 1) if counts is None else counts), dtype=np.int64))
    if not len(wanted) or wanted[0] < 2 or wanted[-1] > frames:
        raise InvalidValue(
            f"Compare at one or more counts of keys from 2 to the motion's {frames} frames; "
            f"got {wanted.tolist() or 'none'}."
        )
    return wanted


def _errors(yardstick: SelectionSpace, counts: Ints, keys: Mapping[int, Ints]) -> Floats:
    return np.array([yardstick.error_of(keys[n]) if n in keys else np.inf for n in counts.tolist()])


# Dark for ours and warm, cool and grey families for approximation, search and clustering, and detection.
_LOOKS = {
    OPTIMAL: ("optimal (ours)", "#111111", "-", 2.2),
    "lim_thalmann": ("Lim-Thalmann: add farthest", "#a31621", "-", 1.3),
    "togawa_okuda": ("Togawa-Okuda: remove least", "#f08a7b", "-", 1.3),
    "genetic": ("genetic, after Liu", "#1f6fb2", "-", 1.3),
    "kmeans": ("k-means, after Park-Shin", "#d9a400", "-", 1.3),
    "velocity": ("speed minima, after Miura", "#3a8f5c", "--", 1.3),
    "uniform": ("uniform", "#8a8f98", ":", 1.6),
}
# The right-hand view shows the counts whose optimal error is below this share of the largest.
_ZOOM = 0.25


def draw_comparisons(comparisons: Mapping[str, Comparison], path: str | PathLike[str]) -> None:
    """Draws error against compression, a row for each titled comparison (thesis, Figs. 3.6 and 3.7).

    High compression is at the left, as there; the right-hand view of a row enlarges the small errors.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if not comparisons:
        raise InvalidValue("There is no comparison to draw.")
    rows = len(comparisons)
    figure = Figure(figsize=(11.0, 2.9 * rows + 0.9), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    panels = figure.subplots(rows, 2, squeeze=False)
    for (whole, detail), (title, comparison) in zip(panels, comparisons.items(), strict=True):
        _draw(whole, comparison)
        _draw(detail, comparison)
        _enlarge(detail, comparison)
        whole.set_title(f"{title}, {comparison.frame_count} frames", loc="left", fontsize=11)
        detail.set_title("small errors enlarged", loc="left", fontsize=9, color="#666666")
    lines = {line.get_label(): line for row in panels for line in row[0].get_lines()}
    figure.legend(
        list(lines.values()), list(lines), loc="outside lower center", ncols=4, frameon=False, fontsize=9
    )
    figure.savefig(path, dpi=130)


def _draw(axes: "Axes", comparison: Comparison) -> None:
    for method, errors in comparison.errors.items():
        label, colour, style, width = _LOOKS.get(method, (method, None, "-", 1.3))
        there = np.isfinite(errors)
        axes.plot(
            100.0 * comparison.compression[there],
            _shown(comparison, errors[there]),
            label=label,
            color=colour,
            linestyle=style,
            linewidth=width,
            zorder=3 if method == OPTIMAL else 2,
        )
    axes.invert_xaxis()
    axes.set_ylim(bottom=0.0)
    axes.set_xlabel("compression [% of frames dropped]", fontsize=9)
    axes.set_ylabel(_unit(comparison), fontsize=9)
    axes.grid(color="#e6e6e6", linewidth=0.7)
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def _enlarge(axes: "Axes", comparison: Comparison) -> None:
    """Narrows a panel to the counts at which the optimal error has become small."""
    shown = _shown(comparison, comparison.errors[OPTIMAL])
    small = np.flatnonzero(shown <= _ZOOM * shown.max())
    if len(small) < 2 or shown[small[0]] <= 0.0:
        return
    compression = 100.0 * comparison.compression
    axes.set_xlim(float(compression[small[0]]), float(compression[small[-1]]))
    axes.set_ylim(0.0, 1.5 * float(shown[small[0]]))


def _shown(comparison: Comparison, errors: Floats) -> Floats:
    if not comparison.in_metres or comparison.largest_distance == 0.0:
        return errors
    return 100.0 * errors / comparison.largest_distance


def _unit(comparison: Comparison) -> str:
    if comparison.in_metres:
        return "error [% of largest pose distance]"
    return f"{comparison.combine} of {comparison.objective}"
