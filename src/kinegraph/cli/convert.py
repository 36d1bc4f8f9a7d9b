"""`kinegraph convert`: one format into another."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kinegraph.core.scene import Scene


def convert(
    source: Annotated[
        str,
        typer.Argument(metavar="IN", help="A motion or character file, a .kine document, or cast:NAME."),
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write; its ending sets the format.")],
    fps: Annotated[float | None, typer.Option(help="Resample clips to this many frames per second.")] = None,
    scale: Annotated[float | None, typer.Option(help="Scale everything by this factor.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was written, as JSON.")] = False,
) -> None:
    """Read a file in one format and write it in another."""
    from rich.console import Console
    from rich.markup import escape

    from kinegraph.cli.motion_source import scene_from
    from kinegraph.core.scaling import scale_lengths
    from kinegraph.formats import save

    _check_range("--fps", fps, 0.001, 10_000.0)
    _check_range("--scale", scale, 1e-6, 1e6)
    console = Console(stderr=True, quiet=as_json)
    with console.status(f"Reading {escape(Path(source).name)} ..."):
        scene = scene_from(source)
    if scale is not None:
        scene = scale_lengths(scene, scale)
    if fps is not None:
        scene = _resample_motions(scene, fps)
    with console.status(f"Writing {escape(target.name)} ..."):
        save(scene, target)
    if as_json:
        import json

        from kinegraph.cli.info import describe

        typer.echo(json.dumps(describe(target, scene), indent=2))
        return
    for note in (*scene.notes, *_loss_notes(scene, target)):
        console.print(f"[dim]note:[/dim] {escape(note)}")
    console.print(f"{source} → {target} ({target.stat().st_size / 1e6:.2f} MB)", markup=False)


def _check_range(option: str, value: float | None, lowest: float, highest: float) -> None:
    from kinegraph.core.errors import InvalidValue

    if value is not None and not lowest <= value <= highest:
        raise InvalidValue(f"{option} {value:g}: it must be a number from {lowest:g} to {highest:g}.")


def _loss_notes(scene: "Scene", target: Path) -> list[str]:
    """A note if the scene has several motions and the format holds one (its writer has an option for it)."""
    from kinegraph.formats import format_of

    names = [repr(motion.name) for motion in (*scene.clips, *scene.animations)]
    if len(names) < 2 or "motion" not in format_of(target).write_options:
        return []
    return [
        f"A {target.suffix} file holds one motion: {names[0]} was written, {len(names) - 1} were left out."
    ]


def _resample_motions(scene: "Scene", fps: float) -> "Scene":
    from kinegraph.core.resample import resample

    return replace(
        scene,
        clips=tuple(resample(clip, fps) for clip in scene.clips),
        animations=tuple(replace(animation, fps=fps) for animation in scene.animations),
    )
