"""`kinegraph info`: the contents of a file."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from kinegraph.cli.options import AsJson, Scale


def info(
    file: Annotated[
        str,
        typer.Argument(help="A motion or character file, a document, a package, or cast:NAME."),
    ],
    scale: Scale = None,
    as_json: AsJson = False,
) -> None:
    """Print the contents of a file: its character, motions, frame rates, and problems in it."""
    from kinegraph.cli.motion_source import scene_from
    from kinegraph.perform.files.package_schema import EXTENSION

    if Path(file).suffix.lower() == EXTENSION:
        from kinegraph.cli.package_info import describe_package

        summary = describe_package(Path(file))
    else:
        from kinegraph.batch.jobs.description import describe

        summary = describe(file, scene_from(file, scale))
    if as_json:
        import json

        typer.echo(json.dumps(summary, indent=2))
    else:
        _print(summary)


def _print(summary: dict) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # A pipe has no width: each fact stays on one line.
    console = Console(width=None if sys.stdout and sys.stdout.isatty() else 1000)
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold")
    table.add_column()
    for label, sentence in _sentences(summary):
        table.add_row(label, Text(sentence))
    console.print(table)


def _sentences(summary: dict) -> list[tuple[str, str]]:
    size = "" if summary["bytes"] is None else f" ({summary['bytes'] / 1e6:.2f} MB)"
    rows = [("file", f"{summary['file']}{size}")]
    if summary["character"]:
        rows.append(("character", _character_sentence(**summary["character"])))
    rows += [("clip", _clip_sentence(**clip)) for clip in summary["clips"]]
    rows += [("animation", _animation_sentence(**keyed)) for keyed in summary["animations"]]
    rows += [("markers", _markers_sentence(**markers)) for markers in summary["markers"]]
    rows += [("set", _set_sentence(**each)) for each in summary.get("sets", ())]
    rows += [("performance", _performance_sentence(**each)) for each in summary.get("performances", ())]
    rows += [("note", note) for note in summary["notes"]]
    return rows


def _character_sentence(name: str, joints: int, height_m: float, vertices: int, **_: object) -> str:
    skin = f", {vertices:,} vertices" if vertices else ""
    return f"{name}: {joints} joints, {height_m:.2f} m tall{skin}"


def _clip_sentence(name: str, frames: int, fps: float, seconds: float, **_: object) -> str:
    return f"{name}: {frames} frames at {fps:g} fps, {seconds:.2f} s"


def _animation_sentence(name: str, keys: int, curves: int, seconds: float, **_: object) -> str:
    return f"{name}: {keys} keys on {curves} curves, {seconds:.2f} s"


def _markers_sentence(
    name: str, markers: int, frames: int, fps: float, events: int, seen_percent: float, **_: object
) -> str:
    return (
        f"{name}: {markers} markers, {frames} frames at {fps:g} fps, {events} events, "
        f"seen {seen_percent:g}% of the time"
    )


def _set_sentence(
    name: str,
    keys: list,
    function: str,
    joints: int,
    goals: list,
    moves: list,
    moved_by: str | None,
    **_: object,
) -> str:
    what = [f"{joints} {'joint' if joints == 1 else 'joints'}"] * bool(joints)
    what += [f"goals for {', '.join(goals)}"] * bool(goals)
    what += [f"the controllers of {', '.join(moves)}"] * bool(moves)
    above = f", moved by {moved_by}" if moved_by else ""
    return f"{name}: {len(keys)} keys ({', '.join(keys)}) of {' and '.join(what)}, {function}{above}"


def _performance_sentence(name: str, seconds: float, layers: list, walks: bool | list, **_: object) -> str:
    passes = ", ".join(f"{layer['name']} ({layer['set']})" for layer in layers) or "no layers"
    walking = ", walks some of the time" if isinstance(walks, list) else ", walks" if walks else ""
    return f"{name}: {seconds:.2f} s, {passes}{walking}"
