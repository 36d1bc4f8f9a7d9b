"""`kinegraph render`: a picture or a film of a motion or a character, with no display."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from kinegraph.cli.motion_source import scene_from
from kinegraph.cli.options import AsJson, Frames, Motion, Scale
from kinegraph.core.errors import InvalidValue


def render(
    file: Annotated[str, typer.Argument(help="A motion or character file, or cast:NAME.")],
    out: Annotated[Path, typer.Argument(help="Picture (.png) or film (.gif, .mp4) to write.")],
    style: Annotated[
        str | None,
        typer.Option(
            help="sheet (frames in a grid), strip (poses along the path) or turntable (all around). "
            "By default a picture is a sheet, and a film is the motion as it plays."
        ),
    ] = None,
    motion: Motion = None,
    frames: Frames = None,
    count: Annotated[int | None, typer.Option(help="Number of poses, or of views of a turntable.")] = None,
    size: Annotated[str | None, typer.Option(help="WxH: the picture's width and height in pixels.")] = None,
    theme: Annotated[str, typer.Option(help="dark or light.")] = "dark",
    fps: Annotated[float | None, typer.Option(help="Frames per second of a film.")] = None,
    camera: Annotated[
        str | None,
        typer.Option(
            help="AZ,EL in degrees: 0,0 looks at the face, 90,0 at the left side, EL is from above."
        ),
    ] = None,
    scale: Scale = None,
    as_json: AsJson = False,
) -> None:
    """Make a picture or a film of a motion: a contact sheet, a strip of poses, a turntable."""
    from kinegraph.batch.jobs.pictures import check_picture, footage_of_scene, write_picture

    order = check_picture(
        out.suffix, style=style, size=size, fps=fps, theme=theme, camera=camera, count=count
    )
    if not out.parent.is_dir():
        raise InvalidValue(f"{out}: the folder {out.parent} does not exist.")
    # A member of the cast on a turntable stands in its rest pose, unless a motion is named.
    scene = scene_from(file, scale, motion=motion, moving=style != "turntable" or motion is not None)
    footage = footage_of_scene(scene, motion, frames, order.fps if order.plays else None)
    facts = write_picture(footage, order, out, partial(with_bar, quiet=as_json))
    _report({"out": str(out), "motion": footage.name} | facts, as_json)


def with_bar(work: Any, total: int | None = None, *, quiet: bool) -> Any:
    """Iterates over `work`, with a progress bar where standard error is a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    total = len(work) if total is None else total
    return track(
        work,
        "Rendering",
        total=total,
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal or total < 2,
    )


def _report(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        import json

        typer.echo(json.dumps(facts, indent=2))
    else:
        plural = "" if facts["pictures"] == 1 else "s"
        typer.echo(
            f"{facts['out']}: {facts['motion']}, {facts['style']} of {facts['pictures']} picture{plural}"
        )
