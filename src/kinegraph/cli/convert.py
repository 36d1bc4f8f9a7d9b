"""`kinegraph convert`: one format into another."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinegraph.cli.options import AsJson, Scale

if TYPE_CHECKING:
    from kinegraph.core.scene import Scene


def convert(
    source: Annotated[
        str,
        typer.Argument(metavar="IN", help="A motion or character file, a .kine document, or cast:NAME."),
    ],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="File to write; its ending sets the format. A .kine document that exists is added to.",
        ),
    ],
    fps: Annotated[float | None, typer.Option(help="Resample clips to this many frames per second.")] = None,
    factor: Annotated[float | None, typer.Option(help="Scale everything by this factor.")] = None,
    solve: Annotated[
        bool, typer.Option("--solve", help="Solve a skeleton from the markers of a person (C3D).")
    ] = False,
    scale: Scale = None,
    as_json: AsJson = False,
) -> None:
    """Read a file in one format and write it in another."""
    from rich.console import Console
    from rich.markup import escape

    from kinegraph.batch.jobs.conversion import change_scene, check_changes, loss_notes
    from kinegraph.cli.motion_source import scene_from
    from kinegraph.cli.output import DOCUMENT, check_inputs_kept, check_output, kept_contents
    from kinegraph.formats import save

    check_changes(fps, factor)
    check_inputs_kept(target, source)
    to_document = target.suffix.lower() == DOCUMENT
    if to_document:
        check_output(target, Path(source), also=(DOCUMENT,))
    console = Console(stderr=True, quiet=as_json)
    with console.status(f"Reading {escape(Path(source).name)} ..."):
        scene = scene_from(source, scale)
        if solve:
            scene = _solve_skeleton(scene, source)
        scene = change_scene(scene, fps, factor)
    with console.status(f"Writing {escape(target.name)} ..."):
        if to_document:
            from kinegraph.studio.motions.scene_document import add_scene

            losses = add_scene(target, scene, Path(source).name)
        else:
            kept = kept_contents(source if factor is None and scale is None else None, target)
            save(scene, target, **kept)
            losses = loss_notes(scene, target)
    if as_json:
        import json

        from kinegraph.batch.jobs.description import describe

        typer.echo(json.dumps(describe(target, scene), indent=2))
        return
    for note in (*scene.notes, *losses):
        console.print(f"[dim]note:[/dim] {escape(note)}")
    console.print(f"{source} → {target} ({target.stat().st_size / 1e6:.2f} MB)", markup=False)


def _solve_skeleton(scene: "Scene", source: str) -> "Scene":
    """The scene with a skeleton in place of its markers."""
    from kinegraph.characters.marker_body import solve_markers
    from kinegraph.core.character import Character
    from kinegraph.core.errors import InvalidValue
    from kinegraph.core.scene import Scene

    if not scene.markers:
        raise InvalidValue(f"{source}: --solve needs markers, and this file has none.")
    solved = solve_markers(scene.markers[0])
    character = Character.bare(Path(source).stem, solved.clip.skeleton)
    return Scene(character, (solved.clip,), notes=(*scene.notes, *solved.notes))
