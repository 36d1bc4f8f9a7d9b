"""`kinegraph doodle`: reads and performs a drawing and its lines."""

from pathlib import Path
from typing import Annotated

import typer


def doodle(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A doodle, .json.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help="File to write; its ending sets the kind: a motion file (.glb, .bvh, .usda, ...), "
            "a picture (.png) or a film (.gif, .mp4).",
            show_default=False,
        ),
    ] = None,
    fps: Annotated[float, typer.Option(help="Frames per second of the motion.")] = 60.0,
    creature: Annotated[
        str | None,
        typer.Option(
            metavar="CREATURE",
            help="Creature that performs instead: cast:NAME, seed:N, a .kinecreature plan or a "
            "character's file.",
            show_default=False,
        ),
    ] = None,
    props: Annotated[bool, typer.Option(help="Write boxes, balls and trees into a motion file.")] = True,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print everything that was recognised, as JSON.")
    ] = False,
) -> None:
    """Perform a drawing: its lines define the motions, their places and their times.

    Without --output the command only prints what it recognised. A plain figure performs if no character was
    drawn, or none was recognised.
    """
    import json
    from dataclasses import replace

    from kinegraph.cli.doodle_output import (
        FILMS,
        PICTURES,
        check_fps,
        doodle_facts,
        print_doodle,
        write_doodle,
    )
    from kinegraph.cli.output import check_output
    from kinegraph.doodles.clip import read_doodle
    from kinegraph.doodles.file import load_doodle
    from kinegraph.doodles.sketch.proportions import Proportions
    from kinegraph.flows.perform_drawing import perform_drawing

    check_fps(fps)
    if out is not None:
        check_output(out, file, also=(*PICTURES, *FILMS))
    drawing = load_doodle(file)
    if creature is None:
        result, name = perform_drawing(drawing, fps, Proportions()), None
    else:
        from kinegraph.creatures.creature_source import load_creature
        from kinegraph.flows.doodle_to_creature import doodle_to_creature

        performer = load_creature(creature, skin=out is not None)
        read = read_doodle(drawing, Proportions())
        clip = doodle_to_creature(read.reading.pieces, performer, read.scene, fps=fps, name=drawing.name)
        result, name = replace(read, character=performer.character, clip=clip), performer.character.name
    if out is not None:
        write_doodle(result, out, props=props, quiet=as_json)
    if as_json:
        typer.echo(json.dumps(doodle_facts(file, result, name, out), indent=2))
    else:
        print_doodle(result, name, out)
