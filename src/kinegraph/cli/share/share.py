"""`kinegraph share`: one HTML file that plays and can be performed, for sending to a friend."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kinegraph.cli.motion_source import CAST
from kinegraph.cli.options import AsJson, Motion, Scale


class PageKind(StrEnum):
    """Kinds of pages."""

    MOTION = "motion"
    SETS = "sets"
    CREATURE = "creature"


_SEED = "seed:"


def share(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN",
            help="A motion file, cast:NAME, a package (.kinepack), a document (.kine), a scene (.yaml), a "
            "doodle (.json), seed:N or a creature (.kinecreature).",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT", help="The page, .html.", show_default=False)
    ],
    kind: Annotated[
        PageKind | None,
        typer.Option(
            "--as",
            help="motion: plays; sets: the visitor performs the character; creature: walks to the clicked "
            "place. By default what the input is best for.",
            show_default=False,
        ),
    ] = None,
    motion: Motion = None,
    animations: Annotated[
        list[str] | None,
        typer.Option(
            "--animation",
            metavar="NAME",
            help="An animation for a creature: a shipped one or a .kinemotion file; may be repeated.",
            show_default=False,
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(help="Title of the page. Default: the name of what it shows.", show_default=False),
    ] = None,
    scale: Scale = None,
    as_json: AsJson = False,
) -> None:
    """Write a page to send to a friend: one file that needs no server and no network."""
    import json

    from kinegraph.cli.output import check_inputs_kept
    from kinegraph.cli.share.sources import creature_page, motion_page, sets_page
    from kinegraph.core.errors import FormatError, InvalidValue
    from kinegraph.share.page import save_page

    if out.suffix.lower() != ".html":
        raise InvalidValue(f"{out.name} must end in .html.")
    if not out.resolve().parent.is_dir():
        raise FormatError(out, f"the folder {out.parent} does not exist.")
    check_inputs_kept(out, source, *(animations or ()))
    kind = kind or _usual_kind(source, motion)
    if animations and kind is not PageKind.CREATURE:
        raise InvalidValue("--animation is for creatures: add --as creature.")
    if motion and kind is not PageKind.MOTION:
        raise InvalidValue("--motion is for pages that play a motion: add --as motion.")
    if kind is PageKind.MOTION:
        content = motion_page(source, motion, title, scale)
    elif kind is PageKind.SETS:
        content = sets_page(source, title)
    else:
        content = creature_page(source, animations, title)
    save_page(content, out)
    size = out.stat().st_size
    if as_json:
        facts = {"file": str(out), "kind": content.kind, "title": content.title, "bytes": size}
        typer.echo(json.dumps(facts, indent=2))
    else:
        typer.echo(f"{content.title}, {size / 1e6:.2f} MB → {out}")


def _usual_kind(source: str, motion: str | None) -> PageKind:
    from kinegraph.creatures.maker.plan_file import ENDING as PLAN_ENDING
    from kinegraph.perform.cast_sets import RIGGED
    from kinegraph.perform.files.package_schema import EXTENSION

    if motion is not None:
        return PageKind.MOTION
    if source.removeprefix(CAST) in RIGGED and source.startswith(CAST):
        return PageKind.SETS
    if source.lower().endswith(EXTENSION):
        return PageKind.SETS
    if source.startswith(_SEED) or source.lower().endswith(PLAN_ENDING):
        return PageKind.CREATURE
    return PageKind.MOTION
