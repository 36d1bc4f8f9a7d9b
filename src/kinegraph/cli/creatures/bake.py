"""`kinegraph creatures bake`: creatures and spatial rigs for games and web pages, as one `.kinelive` file."""

from pathlib import Path
from typing import Annotated

import typer

from kinegraph.cli.options import AsJson


def bake(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="CREATURE...",
            help="Creatures: cast:NAME, seed:N, a .kinecreature plan or a character's file. "
            "rig:NAME is a cast member with its spatial sets.",
            show_default=False,
        ),
    ],
    target: Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="The .kinelive file.")],
    animations: Annotated[
        list[str] | None,
        typer.Option(
            "--animation",
            metavar="NAME",
            help="A shipped animation or a .kinemotion file; may be repeated. Each becomes a layer set "
            "over the gait.",
        ),
    ] = None,
    style: Annotated[str, typer.Option(help="Gait styles, or a .kinegait file.")] = "plain",
    as_json: AsJson = False,
) -> None:
    """Bake creatures and spatial rigs for hosts without Python: games, web pages (see docs/runtime.md)."""
    import json

    from kinegraph.cli.creatures.walking import gait_from
    from kinegraph.cli.output import check_inputs_kept, check_output
    from kinegraph.core.errors import InvalidValue
    from kinegraph.creatures.animation.motion_file import load_motion
    from kinegraph.creatures.animations import shipped_animation
    from kinegraph.creatures.binding.binding import binds
    from kinegraph.creatures.creature_source import load_creature
    from kinegraph.perform.cast_sets import cast_rig
    from kinegraph.runtime.baked.bake import LayerChoice, LiveCreature, save_live

    if target.suffix != ".kinelive":
        raise InvalidValue(f"{target.name} must end in .kinelive.")
    check_output(target)
    check_inputs_kept(target, *sources)
    wanted = [load_motion(Path(each)) if each.endswith(".kinemotion") else shipped_animation(each)
              for each in animations or ()]  # fmt: skip
    gait, creatures, rigs, left_out = gait_from(style), [], [], {}
    for source in sources:
        if source.startswith("rig:"):
            rigs.append(cast_rig(source.removeprefix("rig:")))
            continue
        creature = load_creature(source)
        fitting = [each for each in wanted if binds(each, creature)]
        missing = [each.name for each in wanted if each not in fitting]
        if missing:
            left_out[creature.character.name] = missing
        sets = {"walk": LayerChoice((), style)}
        sets |= {each.name: LayerChoice(((each, 0),), style) for each in fitting}
        creatures.append(LiveCreature(creature, sets, {style: gait}))
    save_live(target, creatures, rigs)
    facts = {
        "file": str(target),
        "bytes": target.stat().st_size,
        "creatures": [each.creature.character.name for each in creatures],
        "rigs": [each.character.name for each in rigs],
        "left_out": left_out,
    }
    names = ", ".join([*facts["creatures"], *facts["rigs"]])
    for name, missing in left_out.items():
        typer.echo(f"{name} cannot play {', '.join(missing)}; the file has the other animations.", err=True)
    typer.echo(
        json.dumps(facts, indent=2) if as_json else f"{names}, {facts['bytes'] / 1000:.0f} kB → {target}"
    )
