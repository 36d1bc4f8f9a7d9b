"""What game code does with creatures that it has never seen: bind, choose a variant, steer, step, read poses.

Run: python examples/08_creatures_in_a_game.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import kinegraph as kg
from kinegraph.creatures import (
    Actor,
    Creature,
    Herd,
    bind,
    creature_from_plan,
    generate,
    nearest_variant,
    shipped_animation,
)

FRAME = 1 / 60


def pick_fruit(creature: Creature) -> kg.Clip:
    """A clip of a creature that walks for two seconds, stops, and eats with the hand nearest to the fruit."""
    actor = Actor(creature)
    poses = [actor.pose]

    actor.velocity = (0.0, 0.6)  # to its left and forward [m/s]
    for _ in range(120):
        actor.step(FRAME)
        poses.append(actor.pose)
    actor.velocity = (0.0, 0.0)

    eat = bind(shipped_animation("eat fruit"), creature)  # once for an animation and a creature
    origin, _ = actor.placement
    fruit = np.array([0.3, 0.5, 0.5]) * creature.size.max()  # in the creature's frame, a little to its left
    choice = nearest_variant(creature, eat.variants, fruit)
    actor.set_target("fruit", origin + fruit)  # in the world [m]; may move every frame
    playing = actor.play(eat.play(choice), fade=0.2)
    while not playing.finished:
        for event in actor.step(FRAME):
            print(f"  {playing.time:.2f} s: {event.name}")
        poses.append(actor.pose)
    actor.stop(playing, fade=0.3)  # it ends when it has faded out
    return kg.Clip.from_poses(poses, 1 / FRAME, "eats")


def make_herd(seeds: range) -> Herd:
    """Many different creatures that walk in circles and look around, all stepped in a few compiled calls."""
    actors = [Actor(creature_from_plan(generate(seed), skin=False)) for seed in seeds]
    for number, actor in enumerate(actors):
        actor.velocity, actor.turn = (0.0, 0.5), 0.3
        actor.play(shipped_animation("look around")).time = 0.1 * number
    return Herd(actors)


def main(folder: Path) -> None:
    for seed, kind in ((1, "biped"), (2, "many armed")):
        creature = creature_from_plan(generate(seed, kind))
        print(f"A {kind} of {len(creature)} bodies:")
        kg.save(
            kg.Scene(creature.character, clips=(pick_fruit(creature),)),
            folder / f"{kind.replace(' ', '_')}.glb",
        )

    with make_herd(range(20)) as herd:
        for _ in range(30):
            herd.step(FRAME)
        # All poses side by side, for a renderer: joints of creature n are rows starts[n] to starts[n + 1].
        first = herd.translations[0].round(2)
        print(f"{len(herd)} creatures, {herd.starts[-1]} joints; the first is at {first}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
