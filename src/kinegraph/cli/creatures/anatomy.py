"""`kinegraph creatures anatomy`: the guessed anatomy of a rig, as a file to correct."""

from pathlib import Path
from typing import Annotated

import typer

from kinegraph.cli.options import AsJson

_ENDINGS = (".yaml", ".yml")


def anatomy(
    rig: Annotated[
        Path,
        typer.Argument(metavar="RIG", help="A character's file (GLB, BVH, ...).", show_default=False),
    ],
    target: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="OUT", help="A .yaml file. Default: print the text.", show_default=False
        ),
    ] = None,
    given: Annotated[
        Path | None,
        typer.Option(
            "--check",
            metavar="FILE",
            help="Check a corrected file instead of writing one.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the anatomy of a rig: which joints are feet, hands, head, tail and spine, and its front."""
    import json

    from kinegraph.characters.anatomy.guess import guess_anatomy
    from kinegraph.characters.anatomy.roles_file import anatomy_text, save_anatomy
    from kinegraph.cli.output import check_inputs_kept
    from kinegraph.core.body import Cap
    from kinegraph.core.errors import FormatError
    from kinegraph.creatures.creature_source import load_creature, load_rig

    if target is not None and target.suffix.lower() not in _ENDINGS:
        raise FormatError(target, "an anatomy is written to a .yaml file.")
    if target is not None:
        check_inputs_kept(target, rig, given)
    scene, stance = load_rig(rig)
    notes = list(guess_anatomy(scene, stance).notes)
    if given is None and target is None and not as_json:
        typer.echo(anatomy_text(scene, stance), nl=False)
        return
    creature = load_creature(str(rig), anatomy=given)
    names = creature.character.skeleton.names
    facts = {
        "rig": scene.name,
        "feet": [names[leg.foot] for leg in creature.legs],
        "hands": [names[body] for body in creature.bodies_with(Cap.GRASPER)],
        "head": [names[body] for body in creature.bodies_with(Cap.HEAD)],
        "spine": [names[body] for body in creature.spine],
        "notes": notes if given is None else [],
        "file": str(given or target or ""),
    }
    if given is None and target is not None:
        save_anatomy(scene, target, stance)
    if as_json:
        typer.echo(json.dumps(facts, indent=2))
        return
    counts = ", ".join(f"{len(facts[role])} {role}" for role in ("feet", "hands", "spine"))
    typer.echo(f"{facts['rig']}: {counts} → {facts['file']}")
    for note in facts["notes"]:
        typer.echo(f"  {note}")
