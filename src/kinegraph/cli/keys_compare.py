"""`kinegraph keys compare`: error against number of keys, for the optimal choice and other methods."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.keys import take_from
from kinegraph.cli.options import AsJson, Frames, Motion, Scale
from kinegraph.core.errors import InvalidValue, KinegraphError

if TYPE_CHECKING:
    from kinegraph.keys.compare import Comparison

_KEPT = (0.20, 0.10, 0.05, 0.025)


def compare(
    files: Annotated[list[str], typer.Argument(metavar="IN...", help="Motion files, or cast:NAME.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FIGURE", help="Figure of the errors to write (.png, .svg, .pdf)."
        ),
    ] = None,
    objective: Annotated[str, typer.Option(help="Objective that measures all methods.")] = "chord_max",
    joints: Annotated[
        str | None,
        typer.Option(metavar="J,J", help="Joints that distinguish poses. Default: all that matter."),
    ] = None,
    frames: Frames = None,
    motion: Motion = None,
    scale: Scale = None,
    as_json: AsJson = False,
) -> None:
    """Compare the optimal choice of keys with every baseline, from 2 keys to a fifth of the frames.

    Errors are measured before curves are fitted, in the same way for all methods.
    """
    from rich.console import Console
    from rich.markup import escape

    from kinegraph.keys.compare import draw_comparisons
    from kinegraph.keys.selection.objectives import objective_named

    objective_named(objective)
    check_figure(out)
    console = Console(stderr=True, quiet=as_json)
    found: dict[str, Comparison] = {}
    for file in files:
        with console.status(f"Comparing on {escape(file)} ..."):
            found[_title(file, found)] = _compare_methods(file, motion, scale, frames, joints, objective)
    if out is not None:
        from kinegraph.core.files.whole import whole_file

        with whole_file(out) as place:
            draw_comparisons(found, place)
    if as_json:
        import json

        typer.echo(json.dumps([_facts(file, found[file], out) for file in found], indent=2))
    else:
        _print(found, out)


def _compare_methods(
    file: str, motion: str | None, scale: float | None, frames: str | None, joints: str | None, objective: str
) -> "Comparison":
    from kinegraph.batch.jobs.key_options import names_of
    from kinegraph.batch.jobs.motion_choice import frame_range
    from kinegraph.keys.compare import compare as compare_selections
    from kinegraph.keys.rules.contacts import guessed_contacts
    from kinegraph.keys.selection.pose_space import pose_space

    take = take_from(file, motion, scale)
    try:
        clip = take.clip.frames(*frame_range("--range", frames, len(take.clip)))
        contacts = take.character.contacts or guessed_contacts(clip.skeleton)
        space = pose_space(clip, names_of("--joints", joints), contacts=contacts)
        return compare_selections(space, objective=objective)
    except KinegraphError as error:  # name the file, as there can be several
        raise InvalidValue(f"{file}: {error}") from error


def _title(file: str, taken: dict[str, Any]) -> str:
    name = Path(file).name
    return name if name not in taken else file


def check_figure(out: Path | None) -> None:
    """Raises an error if a figure cannot be written, before the work is done."""
    if out is None:
        return
    if out.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise InvalidValue(f"{out}: a figure is written as .png, .svg or .pdf.")
    if not out.resolve().parent.is_dir():
        raise InvalidValue(f"{out}: the folder {out.parent} does not exist.")


def _facts(file: str, comparison: "Comparison", out: Path | None) -> dict[str, Any]:
    import numpy as np

    return {
        "file": file,
        "frames": comparison.frame_count,
        "objective": comparison.objective,
        "combine": str(comparison.combine),
        "largest_distance_m": comparison.largest_distance,
        "counts": comparison.counts.tolist(),
        "errors": {
            method: [float(error) if np.isfinite(error) else None for error in errors]
            for method, errors in comparison.errors.items()
        },
        "seconds": {method: round(seconds, 4) for method, seconds in comparison.seconds.items()},
        "figure": None if out is None else str(out),
    }


def _print(found: dict[str, "Comparison"], out: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    for title, comparison in found.items():
        table = Table(box=None, pad_edge=False, title=Text(_heading(title, comparison)), title_justify="left")
        table.add_column("method", style="dim")
        counts = _shown_counts(comparison)
        for count in counts:
            share = 100.0 * count / comparison.frame_count
            table.add_column(f"{count} keys ({share:.1f}%)", justify="right")
        table.add_column("seconds", justify="right")
        for method in comparison.errors:
            cells = [_cell(comparison, method, count) for count in counts]
            table.add_row(method, *cells, f"{comparison.seconds[method]:.3f}")
        console.print(table)
        console.print()
    if out is not None:
        console.print(f"figure: {out}", markup=False, highlight=False)


def _heading(title: str, comparison: "Comparison") -> str:
    return f"{title}: {comparison.frame_count} frames, {comparison.combine} of {comparison.objective}"


def _shown_counts(comparison: "Comparison") -> list[int]:
    counts = comparison.counts.tolist()
    wanted = [max(counts[0], int(share * comparison.frame_count)) for share in _KEPT]
    return sorted({min(counts, key=lambda count: abs(count - goal)) for goal in wanted}, reverse=True)


def _cell(comparison: "Comparison", method: str, count: int) -> str:
    """A method's error at a count: in mm for lengths, as it is for sums of squares."""
    import numpy as np

    error = float(comparison.errors[method][comparison.counts.tolist().index(count)])
    if not np.isfinite(error):
        return "none"
    return f"{1000.0 * error:.1f} mm" if comparison.in_metres else f"{error:.4g}"
