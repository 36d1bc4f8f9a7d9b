"""`kinegraph creatures retarget`: a captured clip on a creature, as a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinegraph.cli.options import AsJson, Frames, Motion, Scale

if TYPE_CHECKING:
    from kinegraph.creatures.animation.general_animation import GeneralAnimation
    from kinegraph.creatures.body.creature import Creature


def retarget(
    clip: Annotated[
        str,
        typer.Argument(
            metavar="CLIP", help="A motion file (BVH, AMC, GLB, ...) or cast:NAME.", show_default=False
        ),
    ],
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
            "-o",
            "--output",
            metavar="OUT",
            help="A .glb, .bvh or other motion file, or .kinemotion: the animation itself, for editing.",
        ),
    ],
    motion: Motion = None,
    frames: Frames = None,
    scale: Scale = None,
    anatomy: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Corrected anatomy of CREATURE; `creatures anatomy` writes one.",
            show_default=False,
        ),
    ] = None,
    fps: Annotated[float, typer.Option(min=1, max=240, help="Frames per second.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Retarget a clip to a creature; planted feet stay planted."""
    import json
    from dataclasses import asdict

    from kinegraph.cli.output import check_inputs_kept
    from kinegraph.core.scene import Scene
    from kinegraph.creatures.animation.motion_file import save_motion
    from kinegraph.creatures.animation.motion_schema import EXTENSION
    from kinegraph.creatures.binding.binding import bind
    from kinegraph.creatures.retarget.fit_to_body import fit_to_body, play_fitted
    from kinegraph.creatures.retarget.quality import measure_quality
    from kinegraph.formats import save

    check_inputs_kept(target, clip, creature, anatomy)
    animation = _animation(clip, motion, frames, scale)
    keeps_motion = target.suffix.lower() == EXTENSION
    performer = _creature(creature, anatomy, skin=not keeps_motion)
    bound = bind(animation, performer).play()
    quality = None
    if keeps_motion:
        save_motion(animation, target)
    else:
        fitted = fit_to_body(animation, performer)
        played = play_fitted(fitted, performer, fps=fps)
        quality = asdict(measure_quality(played, performer, fitted))
        save(Scene(performer.character, clips=(played,)), target)
    facts = {
        "motion": animation.name,
        "creature": performer.character.name,
        "seconds": animation.duration,
        "keys": sum(_keys(animation)),
        "channels": {
            name: [performer.character.skeleton.names[body] for body in bodies]
            for name, bodies in bound.bodies.items()
        },
        "quality": quality,
        "file": str(target),
    }
    typer.echo(json.dumps(facts, indent=2) if as_json else _sentence(facts))


def _animation(file: str, motion: str | None, frames: str | None, scale: float | None) -> "GeneralAnimation":
    """A clip of a file, as an animation for any creature."""
    from kinegraph.batch.jobs.motion_choice import clip_of, frame_range, unknown_motion
    from kinegraph.cli.motion_source import scene_from
    from kinegraph.core.errors import FormatError
    from kinegraph.creatures.retarget.generalize_clip import generalize_clip

    scene = scene_from(file, scale, motion=motion)
    found = clip_of(scene, motion)
    if found is None and motion is not None:
        raise unknown_motion(scene, motion)
    if found is None or scene.character is None:
        raise FormatError(Path(file), "contains no motion of a character.")
    return generalize_clip(found.frames(*frame_range("--frames", frames, len(found))), scene.character)


def _creature(words: str, anatomy: Path | None, *, skin: bool) -> "Creature":
    """The requested creature in a relaxed stance, whatever its bind pose is."""
    from kinegraph.creatures.body.neutral_stance import relax_limbs
    from kinegraph.creatures.creature_source import load_creature

    return relax_limbs(load_creature(words, skin=skin, anatomy=anatomy))


def _keys(animation: "GeneralAnimation") -> list[int]:
    tracks = [track for channel in animation.channels for track in (channel.position, channel.rotation)]
    return [len(track.curve.times) for track in tracks if track is not None]


def _sentence(facts: dict) -> str:
    return (
        f"{facts['motion']} on {facts['creature']}: {facts['seconds']:.2f} s, "
        f"{len(facts['channels'])} channels, {facts['keys']} keys → {facts['file']}"
    )
