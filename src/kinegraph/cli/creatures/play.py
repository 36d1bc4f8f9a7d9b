"""`kinegraph creatures play`: an animation or a walk on a creature, as a file or a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.options import AsJson

if TYPE_CHECKING:
    from kinegraph.core.clip import Clip
    from kinegraph.creatures.animation.general_animation import GeneralAnimation
    from kinegraph.creatures.body.creature import Creature

WALK = "walk"
PICTURES = (".png", ".gif", ".mp4")


def play(
    animation: Annotated[
        str,
        typer.Argument(
            metavar="ANIMATION",
            help="Name of a shipped animation, a .kinemotion file, or walk for the gait alone.",
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
            help="A .glb, .bvh or other motion file, or .png, .gif, .mp4. Default: only print the binding.",
            show_default=False,
        ),
    ] = None,
    variant: Annotated[int, typer.Option(min=0, help="Number of the variant: the limbs that take part.")] = 0,
    fps: Annotated[float, typer.Option(min=1, max=240, help="Frames per second.")] = 60.0,
    speed: Annotated[
        float | None,
        typer.Option(
            help="Speed of the walk in m/s. Default: 0, or 1 along a path and for walk.", show_default=False
        ),
    ] = None,
    style: Annotated[
        str, typer.Option(help="Gait styles, such as lumber+limp or gallop/march, or a .kinegait file.")
    ] = "plain",
    path: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help='Walk along "x,z;x,z;..." or a file with x,z lines, in metres.',
            show_default=False,
        ),
    ] = None,
    targets: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="NAME=x,y,z",
            help="Place of an external target in metres.",
            show_default=False,
        ),
    ] = None,
    ground: Annotated[
        str,
        typer.Option(
            help="flat, bumps:HEIGHT,SIZE, stairs:RISE,RUN,COUNT, slope:DEGREES, or a file of heights."
        ),
    ] = "flat",
    seconds: Annotated[
        float | None,
        typer.Option(help="Length. Default: that of the animation or of the path.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play an animation on any creature, let it walk, or both."""
    import json
    import math

    from kinegraph.cli.creatures.walking import gait_from, ground_from, path_from, targets_from
    from kinegraph.cli.output import check_inputs_kept
    from kinegraph.core.errors import InvalidValue
    from kinegraph.creatures.creature_source import load_creature
    from kinegraph.creatures.playing.play import play as play_on

    for name, number in (("--speed", speed), ("--seconds", seconds)):
        if number is not None and not math.isfinite(number):
            raise InvalidValue(f"{name} needs a finite number, not {number:g}.")
    motion = None if animation == WALK else load_animation(animation)
    way = None if path is None else path_from(path)
    pace = speed if speed is not None else float(motion is None or way is not None)
    options: dict[str, Any] = {
        "style": gait_from(style),
        "targets": targets_from(targets or []),
        "ground": ground_from(ground),
        "seconds": seconds,
        "path": way,
    }
    options |= {"speed": pace} if way is not None else {"velocity": (0.0, pace)}
    if target is not None and not target.resolve().parent.is_dir():
        raise InvalidValue(f"{target}: the folder {target.parent} does not exist.")
    if target is not None:
        check_inputs_kept(target, animation, creature, style, path, ground)
    performer = load_creature(creature, skin=target is not None)
    facts = _facts(motion, performer, variant)
    _check_targets(motion, options["targets"])
    if target is not None:
        clip = play_on(motion, performer, variant=variant, fps=fps, **options)
        write_motion(performer, clip, target)
        facts |= {"file": str(target), "seconds": round(clip.duration, 6)}
    typer.echo(json.dumps(facts, indent=2) if as_json else _sentence(facts))


def write_motion(performer: "Creature", clip: "Clip", target: Path) -> None:
    """Writes a clip of a creature: as a motion file, a strip of poses (.png) or a film (.gif, .mp4)."""
    from kinegraph.batch.jobs.pictures import check_picture, footage_of_scene, write_picture
    from kinegraph.core.scene import Scene
    from kinegraph.formats import save

    scene = Scene(performer.character, clips=(clip,))
    if target.suffix.lower() not in PICTURES:
        save(scene, target)
        return
    order = check_picture(target.suffix, style="strip" if target.suffix.lower() == ".png" else None)
    write_picture(footage_of_scene(scene, None, None, order.fps if order.plays else None), order, target)


def _check_targets(motion: "GeneralAnimation | None", targets: dict[str, list[float]]) -> None:
    from kinegraph.creatures.animation.general_animation import UnknownTarget

    known = () if motion is None else tuple(motion.targets)
    for name in targets:
        if name not in known:
            raise UnknownTarget(name, known)


def _facts(motion: "GeneralAnimation | None", performer: "Creature", variant: int) -> dict:
    from kinegraph.creatures.binding.binding import bind

    facts: dict[str, Any] = {"animation": WALK, "creature": performer.character.name, "file": None}
    if motion is None:
        return facts | {"variant": 0, "variants": 1, "seconds": None, "channels": {}}
    binding = bind(motion, performer)
    bound, names = binding.play(variant), performer.character.skeleton.names
    return facts | {
        "animation": motion.name,
        "variant": variant,
        "variants": len(binding.variants),
        "seconds": motion.duration,
        "channels": {name: [names[body] for body in bodies] for name, bodies in bound.bodies.items()},
    }


def _sentence(facts: dict) -> str:
    text = f"{facts['animation']} on {facts['creature']}"
    if facts["channels"]:
        moved = "; ".join(f"{name}: {', '.join(bodies)}" for name, bodies in facts["channels"].items())
        text += f", variant {facts['variant']} of {facts['variants']} ({moved})"
    if facts["seconds"] is not None:
        text += f", {facts['seconds']:g} s"
    return text if facts["file"] is None else f"{text} → {facts['file']}"


def load_animation(words: str) -> "GeneralAnimation":
    """A shipped animation, or the one in a .kinemotion file."""
    from kinegraph.creatures.animation.motion_file import load_motion
    from kinegraph.creatures.animations import shipped_animation

    return load_motion(words) if words.lower().endswith(".kinemotion") else shipped_animation(words)
