"""`kinegraph perform compare`: how well spatial keys imitate a motion, by manipulator, axis and kernel."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.options import AsJson, Motion
from kinegraph.core.errors import InvalidValue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kinegraph.core.clip import Clip
    from kinegraph.core.skeleton import Skeleton
    from kinegraph.perform.performances.compare_motion import MotionComparison
    from kinegraph.perform.performances.performance import Performance

_SCRIPTS = (".yaml", ".yml")
_SAME_LENGTH = 1e-4  # bones may differ by this much [m]: files round


def compare(
    original: Annotated[str, typer.Argument(metavar="ORIGINAL", help="A motion file, or cast:NAME.")],
    imitation: Annotated[
        str,
        typer.Argument(
            metavar="IMITATION",
            help="A script or a package, which is performed with every kernel; or a motion file.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FIGURE", help="Figure of the errors to write (.png, .svg, .pdf)."
        ),
    ] = None,
    character: Annotated[
        str | None, typer.Option(help="Character of a script, or performance of a package.")
    ] = None,
    motion: Motion = None,
    degree: Annotated[
        int | None,
        typer.Option(
            help="Degree of the polynomial in all kernels: -1 (none), 0 or 1. Default: that of each set."
        ),
    ] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            metavar="JOINT=DEG",
            help="Range of a joint's angles: head=90, or head=60,90,40 about x, y, z. Can be repeated. "
            "Default: 180.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare an imitation with its original: positions and angles, per manipulator and axis.

    Position errors are in % of the original's coordinate, angle errors in % of the joint's range, as Choi,
    You and Noh measure them.
    """
    from rich.console import Console

    from kinegraph.cli.keys_compare import check_figure

    check_figure(out)
    if degree is not None and degree not in (-1, 0, 1):
        raise InvalidValue(f"--degree {degree}: it must be -1, 0 or 1.")
    console = Console(stderr=True, quiet=as_json)
    with console.status("Comparing ..."):
        table = _compare(original, imitation, motion, character, degree, read_ranges(ranges or []))
    if out is not None:
        from kinegraph.core.files.whole import whole_file
        from kinegraph.perform.performances.kernel_chart import draw_kernel_table

        with whole_file(out) as place:
            draw_kernel_table({Path(imitation).name: table}, place)  # type: ignore[dict-item]
    if as_json:
        import json

        typer.echo(json.dumps(_facts(original, imitation, table, out), indent=2))
    else:
        _print(table, out, bool(ranges))


def read_ranges(given: list[str]) -> "dict[str, tuple[float, ...]]":
    """The ranges of joints' angles [rad] as they are given on the command line."""
    from math import radians

    ranges: dict[str, tuple[float, ...]] = {}
    for each in given:
        joint, _, values = each.rpartition("=")
        try:
            degrees = tuple(float(value) for value in values.split(","))
        except ValueError:
            degrees = ()
        if not joint or len(degrees) not in (1, 3) or not all(0.0 < value <= 36_000.0 for value in degrees):
            raise InvalidValue(
                f"--range {each}: give a joint and its range in degrees, such as head=90 or head=60,90,40."
            )
        ranges[joint] = tuple(radians(value) for value in degrees) * (3 if len(degrees) == 1 else 1)
    return ranges


def _compare(
    original: str,
    imitation: str,
    motion: str | None,
    character: str | None,
    degree: int | None,
    ranges: "dict[str, tuple[float, ...]]",
) -> "dict[str, MotionComparison]":
    """A comparison for each kernel, or one for a motion file."""
    from kinegraph.core.resample import resample
    from kinegraph.perform.performances.compare_motion import compare_motion, kernel_table

    model = _clip(original, motion)
    performance = performance_of_file(imitation, character)
    if performance is not None:
        model = _on_skeleton(model, performance.rig.character.skeleton, original)
        _refuse_unknown(ranges, model.skeleton)
        model = _cut_to_performance(model, performance)
        found = kernel_table(performance, model, degree=degree, ranges=ranges)
        return {str(function): comparison for function, comparison in found.items()}
    copy = _on_skeleton(_clip(imitation, None), model.skeleton, imitation)
    if copy.fps != model.fps and len(copy) > 1:
        copy = resample(copy, model.fps)
    _refuse_unknown(ranges, model.skeleton)
    return {"as it is": compare_motion(model, copy, ranges=ranges)}


def _refuse_unknown(joints: "Iterable[str]", skeleton: "Skeleton") -> None:
    for joint in joints:
        skeleton.index(joint)


def _clip(file: str, motion: str | None) -> "Clip":
    from kinegraph.batch.jobs.motion_choice import clip_of, unknown_motion
    from kinegraph.cli.motion_source import scene_from

    scene = scene_from(file, motion=motion)
    clip = clip_of(scene, motion)
    if clip is None and motion is not None:
        raise unknown_motion(scene, motion)
    if clip is None:
        raise InvalidValue(f"{file}: contains no motion of a skeleton.")
    return clip


def performance_of_file(file: str, which: str | None) -> "Performance | None":
    """The performance of a script or a package; None for any other file."""
    from kinegraph.perform.files.package_schema import EXTENSION

    suffix = Path(file).suffix.lower()
    if suffix in _SCRIPTS:
        from kinegraph.perform.files.play_script import play_script
        from kinegraph.perform.files.script_reading import load_script

        script = load_script(file)
        name = which or _only([each.name for each in script.performers], file, "characters")
        script.performer(name)
        return next(each.performance for each in play_script(script) if each.performer.name == name)
    if suffix == EXTENSION:
        from kinegraph.perform.files.package_reading import load_package

        package = load_package(file)
        return package.performance(which or _only(list(package.performances), file, "performances"))
    return None


def _only(names: list[str], file: str, what: str) -> str:
    if len(names) != 1:
        found = ", ".join(names) or "none"
        raise InvalidValue(f"{file} has {len(names)} {what} ({found}); choose one with --character.")
    return names[0]


def _cut_to_performance(original: "Clip", performance: "Performance") -> "Clip":
    """The original, cut to the length of the performance."""
    frames = int(performance.duration * original.fps + 1e-6) + 1
    return original.frames(0, frames) if frames < len(original) else original


def _on_skeleton(clip: "Clip", skeleton: "Skeleton", file: str) -> "Clip":
    """The clip on a skeleton that differs from its own only by rounding."""
    import numpy as np

    from kinegraph.core.clip import Clip

    own = clip.skeleton
    if own == skeleton:
        return clip
    if own.names == skeleton.names and np.array_equal(own.parents, skeleton.parents):
        near = np.abs(own.offsets - skeleton.offsets)[1:].max(initial=0.0) < _SAME_LENGTH
        turned = 1.0 - np.abs((own.rest_rotations * skeleton.rest_rotations).sum(axis=1))
        if near and turned.max() < _SAME_LENGTH:
            return Clip(
                skeleton, clip.fps, clip.root_translations, clip.rotations, clip.translations, clip.name
            )
    raise InvalidValue(f"{file} does not move the same skeleton as the other motion.")


def _facts(
    original: str, imitation: str, table: "dict[str, MotionComparison]", out: Path | None
) -> dict[str, Any]:
    from kinegraph.perform.performances.compare_motion import ANGLE, AXES, POSITION

    def errors(found: "MotionComparison") -> list[dict[str, Any]]:
        return [
            {
                "manipulator": error.manipulator.target,
                "kind": str(error.manipulator.kind),
                "quantity": error.quantity,
                "percent": {
                    axis: float(percent) if used else None
                    for axis, percent, used in zip(AXES, error.percent, error.used, strict=True)
                },
                "mean": dict(zip(AXES, error.mean.tolist(), strict=True)),
                "frames_used": dict(zip(AXES, error.used.tolist(), strict=True)),
            }
            for error in found.errors
        ]

    return {
        "original": original,
        "imitation": imitation,
        "frames": next(iter(table.values())).frames,
        "kernels": {
            name: {
                "position_percent": found.mean_percent(POSITION),
                "position_mean_m": found.mean_error(POSITION),
                "angle_percent": found.mean_percent(ANGLE),
                "angle_mean_rad": found.mean_error(ANGLE),
                "manipulators": errors(found),
            }
            for name, found in table.items()
        },
        "figure": None if out is None else str(out),
    }


def _print(table: "dict[str, MotionComparison]", out: Path | None, own_ranges: bool) -> None:
    from rich.console import Console

    print_errors(table, own_ranges)
    console = Console()
    console.print(f"{next(iter(table.values())).frames} frames", highlight=False)
    if out is not None:
        console.print(f"figure: {out}", markup=False, highlight=False)


def print_errors(table: "dict[str, MotionComparison]", own_ranges: bool = False) -> None:
    """Prints the errors of comparisons by name, by manipulator and axis.

    own_ranges: Whether angles are a percentage of given ranges.
    """
    from rich.console import Console
    from rich.table import Table

    from kinegraph.perform.performances.compare_motion import ANGLE, POSITION

    console = Console()
    first = next(iter(table.values()))
    for quantity, unit in (
        (POSITION, "positions, % of the original: x y z"),
        (ANGLE, f"angles, % of {'the range' if own_ranges else 'half a turn'}: x y z"),
    ):
        rows = [index for index, error in enumerate(first.errors) if error.quantity == quantity]
        if not rows:
            continue
        shown = Table(box=None, pad_edge=False, title=unit, title_justify="left")
        shown.add_column("manipulator", style="dim")
        for name in table:
            shown.add_column(name, justify="right", no_wrap=True)
        for index in rows:
            shown.add_row(first.errors[index].label, *(_cell(found, index) for found in table.values()))
        shown.add_row(
            "mean", *(f"{found.mean_percent(quantity):.1f}" for found in table.values()), style="bold"
        )
        console.print(shown)
        console.print()


def _cell(found: "MotionComparison", index: int) -> str:
    error = found.errors[index]
    pairs = zip(error.percent, error.used, strict=True)
    return " ".join(f"{percent:.1f}" if used else "-" for percent, used in pairs)
