"""`kinegraph keys map`: which joints of a rig follow which of a motion, as a table or a file to correct."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinegraph.cli.options import AsJson, Motion

if TYPE_CHECKING:
    from kinegraph.batch.jobs.onto_rig import RigMapping

_ENDINGS = (".yaml", ".yml")


def map_joints(
    file: Annotated[str, typer.Argument(metavar="IN", help="A motion file, as for `kinegraph keys`.")],
    rig: Annotated[str, typer.Argument(metavar="RIG", help="The file of the rig, or cast:NAME.")],
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT", help="A .yaml file to correct. Default: a table."),
    ] = None,
    motion: Motion = None,
    as_json: AsJson = False,
) -> None:
    """Show or write which joint of a rig follows which joint of a motion, for `kinegraph keys --onto`."""
    import json

    from kinegraph.batch.jobs.onto_rig import map_rig
    from kinegraph.characters.onto.mapping_file import save_mapping
    from kinegraph.cli.keys import take_from
    from kinegraph.cli.motion_source import scene_from
    from kinegraph.cli.output import check_inputs_kept
    from kinegraph.core.errors import FormatError

    if target is not None and target.suffix.lower() not in _ENDINGS:
        raise FormatError(target, "a mapping is written to a .yaml file.")
    if target is not None:
        check_inputs_kept(target, file, rig)
    mapped = map_rig(take_from(file, motion, None), scene_from(rig, moving=False), rig)
    source, skeleton = mapped.source.character.skeleton, mapped.target.character.skeleton
    if target is not None:
        save_mapping(mapped.mapping, source, skeleton, target)
    if as_json:
        pairs = {
            skeleton.names[pair.target]: {"follows": source.names[pair.source], "confidence": pair.confidence}
            for pair in mapped.mapping.pairs
        }
        typer.echo(json.dumps({"joints": pairs, "file": str(target or "")}, indent=2))
    elif target is not None:
        unsure = len(mapped.mapping.unsure)
        typer.echo(f"{len(mapped.mapping.pairs)} of {len(skeleton)} joints, {unsure} unsure → {target}")
    else:
        _print_table(mapped)


def _print_table(mapped: "RigMapping") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    source, skeleton = mapped.source.character.skeleton, mapped.target.character.skeleton
    pairs = {pair.target: pair for pair in mapped.mapping.pairs}
    table = Table("joint of the rig", "follows", "sure", box=None, pad_edge=False)
    for joint, name in enumerate(skeleton.names):
        pair = pairs.get(joint)
        follows = "" if pair is None else source.names[pair.source]
        table.add_row(Text(name), Text(follows), "" if pair is None else f"{100.0 * pair.confidence:.0f} %")
    Console(width=120).print(table)
