"""`kinegraph play-on`: any motion on any character, as a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinegraph.cli.options import AsJson, Motion

if TYPE_CHECKING:
    from kinegraph.scenes.files.sources import Played


def play_on(
    motion_file: Annotated[
        str,
        typer.Argument(
            metavar="IN",
            help="A motion: a file, a studio document, a doodle, cast:NAME, animation:NAME or a .kinemotion.",
            show_default=False,
        ),
    ],
    character: Annotated[
        str,
        typer.Argument(
            metavar="CHARACTER",
            help="cast:NAME, seed:N, a .kinecreature plan, a doodle's character or a character's file.",
            show_default=False,
        ),
    ],
    target: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT", help="A motion file: .glb, .bvh, .blend, ...")
    ],
    motion: Motion = None,
    as_json: AsJson = False,
) -> None:
    """Play any motion on any character: copied, mapped or generalized, with planted feet."""
    import json

    from kinegraph.cli.output import check_inputs_kept, check_output
    from kinegraph.core.scene import Scene
    from kinegraph.formats import save
    from kinegraph.scenes.files.sources import Sources
    from kinegraph.studio.motions.document_scene import scene_of_document

    check_output(target)
    check_inputs_kept(target, motion_file, character)
    sources = Sources(Path(), scene_of_document)
    source = sources.character(character)
    played = sources.motion(motion_file if motion is None else f"{motion_file}#{motion}", source)
    save(Scene(source.character, clips=(played.clip,)), target)
    facts = _facts(motion_file, source.character.name, played, target)
    typer.echo(json.dumps(facts, indent=2) if as_json else _sentence(facts))


def _facts(motion_file: str, name: str, played: "Played", target: Path) -> dict:
    result = played.result
    return {
        "motion": played.clip.name,
        "from": motion_file,
        "character": name,
        "how": "performed" if result is None else str(result.how),
        "slip": None if result is None else result.slip,
        "penetration": None if result is None else result.penetration,
        "seconds": played.clip.duration,
        "file": str(target),
    }


def _sentence(facts: dict) -> str:
    text = f"{facts['motion']} on {facts['character']}: {facts['how']}, {facts['seconds']:.2f} s"
    if facts["slip"] is not None:
        slip, depth = 100 * facts["slip"], 100 * facts["penetration"]
        text += f", slip {slip:.2f} %, penetration {depth:.2f} % of its size"
    return f"{text} → {facts['file']}"
