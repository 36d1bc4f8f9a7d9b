"""`kinegraph creatures pack`: creatures for a game, as glTF files with a manifest."""

from pathlib import Path
from typing import Annotated

import typer

from kinegraph.cli.options import AsJson


def pack(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAN...",
            help="Creatures: cast:NAME, seed:N, a .kinecreature plan or a character's file.",
            show_default=False,
        ),
    ],
    folder: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder to write into.", show_default=False)
    ],
    animations: Annotated[
        list[str] | None,
        typer.Option(
            "--animation",
            metavar="NAME",
            help="A shipped animation or a .kinemotion file; may be repeated.",
            show_default=False,
        ),
    ] = None,
    speeds: Annotated[str, typer.Option("--speed", metavar="A,B", help="Speeds of walks in m/s.")] = "0.5,1",
    directions: Annotated[
        str,
        typer.Option("--direction", metavar="A,B", help="Directions in degrees: 0 ahead, 90 to the left."),
    ] = "0",
    style: Annotated[str, typer.Option(help="Gait styles, or a .kinegait file.")] = "plain",
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Walk on the spot, without root motion.")
    ] = False,
    fps: Annotated[float, typer.Option(min=1, max=240, help="Frames per second.")] = 30.0,
    details: Annotated[
        str,
        typer.Option("--detail", metavar="A,B", help="Levels of detail: shares of the triangles."),
    ] = "0.5,0.25",
    as_json: AsJson = False,
) -> None:
    """Pack creatures for a game: skins in levels of detail, looping walks, animations and events.

    docs/game-packs.md describes the files.
    """
    from kinegraph.cli.creatures.play import load_animation
    from kinegraph.cli.creatures.walking import gait_from, numbers_from
    from kinegraph.core.errors import FormatError
    from kinegraph.creatures.creature_source import load_creature
    from kinegraph.creatures.pack.clips import Walk
    from kinegraph.creatures.pack.game_pack import PackChoice, write_pack
    from kinegraph.formats.text.json import encode_json

    if folder.exists() and not folder.is_dir():
        raise FormatError(folder, "is a file, not a folder.")
    if not folder.resolve().parent.is_dir():
        raise FormatError(folder, f"the folder {folder.parent} does not exist.")
    fast, ways = numbers_from("--speed", speeds), numbers_from("--direction", directions)
    choice = PackChoice(
        tuple(map(load_animation, animations or ())),
        tuple(Walk(speed, way) for speed in fast for way in ways),
        gait_from(style),
        fps,
        not in_place,
        tuple(numbers_from("--detail", details)) if details.strip() else (),
    )
    manifest = write_pack([load_creature(each) for each in sources], folder, choice)
    if as_json:
        typer.echo(encode_json(manifest).decode())
        return
    for each in manifest.creatures:
        levels = ", ".join(str(level.triangles) for level in each.details)
        typer.echo(f"{each.name}: {len(each.clips)} clips, {levels} triangles → {folder / each.file}")
        if each.left_out:
            typer.echo(f"{each.name} cannot play {', '.join(each.left_out)}.", err=True)
