"""Compiling in another process: it holds up every thread of the one that does it.

What was compiled is kept on disk by Numba; which parts were, among the keepsakes. By itself,
`python -m kinegraph.studio.compiling` compiles what creatures and doodles need: the rest takes seconds.
"""

import os
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version

from kinegraph.core.kernel_cache import stamp_of_kernels
from kinegraph.studio.casting import Run
from kinegraph.studio.keepsakes import kept
from kinegraph.studio.worker import Progress

COMPILED = b"compiled"


def compiled_elsewhere(what: str, run: Run, task: Callable[..., bytes], **arguments: object) -> None:
    """Lets another process do `task` first, unless this machine has done it before.

    what: Says what is compiled.
    """
    # Numba keeps what it compiled in its own folder, or else beside the sources.
    where = os.environ.get("NUMBA_CACHE_DIR") or __file__
    here = f"{sys.version} {version('numba')} {platform.machine()} {where}"
    kept(f"compiled for {what} {here} {stamp_of_kernels()}", lambda: run(task, **arguments))


def compile_performing(*, name: str, progress: Progress | None = None) -> bytes:
    """Performs, walks and pulls at a limb of a cast member, as nobody should wait for either: a task for the
    worker.
    """
    import numpy as np

    from kinegraph.spatial.cast_sets import cast_rig
    from kinegraph.spatial.locomotion import Walker
    from kinegraph.spatial.playing import PlayableRig
    from kinegraph.spatial.suggest_place import suggest_place
    from kinegraph.studio.posing import reached

    playable = PlayableRig(cast_rig(name))
    blended = next(iter(playable.blends.values()))
    done = playable.perform(playable.places({}, 2), 60.0)
    if playable.rig.character.contacts:
        Walker(playable.rig.character).go(done.clip)
    pose, joint = done.clip.pose(0), len(playable.rig.character.skeleton) - 1
    reached(pose, joint, np.ones(3), np.ones(3))
    suggest_place(blended, blended.set.keys[0])
    return COMPILED


def compile_making(*, progress: Progress | None = None) -> bytes:
    """Makes a creature, as a draft and as it will be: a task for the worker."""
    from kinegraph.creatures.generator import generate
    from kinegraph.creatures.maker import creature_from_plan, made_character

    made_character(generate(1), draft=True)
    creature_from_plan(generate(1))
    return COMPILED


def compile_creatures(*, progress: Progress | None = None) -> bytes:
    """Plays on a creature, standing and along a path: a task for the worker."""
    from kinegraph.creatures.animations import animation
    from kinegraph.creatures.generator import generate
    from kinegraph.creatures.maker import creature_from_plan
    from kinegraph.creatures.play import play
    from kinegraph.creatures.walk_path import walk_path

    who = creature_from_plan(generate(1), skin=False)
    play(animation("wave"), who, seconds=0.1)
    play(None, who, seconds=0.1, path=walk_path([(0.0, 0.0), (0.0, 1.0)]))
    return COMPILED


def compile_doodles(*, progress: Progress | None = None) -> bytes:
    """Reads a drawing and a line, and performs it: a task for the worker."""
    from kinegraph.doodles.doodle_clip import perform_doodle
    from kinegraph.studio.doodle_example import example_doodle

    perform_doodle(example_doodle())
    return COMPILED


def compile_acting(*, progress: Progress | None = None) -> bytes:
    """Lets a creature perform a doodle's lines: a task for the worker."""
    from kinegraph.creatures.generator import generate
    from kinegraph.creatures.maker import creature_from_plan
    from kinegraph.flows.doodle_to_creature import perform_on_creature
    from kinegraph.studio.doodle_example import example_doodle

    perform_on_creature(example_doodle(), creature_from_plan(generate(1), skin=False))
    return COMPILED


if __name__ == "__main__":
    compile_creatures()
    compile_doodles()
