"""A small `.kinelive` file of creatures of several kinds and spatial rigs, and the replay in Python."""

from functools import cache

import numpy as np

from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.binding.binding import binds
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.runtime.baked.bake import LayerChoice, LiveCreature, bake
from kinegraph.runtime.hosts.python import LiveFile, advance

SEEDS = (0, 1, 3, 8)
RIGS = ("lamp", "lizard")
FRAMES = 120


@cache
def zoo_creatures() -> tuple[LiveCreature, ...]:
    """Creatures of several kinds with two layer sets and two gaits each."""
    found = []
    for seed in SEEDS:
        creature = creature_from_plan(generate(seed), skin=seed == SEEDS[0])
        wanted = [shipped_animation(name) for name in ("look around", "wave", "eat fruit")]
        fitting = [each for each in wanted if binds(each, creature)]
        sets = {
            "first": LayerChoice(tuple((each, 0) for each in fitting[:1])),
            "both": LayerChoice(tuple((each, 0) for each in fitting[:2]), "sneak"),
        }
        found.append(LiveCreature(creature, sets, {"plain": "plain", "sneak": "sneak"}))
    return tuple(found)


@cache
def zoo() -> bytes:
    """The file."""
    return bake(zoo_creatures(), [cast_rig(name) for name in RIGS])


def replay(live: LiveFile) -> np.ndarray:
    """All poses of the replay that every host plays, as `replay.c` writes them."""
    parts: list[np.ndarray] = []
    creatures = [live.spawn(n) for n in range(live.creature_count)]
    for frame in range(FRAMES):
        for n, creature in enumerate(creatures):
            creature.command(0.25 if 40 <= frame < 60 else 0.0, 0.5 if frame < 100 else 0.0, 0.3125)
            if frame == 60:
                creature.play(1 % creature.layer_sets, 0.25)
            if frame == 90:
                creature.place(1.5 + n, -2.0, 0.5)
        advance(creatures, 1 / 64)
        for creature in creatures:
            happened = np.array([float(len(creature.events()))])
            parts += [creature.translations.ravel(), creature.rotations.ravel(), happened]
    for number in range(live.rig_count):
        rig = live.perform(number)
        for frame in range(FRAMES):
            steps = (frame * 7 + np.arange(3 * rig.sets) * 13) % 32 - 16
            translations, rotations = rig.pose((steps / 128.0).reshape(-1, 3))
            parts += [translations.ravel(), rotations.ravel()]
    return np.concatenate(parts)
