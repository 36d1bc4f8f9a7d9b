"""`kinegraph creatures grid`: every animation on random creatures, with scores, on a page."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.options import AsJson

if TYPE_CHECKING:
    from kinegraph.creatures.animation.general_animation import GeneralAnimation
    from kinegraph.creatures.grid.validation_grid import Grid


def grid(
    folder: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder for the page and grid.json.")
    ],
    creatures: Annotated[
        int, typer.Option(min=0, max=100_000, help="Number of random creatures; the cast is added.")
    ] = 50,
    animations: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="Shipped animations, .kinemotion files, or walk for the gait. Default: all shipped ones.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the creatures and the variants.")] = 0,
    frames: Annotated[
        int | None,
        typer.Option(
            min=4, max=10_000, help="Frames to play for each pair. Default: 60 a second.", show_default=False
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Number of processes. Default: one for each processor.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play animations on random creatures, score every pair, and write a page with the results."""
    import json

    from kinegraph.core.files.whole import whole_file
    from kinegraph.creatures.grid.page import grid_page
    from kinegraph.creatures.grid.report import grid_report
    from kinegraph.creatures.grid.validation_grid import fresh_creatures

    rows = _animations(animations)
    sources = fresh_creatures(creatures, seed)
    folder.mkdir(parents=True, exist_ok=True)
    made = _run(sources, rows, quiet=as_json, seed=seed, frames=frames, workers=jobs)
    report = grid_report(made)
    text = json.dumps(report, indent=1)
    for name, content in (("index.html", grid_page(made)), ("grid.json", text)):
        with whole_file(folder / name) as place:
            place.write_text(content, encoding="utf-8")
    typer.echo(text if as_json else _summary(report, folder))


def _animations(words: str | None) -> "list[GeneralAnimation | None] | None":
    from kinegraph.cli.creatures.play import load_animation
    from kinegraph.core.errors import InvalidValue
    from kinegraph.creatures.grid.pair import WALK

    if words is None:
        return None
    names = [name.strip() for name in words.split(",") if name.strip()]
    if not names:
        raise InvalidValue("--animations needs at least one name.")
    return [None if name == WALK else load_animation(name) for name in names]


def _run(
    sources: tuple[str, ...], rows: "list[GeneralAnimation | None] | None", *, quiet: bool, **options: Any
) -> "Grid":
    """The scored grid; a progress bar is shown where standard error is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from kinegraph.creatures.grid.validation_grid import run_grid

    console = Console(stderr=True)
    hidden = quiet or not console.is_terminal
    with Progress(console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task("Playing on creatures", total=len(sources))
        return run_grid(sources, rows, progress=lambda done, _: bar.update(task, completed=done), **options)


def _summary(report: dict[str, Any], folder: Path) -> str:
    totals = report["totals"]
    rate = "nothing applies" if totals["pass_percent"] is None else f"{totals['pass_percent']:.1f} % pass"
    lines = [
        f"{rate}: {totals['passed']} of {totals['applies']} pairs, "
        f"{totals['pairs'] - totals['applies']} do not apply"
    ]
    if totals["goals"]:
        lines.append(
            f"  {totals['goals_excused']} of {totals['goals']} goals ({totals['excused_percent']:.1f} %) "
            f"are out of reach and do not count; {totals['missed_percent']:.1f} % are missed"
        )
    lines += [f"  {count:5d}  {reason}" for reason, count in totals["by_reason"].items()]
    worst = sorted(totals["by_animation"].items(), key=lambda item: -item[1]["failed"])[:8]
    lines += [
        f"  {name}: {counts['failed']} of {counts['applies']} fail"
        for name, counts in worst
        if counts["failed"]
    ]
    if totals["seldom"]:
        lines.append(f"  applies to few creatures: {', '.join(totals['seldom'])}")
    return "\n".join([*lines, f"→ {folder / 'index.html'}"])
