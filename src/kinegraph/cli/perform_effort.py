"""`kinegraph perform effort`: how many keyframes a performance would need, and what they miss."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.options import AsJson
from kinegraph.core.errors import InvalidValue

if TYPE_CHECKING:
    from kinegraph.flows.effort import Effort


def effort(
    file: Annotated[Path, typer.Argument(metavar="IN", help="A script (.yaml) or a package (.kinepack).")],
    character: Annotated[
        str | None, typer.Option(help="Character of a script, or performance of a package.")
    ] = None,
    fps: Annotated[float, typer.Option(help="Frames per second.")] = 30.0,
    accuracy: Annotated[
        float, typer.Option(help="Largest error of keyframes (RMS), as a share of the character's height.")
    ] = 0.01,
    parts: Annotated[
        bool, typer.Option("--parts", help="Print what the keyframes miss, by part and axis.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the spatial keys of a performance, and the keyframes of the same motion on a timeline.

    Keyframes are counted in three ways, each with the fewest that meet the same accuracy: baked at an even
    interval, curves simplified one by one, and whole poses chosen optimally. The errors that remain are in %
    of the coordinate and of half a turn, as Choi, You and Noh measure them.
    """
    from rich.console import Console

    from kinegraph.cli.perform_compare import performance_of_file
    from kinegraph.flows.effort import effort_lines, effort_table

    if not 1.0 <= fps <= 1000.0:
        raise InvalidValue(f"--fps {fps:g}: it must be a number from 1 to 1000.")
    console = Console(stderr=True, quiet=as_json)
    with console.status("Counting keyframes ..."):
        performance = performance_of_file(str(file), character)
        if performance is None:
            raise InvalidValue(f"{file}: give a script (.yaml) or a package (.kinepack) of a performance.")
        found = effort_table(performance, fps, accuracy)
    if as_json:
        import json

        typer.echo(json.dumps(_facts(file, found), indent=2))
    else:
        typer.echo("\n".join(effort_lines(found)))
        if parts:
            from kinegraph.cli.perform_compare import print_errors

            typer.echo()
            print_errors({row.method: row.apart for row in found.rows if row.apart is not None})


def _facts(file: Path, found: "Effort") -> dict[str, Any]:
    from kinegraph.perform.performances.compare_motion import ANGLE, AXES, POSITION

    rows = []
    for row in found.rows:
        fact: dict[str, Any] = {
            "method": row.method,
            "poses": row.poses,
            "keys": row.keys,
            "error_m": row.error,
        }
        if row.apart is not None:
            fact["position_percent"] = row.apart.mean_percent(POSITION)
            fact["angle_percent"] = row.apart.mean_percent(ANGLE)
            fact["manipulators"] = [
                {
                    "manipulator": error.manipulator.target,
                    "quantity": error.quantity,
                    "percent": {
                        axis: float(percent) if used else None
                        for axis, percent, used in zip(AXES, error.percent, error.used, strict=True)
                    },
                }
                for error in row.apart.errors
            ]
        rows.append(fact)
    return {
        "performance": str(file),
        "frames": found.frames,
        "channels": found.channels,
        "passes": found.passes,
        "allowed_m": found.allowed,
        "rows": rows,
    }
