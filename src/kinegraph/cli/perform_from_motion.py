"""`kinegraph perform from-motion`: makes a set for performing of a motion's most important poses."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.options import AsJson, Frames, Motion, Scale
from kinegraph.core.errors import FormatError, InvalidValue

if TYPE_CHECKING:
    from kinegraph.flows.motion_to_set import MotionAsSet


def from_motion(
    file: Annotated[str, typer.Argument(metavar="IN", help="A motion file, a .kine document, or cast:NAME.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help="Package to write (.kinepack): the character, the set, and the path that plays the motion.",
        ),
    ] = None,
    count: Annotated[int, typer.Option(help="Most poses.")] = 9,
    dimensions: Annotated[
        int, typer.Option(help="2 places the poses in a plane, for a mouse; 3 in space.")
    ] = 2,
    travel: Annotated[
        bool,
        typer.Option("--travel", help="Keep the travel over the ground; by default it is removed."),
    ] = False,
    frames: Frames = None,
    fps: Annotated[float | None, typer.Option(help="Frames per second, instead of the file's own.")] = None,
    motion: Motion = None,
    scale: Scale = None,
    as_json: AsJson = False,
) -> None:
    """Make a set of a motion's most important poses, to perform with.

    Moving along the path through the poses plays the motion again; moving anywhere else plays new motion in
    its style.
    """
    from rich.console import Console

    from kinegraph.perform.files.package_schema import EXTENSION

    if out is not None and out.suffix.lower() != EXTENSION:
        raise FormatError(out, f"a set is written as a package; choose a name that ends in {EXTENSION}.")
    if out is not None and not out.resolve().parent.is_dir():
        raise FormatError(out, f"the folder {out.parent} does not exist.")
    console = Console(stderr=True, quiet=as_json)
    with console.status("Choosing and placing poses ..."):
        made = _make(file, motion, scale, frames, fps, count, dimensions, in_place=not travel)
    if out is not None:
        from kinegraph.perform.files.package import Package, save_package

        name = f"{made.made.set.name} performed"
        save_package(Package(made.performance.rig, {name: made.performance}), out)
    facts = _facts(file, made, out)
    if as_json:
        import json

        typer.echo(json.dumps(facts, indent=2))
        return
    kept = f" → {out}" if out is not None else ""
    typer.echo(
        f"{facts['poses']} poses of {facts['frames']} frames{kept}\n"
        f"error {1e3 * facts['error_m']:.1f} mm (RMS), largest {1e3 * facts['largest_error_m']:.1f} mm, "
        f"{facts['largest_error_joint']}\n"
        f"longest step of the hand: {facts['longest_step']:.1f} times the median step"
    )


def _make(
    file: str,
    motion: str | None,
    scale: float | None,
    frames: str | None,
    fps: float | None,
    count: int,
    dimensions: int,
    *,
    in_place: bool,
) -> "MotionAsSet":
    from kinegraph.batch.jobs.motion_choice import clip_of, frame_range, unknown_motion
    from kinegraph.cli.motion_source import scene_from
    from kinegraph.core.resample import resample
    from kinegraph.flows.motion_to_set import motion_to_set

    if count < 2:
        raise InvalidValue(f"--count {count}: a set needs at least 2 poses.")
    scene = scene_from(file, scale, motion=motion)
    clip = clip_of(scene, motion)
    if clip is None and motion is not None:
        raise unknown_motion(scene, motion)
    if clip is None or scene.character is None:
        raise InvalidValue(f"{file}: contains no motion of a skeleton.")
    clip = clip.frames(*frame_range("--frames", frames, len(clip)))
    clip = clip if fps is None else resample(clip, fps)
    return motion_to_set(scene.character, clip, count, dimensions=dimensions, in_place=in_place)


def _facts(file: str, made: "MotionAsSet", out: Path | None) -> dict[str, Any]:
    worst = made.error.worst
    return {
        "motion": file,
        "set": made.made.set.name,
        "frames": len(made.made.misses),
        "poses": len(made.made.frames),
        "pose_frames": made.made.frames.tolist(),
        "error_m": made.made.error,
        "largest_error_m": float(worst.largest),
        "largest_error_joint": worst.joint,
        "longest_step": made.made.longest_step,
        "file": None if out is None else str(out),
    }
