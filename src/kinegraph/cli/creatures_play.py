"""`kinegraph creatures play`: an animation on a creature, as a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kinegraph.creatures.animation.general_animation import GeneralAnimation


def play(
    animation: Annotated[
        str,
        typer.Argument(
            metavar="ANIMATION",
            help="Name of a shipped animation, or a .kinemotion file.",
            show_default=False,
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
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help="A .glb, .bvh or other motion file. Without it, only the binding is printed.",
            show_default=False,
        ),
    ] = None,
    variant: Annotated[int, typer.Option(min=0, help="Number of the variant: the limbs that take part.")] = 0,
    fps: Annotated[float, typer.Option(min=1, max=240, help="Frames per second.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play an animation on any creature."""
    import json

    from kinegraph.batch.jobs.creature_source import load_creature
    from kinegraph.core.scene import Scene
    from kinegraph.creatures.binding.binding import bind
    from kinegraph.creatures.playing.play import play as play_on
    from kinegraph.formats import save

    motion = load_animation(animation)
    performer = load_creature(creature, skin=target is not None)
    binding = bind(motion, performer)
    bound = binding.play(variant)
    facts = {
        "animation": motion.name,
        "creature": performer.character.name,
        "variant": variant,
        "variants": len(binding.variants),
        "seconds": motion.duration,
        "channels": {
            name: [performer.character.skeleton.names[body] for body in bodies]
            for name, bodies in bound.bodies.items()
        },
        "file": None if target is None else str(target),
    }
    if target is not None:
        clip = play_on(motion, performer, variant=variant, fps=fps)
        save(Scene(performer.character, clips=(clip,)), target)
    typer.echo(json.dumps(facts, indent=2) if as_json else _sentence(facts))


def _sentence(facts: dict) -> str:
    moved = "; ".join(f"{name}: {', '.join(bodies)}" for name, bodies in facts["channels"].items())
    text = (
        f"{facts['animation']} on {facts['creature']}, variant {facts['variant']} of {facts['variants']}, "
        f"{facts['seconds']:g} s ({moved})"
    )
    return text if facts["file"] is None else f"{text} → {facts['file']}"


def load_animation(words: str) -> "GeneralAnimation":
    """A shipped animation, or the one in a .kinemotion file."""
    from kinegraph.creatures.animation.motion_file import load_motion
    from kinegraph.creatures.animations import shipped_animation

    return load_motion(words) if words.lower().endswith(".kinemotion") else shipped_animation(words)
