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
            metavar="ANIMATION", help="A shipped one by name, or a .kinemotion file.", show_default=False
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
            help="A .glb, .bvh or other motion file. Left out: tells how it binds.",
            show_default=False,
        ),
    ] = None,
    variant: Annotated[int, typer.Option(min=0, help="Which of the ways in which it can play.")] = 0,
    fps: Annotated[float, typer.Option(min=1, max=240, help="Frames per second.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was played, as JSON.")] = False,
) -> None:
    """Play an animation on any creature."""
    import json

    from kinegraph.cli.creature_source import creature_named
    from kinegraph.core.scene import Scene
    from kinegraph.creatures.binding.binding import bind
    from kinegraph.creatures.playing.play import play as played
    from kinegraph.formats import save

    motion = animation_named(animation)
    who = creature_named(creature, skin=target is not None)
    binding = bind(motion, who)
    bound = binding.play(variant)
    facts = {
        "animation": motion.name,
        "creature": who.character.name,
        "variant": variant,
        "variants": len(binding.variants),
        "seconds": motion.duration,
        "channels": {
            name: [who.character.skeleton.names[body] for body in bodies]
            for name, bodies in bound.bodies.items()
        },
        "file": None if target is None else str(target),
    }
    if target is not None:
        clip = played(motion, who, variant=variant, fps=fps)
        save(Scene(who.character, clips=(clip,)), target)
    typer.echo(json.dumps(facts, indent=2) if as_json else _sentence(facts))


def _sentence(facts: dict) -> str:
    moved = "; ".join(f"{name}: {', '.join(bodies)}" for name, bodies in facts["channels"].items())
    told = (
        f"{facts['animation']} on {facts['creature']}, variant {facts['variant']} of {facts['variants']}, "
        f"{facts['seconds']:g} s ({moved})"
    )
    return told if facts["file"] is None else f"{told} → {facts['file']}"


def animation_named(words: str) -> "GeneralAnimation":
    """A shipped animation, or the one in a .kinemotion file."""
    from kinegraph.creatures.animation.motion_file import load_motion
    from kinegraph.creatures.animations import shipped_animation

    return load_motion(words) if words.lower().endswith(".kinemotion") else shipped_animation(words)
