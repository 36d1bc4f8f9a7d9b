"""`kinegraph creatures crowd`: a film of many creatures that wander over a ground."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinegraph.cli.options import AsJson

if TYPE_CHECKING:
    from kinegraph.characters.rendering.footage import Footage
    from kinegraph.characters.rendering.surface import Surface
    from kinegraph.creatures.crowds.wandering import CrowdTake
    from kinegraph.creatures.gait.ground import Ground

_MOST = 400  # creatures that a film can hold in memory
_KINDS = 10  # bodies in a crowd of generated creatures: others are the same again
_LINES = 61  # of the net that shows the ground, each way


def crowd(
    target: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT", help="A .mp4 or .gif film, or a .png sheet.")
    ],
    count: Annotated[int, typer.Option(min=1, max=_MOST, help="How many creatures.")] = 40,
    seed: Annotated[int, typer.Option(help="Seed of the creatures and of their paths.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="Length of the film.")] = 10.0,
    ground: Annotated[
        str,
        typer.Option(
            help="flat, bumps:HEIGHT,SIZE, stairs:RISE,RUN,COUNT, slope:DEGREES, or a file of heights."
        ),
    ] = "bumps:0.5,8",
    size: Annotated[
        str | None,
        typer.Option(metavar="WIDTHxHEIGHT", help="Of the picture. Default: 1280x720.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Film a crowd: generated creatures that wander over a ground and keep off each other."""
    import json

    from kinegraph.batch.jobs.pictures import check_picture, write_picture
    from kinegraph.cli.creatures.walking import ground_from
    from kinegraph.core.errors import InvalidValue
    from kinegraph.creatures.crowds.wandering import wander
    from kinegraph.creatures.generator.generate import generate
    from kinegraph.creatures.maker.maker import creature_from_plan

    order = check_picture(target.suffix, size=size or "1280x720", camera="30,26")
    if not target.resolve().parent.is_dir():
        raise InvalidValue(f"{target}: the folder {target.parent} does not exist.")
    floor = ground_from(ground)
    bodies = [creature_from_plan(generate(1000 * seed + n)) for n in range(min(count, _KINDS))]
    take = wander([bodies[n % len(bodies)] for n in range(count)], floor, seconds=seconds, seed=seed)
    facts = write_picture(footage_of_crowd(take, floor), order, target)
    facts |= {"file": str(target), "creatures": count, "nearest": round(take.nearest, 3)}
    words = (
        f"{target}: {count} creatures, {seconds:g} s; the nearest two were {take.nearest:.2f} radii apart."
    )
    typer.echo(json.dumps(facts, indent=2) if as_json else words)


def footage_of_crowd(take: "CrowdTake", ground: "Ground") -> "Footage":
    """A crowd as something to film, with its ground where that is not level."""
    import numpy as np

    from kinegraph.characters.rendering.footage import Footage
    from kinegraph.characters.rendering.surface import merged, model_of, pose_surface
    from kinegraph.core.clip import Clip
    from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics

    models = {id(creature): model_of(creature.character) for creature in take.creatures}
    worlds = []
    for n, creature in enumerate(take.creatures):
        here = slice(int(take.starts[n]), int(take.starts[n + 1]))
        offsets, turns = take.translations[:, here], take.rotations[:, here]
        skeleton = creature.character.skeleton
        worlds.append(forward_kinematics(Clip(skeleton, take.fps, offsets[:, 0], turns, offsets)))
    net = _net(take, ground)

    def surface_at(frame: int) -> "Surface":
        posed = [
            pose_surface(
                models[id(creature)], WorldTransforms(world.positions[frame], world.rotations[frame])
            )
            for creature, world in zip(take.creatures, worlds, strict=True)
        ]
        return merged([*net(), *posed])

    middle = np.mean([world.positions.mean(axis=1) for world in worlds], axis=0)
    return Footage("crowd", take.fps, middle, surface_at)


def _net(take: "CrowdTake", ground: "Ground") -> "Callable[[], list[Surface]]":
    """The ground under a crowd as a surface; nothing where it is level, as the stage has a floor."""
    import numpy as np

    from kinegraph.characters.rendering.layout import Surface

    low, high = take.places.min(axis=(0, 1)), take.places.max(axis=(0, 1))
    middle, reach = 0.5 * (low + high), 0.6 * float(np.ptp([low, high], axis=0).max()) + 2.0
    line = np.linspace(-reach, reach, _LINES)
    x, z = np.meshgrid(middle[0] + line, middle[1] + line, indexing="ij")
    heights = ground.height(x, z)
    if np.ptp(heights) == 0.0:
        return list
    normals = ground.normal(x, z).reshape(-1, 3)
    index = np.arange(_LINES * _LINES).reshape(_LINES, _LINES)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    triangles = np.concatenate(
        [np.stack([a, b, d], axis=-1).reshape(-1, 3), np.stack([a, d, c], axis=-1).reshape(-1, 3)]
    )
    surface = Surface(
        np.stack([x, heights, z], axis=-1).reshape(-1, 3),
        normals,
        np.ones((x.size, 3)),
        np.zeros((x.size, 2)),
        triangles,
        np.zeros(len(triangles), dtype=np.int64),
        np.array([[0.16, 0.2, 0.13, 0.0, 0.95, -1.0]]),
        np.zeros((0, 3), dtype=np.uint8),
        np.zeros((0, 3), dtype=np.int64),
    )
    return lambda: [surface]
