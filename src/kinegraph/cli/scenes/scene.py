"""`kinegraph scene`: plays a scene of several characters, and writes it as one film or file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.options import AsJson

if TYPE_CHECKING:
    from kinegraph.scenes.files.reading import SceneScript
    from kinegraph.scenes.stage_player import StagePlayer


def scene(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A scene in YAML, or a document of the studio (.kine).", show_default=False
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help="File to write: a film (.mp4, .gif), a strip of pictures (.png), or all characters in one "
            ".glb, .usda or .blend.",
            show_default=False,
        ),
    ] = None,
    fps: Annotated[float | None, typer.Option(help="Frames per second, instead of the scene's own.")] = None,
    size: Annotated[
        str | None, typer.Option(metavar="WIDTHxHEIGHT", help="Of a film, instead of the scene's own.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a scene: characters with their motions, props, targets and cameras.

    Without --output the scene is checked, and only a summary is printed.
    """
    import json

    from rich.console import Console
    from rich.markup import escape

    from kinegraph.batch.jobs.pictures import picture_size
    from kinegraph.cli.output import check_output
    from kinegraph.cli.render import with_bar
    from kinegraph.core.errors import InvalidValue
    from kinegraph.scenes.files.reading import SceneScript, load_stage
    from kinegraph.scenes.output.writing import FILMS, PICTURES, write_stage
    from kinegraph.scenes.stage_player import StagePlayer
    from kinegraph.studio.files.scene_files import scene_of_studio
    from kinegraph.studio.motions.document_scene import scene_of_document
    from kinegraph.studio.running.places import ENDING

    if fps is not None and not 1.0 <= fps <= 240.0:
        raise InvalidValue(f"--fps {fps:g}: it must be a number from 1 to 240.")
    wanted = picture_size(size)
    if out is not None:
        check_output(out, file, also=(*PICTURES, *FILMS))
    console = Console(stderr=True, quiet=as_json)
    with console.status(f"Reading {escape(file.name)} ..."):
        if file.suffix.lower() == ENDING:
            script = SceneScript(scene_of_studio(file), 30.0, (1280, 720))
        else:
            script = load_stage(file, scene_of_document)
        player = StagePlayer(script.stage)
    if out is not None:
        write_stage(
            player,
            out,
            fps=fps or script.fps,
            size=wanted or script.size,
            bar=lambda work, total: with_bar(work, total, quiet=as_json),
        )
    facts = _facts(file, script, player, out)
    if as_json:
        typer.echo(json.dumps(facts, indent=2))
    else:
        _print(facts)


def _facts(file: Path, script: "SceneScript", player: "StagePlayer", out: Path | None) -> dict[str, Any]:
    from dataclasses import asdict

    stage = script.stage
    return {
        "scene": str(file),
        "seconds": stage.duration,
        "characters": [
            {
                "name": member.name,
                "joints": len(member.character.skeleton),
                "clips": [clip.clip.name for clip in member.track.base],
                "layers": len(member.track.layers),
                "targets": len(member.targets),
            }
            for member in stage.members
        ],
        "props": [prop.name for prop in stage.props],
        "shots": len(stage.shots),
        "played": [asdict(note) for note in script.played],
        "notes": list(player.notes),
        "file": None if out is None else str(out),
    }


def _print(facts: dict[str, Any]) -> None:
    for each in facts["characters"]:
        clips = ", ".join(each["clips"]) or "stands"
        more = [f"{each[what]} {what}" for what in ("layers", "targets") if each[what]]
        typer.echo(f"{each['name']}: {', '.join([clips, *more])}")
    for each in facts["played"]:
        typer.echo(
            f"{each['motion']} on {each['character']}: {each['how']}, slip {100 * each['slip']:.2f} % and "
            f"penetration {100 * each['penetration']:.2f} % of its size"
        )
    for note in facts["notes"]:
        typer.echo(f"note: {note}")
    text = f"{facts['seconds']:.2f} s, {len(facts['props'])} props, {facts['shots']} shots"
    typer.echo(text if facts["file"] is None else f"{text} → {facts['file']}")
