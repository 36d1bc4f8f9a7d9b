"""`kinegraph keys`: dense motion is reduced to the keyframes an animator would set."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinegraph.batch.jobs.key_options import KeyOptions
from kinegraph.batch.jobs.motion_choice import frame_range
from kinegraph.cli.motion_source import scene_from
from kinegraph.core.errors import InvalidValue

if TYPE_CHECKING:
    from kinegraph.batch.jobs.take import Take

_how_many = partial(typer.Option, rich_help_panel="How many keys")
_which = partial(typer.Option, rich_help_panel="Which frames")
_where = partial(typer.Option, rich_help_panel="Input and output")


def keys(
    file: Annotated[
        str,
        typer.Argument(
            metavar="IN",
            help="A motion file, a .kine document, or cast:NAME. Write ./compare for a file called compare.",
        ),
    ],
    out: Annotated[
        Path | None,
        _where("-o", "--output", metavar="OUT", help="File to write; its ending sets the format."),
    ] = None,
    count: Annotated[int | None, _how_many(help="Set this many keys.")] = None,
    keep: Annotated[str | None, _how_many(metavar="PERCENT", help="Keep this share of the frames.")] = None,
    accuracy: Annotated[
        str | None,
        _how_many(
            metavar="P",
            help="Largest error, in % of the largest distance between two poses: one value for the last "
            "layer, or one for each layer (20,20,1).",
        ),
    ] = None,
    max_error: Annotated[
        float | None,
        _how_many(metavar="MM", help="Add keys until no joint plays farther from the original than this."),
    ] = None,
    significance: Annotated[
        str | None, _how_many(metavar="P", help="Improvement in % that each further key must bring (10).")
    ] = None,
    leading: Annotated[
        str | None, _which(metavar="J,J", help="Joints that keyposes follow. Default: a proposal.")
    ] = None,
    joints: Annotated[
        str | None, _which(metavar="J,J", help="Joints that distinguish poses. Default: all that matter.")
    ] = None,
    objective: Annotated[
        str | None,
        _which(metavar="NAME", help="One objective instead of the layers, or your own as module:function."),
    ] = None,
    space: Annotated[
        str,
        _which(
            metavar="positions|channels",
            help="How poses are compared: by joint positions, or (for motion that was keyed) by channels.",
        ),
    ] = "positions",
    fix: Annotated[str | None, _which(metavar="F,F", help="Frames that must be keys.")] = None,
    forbid: Annotated[str | None, _which(metavar="F,F", help="Frames that must not be keys.")] = None,
    gap: Annotated[int, _which(metavar="N", help="Smallest distance between two keys, in frames.")] = 1,
    frames: Annotated[
        str | None,
        _which("--frames", "--range", metavar="A:B", help="Only frames A to B-1; either may be left out."),
    ] = None,
    grid: Annotated[
        float | None, _which(metavar="FPS", help="Set keys only on the frames of this rate, such as 24.")
    ] = None,
    weights: Annotated[
        str | None, _which(metavar="J=W,...", help="What joints count (1): Head=2,LThumb=0.2.")
    ] = None,
    calibration: Annotated[
        bool, _which("--calibration", help="Keep a calibration pose at the start or end of a capture.")
    ] = False,
    smooth: Annotated[
        bool, _which("--smooth", help="Remove the capture's noise first; contacts and extremes stay.")
    ] = False,
    in_place: Annotated[
        bool,
        _which(
            "--in-place", help="With --range: write all of the motion, the keys in place of those frames."
        ),
    ] = False,
    detail: Annotated[bool, _which("--detail", help="Add a fourth layer for detail.")] = False,
    contacts: Annotated[
        bool, _which(help="Set keys where feet land and lift off; keep planted feet still.")
    ] = True,
    thin: Annotated[
        bool,
        _which("--thin", help="Remove keys that single curves do not need; the largest error stays."),
    ] = False,
    fit: Annotated[str, _where(metavar="preview|final", help="Quality of the curve fit.")] = "final",
    refine: Annotated[
        bool, _which(help="Move keys to where the curves play closest to the original.")
    ] = True,
    rotation: Annotated[
        str,
        _where(
            metavar="auto|rig|quaternion|ORDER",
            help="How rotations are keyed: auto, as the file's curves (rig), or one for all, as XYZ.",
        ),
    ] = "auto",
    alike: Annotated[
        list[Path] | None,
        _where(
            "--alike",
            metavar="FILE",
            help="A further motion of the character, with the same rotation modes; may be given again.",
        ),
    ] = None,
    onto: Annotated[
        str | None, _where(metavar="RIG", help="Key the motion on the rig of this file, or on cast:NAME.")
    ] = None,
    mapping: Annotated[
        Path | None,
        _where(
            metavar="FILE", help="Which joints of RIG follow which; `keys map` writes one. Default: a guess."
        ),
    ] = None,
    motion: Annotated[str | None, _where(help="Name of the motion, if there are several.")] = None,
    scale: Annotated[float | None, _where(help="Metres per unit, for formats that do not state it.")] = None,
    report: Annotated[
        Path | None, _where(metavar="DIR", help="Folder for a report with pictures and tables.")
    ] = None,
    as_json: Annotated[bool, _where("--json", help="Print JSON.")] = False,
) -> None:
    """Reduce dense motion to the keyframes an animator would set, with curves between them.

    By default the motion determines the number of keys.
    Edit the result in Blender (.blend), in the studio (.kine) or elsewhere.
    """
    options = KeyOptions(
        count,
        keep,
        accuracy,
        significance,
        leading,
        joints,
        objective,
        space,
        fix,
        forbid,
        gap,
        detail,
        contacts,
        max_error,
        rotation,
        grid,
        weights,
        calibration,
        smooth,
        thin,
    )
    options.check()
    if objective is not None and ":" in objective:
        from kinegraph.keys.selection.imported_objective import import_objective

        import_objective(objective)
    _check_targets(file, out, report, fit)
    if mapping is not None and onto is None:
        raise InvalidValue("--mapping is for --onto RIG; give both.")
    if in_place and (frames is None or out is None or out.suffix.lower() == ".kine"):
        raise InvalidValue("--in-place needs --range A:B, and -o OUT with an ending other than .kine.")
    if in_place and thin:
        raise InvalidValue("--in-place needs whole poses, and --thin takes keys from them; give one of them.")
    others = tuple(alike or ())
    if others and rotation.lower() != "auto":
        raise InvalidValue(
            f"--alike chooses rotations by several motions, and --rotation {rotation} names them."
        )
    order = _Order(
        file, motion, scale, frames, fit, refine, out, report, as_json, onto, mapping, in_place, others
    )
    _run(order, options)


@dataclass(frozen=True)
class _Order:
    """Input and output as requested."""

    file: str
    motion: str | None
    scale: float | None
    frames: str | None
    fit: str
    refine: bool
    out: Path | None
    report: Path | None
    as_json: bool
    onto: str | None = None
    mapping: Path | None = None
    in_place: bool = False
    alike: tuple[Path, ...] = ()


def take_from(file: str, motion: str | None, scale: float | None) -> "Take":
    """The motion of a file; raises an error for markers and for characters without motion."""
    from kinegraph.batch.jobs.take import take_of_scene

    return take_of_scene(scene_from(file, scale, motion=motion), file, motion)


def _run(order: _Order, options: KeyOptions) -> None:
    from rich.console import Console
    from rich.markup import escape

    from kinegraph.batch.jobs.key_summary import KeySummary
    from kinegraph.cli.keys_summary import Remaining, print_summary
    from kinegraph.keys.choices import choose_keys
    from kinegraph.keys.keyed_motion import key_motion

    console = Console(stderr=True, quiet=order.as_json)
    with console.status(f"Reading {escape(order.file)} ..."):
        take = take_from(order.file, order.motion, order.scale)
        for other in order.alike:
            from kinegraph.batch.jobs.take import with_alike

            take = with_alike(take, take_from(str(other), None, order.scale), str(other))
        if order.onto is not None:
            from kinegraph.batch.jobs.onto_rig import take_onto_rig

            take = take_onto_rig(take, scene_from(order.onto, moving=False), order.onto, order.mapping)
    start, stop = frame_range("--range", order.frames, len(take.clip))
    if stop - start < 2:
        asked = f"--range {order.frames}" if order.frames else order.file
        raise InvalidValue(f"{asked}: keys need at least two frames; there is one.")
    settings = options.settings((start, stop - 1), whole=order.frames is None)
    with console.status("Choosing keys ...") as status:
        shown = Remaining(status.update)
        choices = choose_keys(
            take.clip,
            settings,
            take.character.contacts,
            progress=shown.tell("Choosing keys"),
            rotation_modes=options.rotation_modes(take, order.onto is not None),
        )
        count, remarks = options.wanted(choices)
        status.update("Fitting curves ...")
        if options.count is None and options.keep is None:
            count = None  # the automatic choice, which adds keys until it plays as close as promised
        result = key_motion(
            choices,
            count,
            order.fit,
            refine=order.refine,
            progress=shown.tell("Fitting curves"),
        )
        result, thinned = options.thinned(choices, result)
    notes = (*take.notes, *choices.notes, *remarks, *result.notes, *thinned)
    summary = KeySummary(order.file, choices, result, order.out, order.report, notes)
    if order.out is not None:
        from kinegraph.cli.keys_output import write_keys

        with console.status(f"Writing {escape(order.out.name)} ..."):
            source = order.onto or (order.file if order.scale is None else None)
            whole = take.clip if order.in_place else None
            losses = write_keys(order.out, take.character, choices, result, source, whole)
        summary = replace(summary, notes=(*notes, *losses))
    if order.report is not None:
        from kinegraph.keys.report import write_report

        with console.status("Drawing the report ..."):
            write_report(order.report, take.character, choices, result, summary.sentence)
    if order.as_json:
        import json

        typer.echo(json.dumps(summary.facts, indent=2))
    else:
        print_summary(summary)


def _check_targets(file: str, out: Path | None, report: Path | None, fit: str) -> None:
    """Raises an error if a result cannot be written, before the work is done."""
    from kinegraph.keys.curves.fit import FitMethod, UnknownFit

    if fit not in tuple(FitMethod):
        raise UnknownFit(fit, [method.value for method in FitMethod])
    if out is not None:
        from kinegraph.cli.output import DOCUMENT, check_output

        check_output(out, Path(file), also=(DOCUMENT,))
    if report is not None:
        from kinegraph.core.files.report_folder import check_report_folder
        from kinegraph.keys.report import MAKER

        check_report_folder(report, MAKER)
