"""`kinegraph creatures retarget`: a captured clip on a creature, as a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
    motion: Annotated[
        str | None, typer.Option(help="Motion to take from the file. Default: the first.", show_default=False)
    ] = None,
    frames: Annotated[
        str | None,
        typer.Option(metavar="A:B", help="Only the frames A to B - 1 of the clip.", show_default=False),
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option(help="Metres per unit, for formats that do not state it.", show_default=False),
    ] = None,
    fps: Annotated[float, typer.Option(min=1, max=240, help="Frames per second.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Retarget a clip to a creature; planted feet stay planted."""
    import json

    from kinegraph.core.scene import Scene
    from kinegraph.creatures.animation.motion_file import save_motion
    from kinegraph.creatures.animation.motion_schema import EXTENSION
    from kinegraph.creatures.binding.binding import bind
    from kinegraph.creatures.playing.play import play
    from kinegraph.creatures.retarget.feet_in_reach import bring_feet_into_reach
    from kinegraph.formats import save

    animation = _animation(clip, motion, frames, scale)
    keeps_motion = target.suffix.lower() == EXTENSION
    performer = _creature(creature, skin=not keeps_motion)
    bound = bind(animation, performer).play()
    if keeps_motion:
        save_motion(animation, target)
    else:
        fitted = bring_feet_into_reach(animation, performer)
        played = play(fitted, performer, fps=fps, seconds=animation.duration)
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


def _creature(words: str, *, skin: bool) -> "Creature":
    """The requested creature in a relaxed stance, whatever its bind pose is."""
    from kinegraph.batch.jobs.creature_source import load_creature
    from kinegraph.creatures.body.neutral_stance import relax_limbs

    return relax_limbs(load_creature(words, skin=skin))


def _keys(animation: "GeneralAnimation") -> list[int]:
    tracks = [track for channel in animation.channels for track in (channel.position, channel.rotation)]
    return [len(track.curve.times) for track in tracks if track is not None]


def _sentence(facts: dict) -> str:
    return (
        f"{facts['motion']} on {facts['creature']}: {facts['seconds']:.2f} s, "
        f"{len(facts['channels'])} channels, {facts['keys']} keys → {facts['file']}"
    )
