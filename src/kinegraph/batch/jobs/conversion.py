"""Changes that a scene can go through on its way from one format to another."""

from dataclasses import replace
from pathlib import Path

from kinegraph.core.errors import InvalidValue
from kinegraph.core.resample import resample
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.formats import format_of


def check_changes(fps: float | None, factor: float | None) -> None:
    """Raises an error for a rate or a factor that no motion can have."""
    for option, value, lowest, highest in (("--fps", fps, 0.001, 10_000.0), ("--factor", factor, 1e-6, 1e6)):
        if value is not None and not lowest <= value <= highest:
            raise InvalidValue(f"{option} {value:g}: it must be a number from {lowest:g} to {highest:g}.")


def change_scene(scene: Scene, fps: float | None, factor: float | None) -> Scene:
    """The scene scaled by a factor and resampled, where these are given.

    fps: Frames per second of all motions.
    """
    changed = scene if factor is None else scale_lengths(scene, factor)
    if fps is None:
        return changed
    return replace(
        changed,
        clips=tuple(resample(clip, fps) for clip in changed.clips),
        animations=tuple(replace(animation, fps=fps) for animation in changed.animations),
    )


def loss_notes(scene: Scene, target: Path) -> list[str]:
    """A note if the scene has several motions and the format holds one (its writer has an option for it)."""
    names = [repr(motion.name) for motion in (*scene.clips, *scene.animations)]
    if len(names) < 2 or "motion" not in format_of(target).write_options:
        return []
    return [
        f"A {target.suffix} file holds one motion: {names[0]} was written, {len(names) - 1} were left out."
    ]
