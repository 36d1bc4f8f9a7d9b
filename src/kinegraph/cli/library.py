"""`kinegraph library`: index folders of motions, search them, and find motions that are alike."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.options import AsJson

if TYPE_CHECKING:
    from kinegraph.batch.library.catalogue import Motion

library = typer.Typer(
    help="Index folders of motions, search them, and find motions that are alike.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_figure = partial(typer.Option, rich_help_panel="Figures")
Place = Annotated[
    Path | None,
    typer.Option("--library", metavar="DIR", help="Folder of the library. Default: in the user's cache."),
]
Most = Annotated[int, typer.Option("-n", "--most", min=1, max=100_000, help="Most motions to print.")]
Range = Annotated[str | None, _figure(metavar="LOW:HIGH")]


@library.command()
def index(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDERS...", help="Folders of motion files.")],
    place: Place = None,
    workers: Annotated[
        int, typer.Option(min=0, help="Local processes; 0: only this process. More need kinegraph[cluster].")
    ] = 0,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Dask scheduler to use.")] = None,
    as_json: AsJson = False,
) -> None:
    """Read new and changed motions of folders; files that are gone leave the library."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from kinegraph.batch.library.library import Library

    console = Console(stderr=True)
    columns = (TextColumn("Reading motions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = as_json or not console.is_terminal
    with Library(place) as opened, Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task("index", total=None)
        done = opened.index(
            folders,
            workers=None if cluster is not None else workers,
            cluster=cluster,
            progress=lambda seen, files: bar.update(task, completed=seen, total=files),
        )
        facts = {
            "motions": len(opened),
            "files_read": done.read,
            "unchanged": done.unchanged,
            "without_motion": done.failed,
            "removed": done.removed,
        }
    if as_json:
        _print_json(facts)
        return
    typer.echo(
        f"{facts['motions']} motions. Files: {done.read} read, {done.unchanged} unchanged, "
        f"{done.failed} without a motion, {done.removed} removed."
    )


@library.command()
def search(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS...", help="Words in the name or the path.")
    ] = None,
    seconds: Range = None,
    mean_speed: Range = None,
    peak_speed: Range = None,
    contacts: Range = None,
    turns: Range = None,
    height: Range = None,
    rise: Range = None,
    sort: Annotated[
        str, typer.Option(metavar="FIGURE", help="Sort by a figure; with a minus the largest first.")
    ] = "",
    most: Most = 50,
    place: Place = None,
    as_json: AsJson = False,
) -> None:
    """Find motions by name and figures, such as --peak-speed 3: or --seconds 1:5."""
    from kinegraph.batch.library.catalogue import Query
    from kinegraph.batch.library.library import Library

    asked = {
        "seconds": seconds,
        "mean_speed": mean_speed,
        "peak_speed": peak_speed,
        "contacts": contacts,
        "turns": turns,
        "height": height,
        "rise": rise,
    }
    limits = {name: _limits(name, text) for name, text in asked.items() if text is not None}
    query = Query(" ".join(words or ()), limits, sort, most)
    with Library(place) as opened:
        found, total = opened.search(query), opened.total(query)
    _print_motions(found, as_json)
    if not as_json and total > len(found):
        typer.echo(f"{len(found)} of {total} motions; -n prints more.")


@library.command()
def like(
    motion: Annotated[
        str, typer.Argument(metavar="MOTION", help="A motion file, or a number of the library.")
    ],
    most: Most = 5,
    place: Place = None,
    as_json: AsJson = False,
) -> None:
    """Find the motions that are most like one."""
    from kinegraph.batch.library.library import Library

    with Library(place) as opened:
        found = opened.like(int(motion) if motion.isdecimal() else motion, most)
    _print_motions(found, as_json)


@library.command("list")
def list_folders(place: Place = None, as_json: AsJson = False) -> None:
    """List the indexed folders, and the files in them that hold no motion."""
    from kinegraph.batch.library.library import Library

    with Library(place) as opened:
        roots, failures = opened.roots(), opened.failures()
    if as_json:
        folders = [{"folder": str(path), "motions": count} for path, count in roots]
        _print_json({"folders": folders, "without_motion": {str(path): why for path, why in failures}})
        return
    for path, count in roots:
        typer.echo(f"{path}: {count} motions")
    for path, why in failures:
        typer.echo(f"  no motion: {why if why.startswith(str(path)) else f'{path}: {why}'}")
    if not roots:
        typer.echo("The library is empty. Add folders with `kinegraph library index FOLDER`.")


def _limits(name: str, text: str) -> tuple[float | None, float | None]:
    """LOW:HIGH as numbers; either may be left out."""
    from kinegraph.core.errors import InvalidValue

    low, colon, high = text.partition(":")
    try:
        values = _number(low), _number(high)
    except ValueError:
        values = None
    if values is None or not colon:
        option = f"--{name.replace('_', '-')}"
        raise InvalidValue(f"{option} {text!r}: write it as LOW:HIGH, such as 1:5, 1: or :5.")
    return values


def _number(text: str) -> float | None:
    return float(text) if text.strip() else None


def _print_motions(motions: "list[Motion]", as_json: bool) -> None:
    if as_json:
        _print_json([_facts(motion) for motion in motions])
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # A pipe has no width: each motion stays on one line.
    console = Console(width=None if sys.stdout and sys.stdout.isatty() else 1000)
    table = Table(box=None, pad_edge=False)
    titles = ("number", "name", "length", "speed", "peak", "contacts", "turns", "rise", "height")
    for title in (*titles, *(("distance",) if any(m.distance is not None for m in motions) else ())):
        table.add_column(title, justify="left" if title == "name" else "right")
    for motion in motions:
        figures = motion.measures
        cells = [
            f"{figures.seconds:.2f} s",
            f"{figures.mean_speed:.2f} m/s",
            f"{figures.peak_speed:.2f} m/s",
            str(figures.contacts),
            f"{figures.turns:.2f}",
            f"{figures.rise:.2f} m",
            f"{figures.height:.2f} m",
        ]
        cells += [] if motion.distance is None else [f"{motion.distance:.2f}"]
        table.add_row(str(motion.id), Text(motion.name), *cells)
    if motions:
        console.print(table)
    else:
        typer.echo("No motion matches.")


def _facts(motion: "Motion") -> dict[str, Any]:
    import msgspec

    facts = {"number": motion.id, "name": motion.name, "motion": motion.motion, "file": str(motion.path)}
    facts |= msgspec.to_builtins(motion.measures)
    return facts if motion.distance is None else facts | {"distance": round(motion.distance, 4)}


def _print_json(values: Any) -> None:
    import json

    typer.echo(json.dumps(values, indent=2))
