"""`kinegraph doodle`: a drawing and its lines, read and performed."""

from pathlib import Path
from typing import Annotated

import typer


def doodle(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A doodle, .json.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            metavar="OUT",
            help="Where to write; the ending says what: a motion file (.glb, .bvh, .usda, ...), "
            "a picture (.png) or a film (.gif, .mp4).",
            show_default=False,
        ),
    ] = None,
    fps: Annotated[float, typer.Option(help="Frames per second of the motion.")] = 60.0,
    creature: Annotated[
        str | None,
        typer.Option(
            metavar="CREATURE",
            help="Who performs instead: cast:NAME, seed:N, a .kinecreature plan or a character's file.",
            show_default=False,
        ),
    ] = None,
    props: Annotated[bool, typer.Option(help="Whether boxes, balls and trees go into a motion file.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print all that was understood, as JSON.")] = False,
) -> None:
    """Bring a drawing to life: its lines say what it does, where and when.

    Without --out it is read and performed, and what was understood is told. Where nobody was drawn, or
    nobody that can be made out, a plain figure performs.
    """
    import json
    from dataclasses import replace

    from kinegraph.cli.doodle_output import check_out, checked_fps, doodle_facts, print_doodle, write_doodle
    from kinegraph.doodles.clip import perform_doodle, read_doodle
    from kinegraph.doodles.file import load_doodle
    from kinegraph.doodles.sketch.proportions import Proportions

    rate = checked_fps(fps)
    if out is not None:
        check_out(out, file)
    drawing = load_doodle(file)
    if creature is None:
        result, who = perform_doodle(drawing, rate, Proportions()), None
    else:
        from kinegraph.cli.creature_source import creature_named
        from kinegraph.flows.doodle_to_creature import doodle_to_creature

        performer = creature_named(creature, skin=out is not None)
        read = read_doodle(drawing, Proportions())
        clip = doodle_to_creature(read.reading.pieces, performer, read.scene, fps=rate, name=drawing.name)
        result, who = replace(read, character=performer.character, clip=clip), performer.character.name
    if out is not None:
        write_doodle(result, out, props=props, quiet=as_json)
    if as_json:
        typer.echo(json.dumps(doodle_facts(file, result, who, out), indent=2))
    else:
        print_doodle(result, who, out)
