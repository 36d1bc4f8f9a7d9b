"""`kinegraph creatures cycle`: looping walk cycles of a creature, by speed and direction."""

from pathlib import Path
from typing import Annotated

import typer

from kinegraph.cli.options import AsJson


def cycle(
    creature: Annotated[
        str,
        typer.Argument(
            metavar="CREATURE",
            help="cast:NAME, seed:N, a .kinecreature plan or a character's file.",
            show_default=False,
        ),
    ],
    target: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="OUT", help="A .glb or other motion file with a clip for each walk."
        ),
    ],
    speeds: Annotated[str, typer.Option("--speed", metavar="A,B", help="Speeds in m/s.")] = "1",
    directions: Annotated[
        str,
        typer.Option("--direction", metavar="A,B", help="Directions in degrees: 0 ahead, 90 to the left."),
    ] = "0",
    turn: Annotated[float, typer.Option(help="Turn to the left in degrees per second.")] = 0.0,
    style: Annotated[str, typer.Option(help="Gait styles, or a .kinegait file.")] = "plain",
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Walk on the spot, without root motion.")
    ] = False,
    fps: Annotated[float, typer.Option(min=1, max=240, help="Frames per second.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Bake walks that loop exactly: the last frame is the first again."""
    import json
    import math

    from kinegraph.cli.creatures.walking import gait_from, numbers_from
    from kinegraph.cli.output import check_inputs_kept, check_output
    from kinegraph.core.scene import Scene
    from kinegraph.creatures.creature_source import load_creature
    from kinegraph.creatures.playing.walk_cycle import walk_cycle
    from kinegraph.formats import save

    check_output(target)
    check_inputs_kept(target, creature, style)
    fast, ways = numbers_from("--speed", speeds), numbers_from("--direction", directions)
    gait, performer = gait_from(style), load_creature(creature)
    made = [
        walk_cycle(
            performer,
            speed,
            direction=math.radians(way),
            turn=math.radians(turn),
            style=gait,
            fps=fps,
            root_motion=not in_place,
        )
        for speed in fast
        for way in ways
    ]
    save(Scene(performer.character, clips=tuple(each.clip for each in made)), target)
    facts = {
        "file": str(target),
        "creature": performer.character.name,
        "walks": [
            {
                "name": each.clip.name,
                "seconds": each.clip.duration,
                "frames": len(each.clip) - 1,
                "cycles": each.cycles,
                "stride_m": each.stride,
                "seam": each.seam,
            }
            for each in made
        ],
    }
    listed = "; ".join(f"{walk['name']}: {walk['seconds']:.2f} s" for walk in facts["walks"])
    typer.echo(json.dumps(facts, indent=2) if as_json else f"{facts['creature']}, {listed} → {target}")
