"""`kinegraph perform`: performs a script with one or several characters."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.options import AsJson

if TYPE_CHECKING:
    from kinegraph.perform.files.play_script import Played
    from kinegraph.perform.files.script import Script


def perform(
    script: Annotated[
        Path,
        typer.Argument(metavar="SCRIPT", help="A script in YAML. Write ./compare for a file called compare."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help="File to write; its ending sets the format. A picture (.png), a film (.gif, .mp4) and a "
            "document (.kine) contain all characters; other formats get one file per character.",
        ),
    ] = None,
    fps: Annotated[float | None, typer.Option(help="Frames per second, instead of the script's own.")] = None,
    camera: Annotated[
        str | None,
        typer.Option(help="AZ,EL in degrees, for pictures: 0,0 is in front, 90,0 at the left side."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Perform a script: cursors move among the poses of characters, and motion is the result.

    Without --output the script is checked and performed, and only a summary is printed.
    """
    from dataclasses import replace

    from rich.console import Console
    from rich.markup import escape

    from kinegraph.batch.jobs.pictures import camera_angles
    from kinegraph.cli.output import DOCUMENT, check_output
    from kinegraph.cli.perform_output import PICTURES, write_played
    from kinegraph.core.errors import InvalidValue
    from kinegraph.perform.files.package_schema import EXTENSION
    from kinegraph.perform.files.play_script import play_script
    from kinegraph.perform.files.script_reading import load_script

    if fps is not None and not 1.0 <= fps <= 1000.0:
        raise InvalidValue(f"--fps {fps:g}: it must be a number from 1 to 1000.")
    view = camera_angles(camera)
    if out is not None:
        check_output(out, also=(*PICTURES, EXTENSION, DOCUMENT))
    console = Console(stderr=True, quiet=as_json)
    with console.status(f"Reading {escape(script.name)} ...") as status:
        plan = load_script(script)
        plan = plan if fps is None else replace(plan, fps=fps)
        played = play_script(plan, lambda name: status.update(f"Performing {escape(name)} ..."))
    files = {} if out is None else write_played(played, out, view, quiet=as_json)
    if as_json:
        import json

        typer.echo(json.dumps(_facts(script, plan, played, files), indent=2))
    else:
        _print(plan, played, files)


def _facts(
    path: Path, plan: "Script", played: tuple["Played", ...], files: dict[str, list[str]]
) -> dict[str, Any]:
    return {
        "script": str(path),
        "fps": plan.fps,
        "seconds": plan.length,
        "frames": len(played[0].clip),
        "characters": [_character_facts(each, files.get(each.performer.name, [])) for each in played],
        "files": sorted({file for group in files.values() for file in group}),
    }


def _character_facts(played: "Played", files: list[str]) -> dict[str, Any]:
    sets, roots = played.performer.rig.sets, played.clip.root_translations
    gone = roots[-1] - roots[0]
    return {
        "name": played.performer.name,
        "from": played.performer.origin,
        "sets": [each.name for each in sets],
        "spatial_keys": sum(len(each.keys) for each in sets),
        "layers": [layer.name for layer in played.performance.layers],
        "distance_m": float((gone[0] ** 2 + gone[2] ** 2) ** 0.5),
        "degenerate_frames": played.degenerate,
        "files": files,
    }


def _print(plan: "Script", played: tuple["Played", ...], files: dict[str, list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(box=None, pad_edge=False)
    for column in ("character", "from", "layers", "frames", "went"):
        table.add_column(column, justify="right" if column in ("frames", "went") else "left")
    for each in played:
        facts = _character_facts(each, [])
        table.add_row(
            facts["name"],
            facts["from"],
            ", ".join(f"{layer.name} ({layer.set})" for layer in each.performance.layers) or "none",
            str(len(each.clip)),
            f"{facts['distance_m']:.2f} m",
        )
    console.print(table)
    for each in played:
        for name, count in each.degenerate.items():
            console.print(
                f"note: in {count} frames poses of {each.performer.name}'s set {name!r} cancel each other; "
                "the result there is a guess.",
                markup=False,
                highlight=False,
            )
    for file in sorted({file for group in files.values() for file in group}):
        console.print(f"{plan.length:g} s → {file}", markup=False, highlight=False)
