"""Tasks that compile the kernels of each feature, for the worker process."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from kinegraph.studio.running.casting import FIRST, cast_member
from kinegraph.studio.running.compiling import COMPILED
from kinegraph.studio.running.worker import Progress

if TYPE_CHECKING:
    from kinegraph.perform.playing.rig_player import PlayableRig


Part = Literal[
    "performing", "keys", "doodles", "making creatures", "creatures", "gait charts", "creatures in doodles"
]


def compile_performing(*, name: str = FIRST, progress: Progress | None = None) -> bytes:
    """Performs, walks and moves a limb of a cast member, so that the first user need not wait: a task for
    the worker.
    """
    import numpy as np

    from kinegraph.perform.cast_sets import cast_rig
    from kinegraph.perform.playing.locomotion import Walker
    from kinegraph.perform.playing.rig_player import PlayableRig
    from kinegraph.perform.sets.suggest_place import suggest_place
    from kinegraph.studio.perform.posing import reached

    playable = PlayableRig(cast_rig(name))
    blended = next(iter(playable.blends.values()))
    done = playable.perform(playable.places({}, 2), 60.0)
    _answer_hand(playable)
    if playable.rig.character.contacts:
        Walker(playable.rig.character).go(done.clip)
    pose, joint = done.clip.pose(0), len(playable.rig.character.skeleton) - 1
    reached(pose, joint, np.ones(3), np.ones(3))
    suggest_place(blended, blended.set.keys[0])
    return COMPILED


def _answer_hand(playable: "PlayableRig") -> None:
    """Answers a hand that performs, the short way and the long one: each way has kernels of its own."""
    import numpy as np

    from kinegraph.perform.performances.layers import Layer
    from kinegraph.perform.playing.locomotion import Walker
    from kinegraph.studio.document.records import Placement
    from kinegraph.studio.perform.hand_path import Pointed
    from kinegraph.studio.perform.passes import make_pass
    from kinegraph.studio.perform.plain_hand import PlainHand

    name, start = next(iter(playable.blends)), np.zeros(1)
    ready = make_pass(playable, None, name, None)
    plain = PlainHand(ready, "character", "set", name, Placement(character="character"))
    here = Pointed((0.0, 0.0, 0.0), 0.0, 0.0, 0)
    plain.frame(here)
    posed = ready.with_hand(start, Layer.of_hand("hand", name, start, np.zeros((1, 3))))
    if playable.rig.character.contacts:
        walker = Walker(playable.rig.character)
        plain.walk(walker, here, [here])
        walker.offsets(posed.played.slides, posed.played.rotations, 0.01)


def compile_keys(*, progress: Progress | None = None) -> bytes:
    """Chooses, fits and moves keyframes of a motion of a cast member: a task for the worker."""
    from kinegraph.core.animation_editing import moved_columns, with_column, without_columns
    from kinegraph.core.clip import Clip
    from kinegraph.keys.choices import choose_keys
    from kinegraph.keys.curves.fit import FitMethod
    from kinegraph.keys.keyed_motion import key_motion
    from kinegraph.studio.document.character_blob import unpack_character
    from kinegraph.studio.document.motion_blob import unpack_motion

    cast = cast_member(FIRST, lambda task, **arguments: task(**arguments))
    character = unpack_character(cast.blobs[cast.character.blob], cast.character)
    motion = unpack_motion(cast.blobs[cast.motions[0].blob], cast.motions[0], character.skeleton)
    assert isinstance(motion, Clip), "the cast's loops are clips"
    choices = choose_keys(motion, contacts=character.contacts)
    key_motion(choices, fit=FitMethod.PREVIEW)
    animation = key_motion(choices, fit=FitMethod.FINAL).animation
    half = 0.5 * float(animation.column_times[1])
    edited = moved_columns(with_column(animation, half), [half], 0.01)
    without_columns(edited, edited.column_times[1:2])
    choices.errors.max()
    return COMPILED


def compile_making(*, progress: Progress | None = None) -> bytes:
    """Makes a creature, as a draft and as it will be: a task for the worker."""
    from kinegraph.creatures.generator.generate import generate
    from kinegraph.creatures.maker.maker import character_from_creature_plan, creature_from_plan

    character_from_creature_plan(generate(1), draft=True)
    creature_from_plan(generate(1))
    return COMPILED


def compile_creatures(*, progress: Progress | None = None) -> bytes:
    """Plays on a creature, standing and along a path: a task for the worker."""
    from kinegraph.creatures.animations import shipped_animation
    from kinegraph.creatures.gait.walk_path import walk_path
    from kinegraph.creatures.generator.generate import generate
    from kinegraph.creatures.maker.maker import creature_from_plan
    from kinegraph.creatures.playing.play import play

    who = creature_from_plan(generate(1), skin=False)
    play(shipped_animation("wave"), who, seconds=0.1)
    play(None, who, seconds=0.1, path=walk_path([(0.0, 0.0), (0.0, 1.0)]))
    return COMPILED


def compile_gait_charts(*, progress: Progress | None = None) -> bytes:
    """Measures a cycle of a gait: a task for the worker."""
    from kinegraph.creatures.gait.chart import gait_chart
    from kinegraph.creatures.gait.rig import gait_rig
    from kinegraph.creatures.generator.generate import generate
    from kinegraph.creatures.maker.maker import creature_from_plan

    gait_chart(gait_rig(creature_from_plan(generate(1), skin=False)), 1.0, samples=4)
    return COMPILED


def compile_doodles(*, progress: Progress | None = None) -> bytes:
    """Reads a drawing and a line, and performs it: a task for the worker."""
    from kinegraph.doodles.clip import perform_doodle
    from kinegraph.doodles.example import example_doodle, example_front_view

    perform_doodle(example_doodle())
    perform_doodle(example_front_view())
    return COMPILED


def compile_acting(*, progress: Progress | None = None) -> bytes:
    """Lets a creature and a drawn animal perform a doodle's lines: a task for the worker."""
    from kinegraph.creatures.generator.generate import generate
    from kinegraph.creatures.maker.maker import creature_from_plan
    from kinegraph.doodles.example import example_animal, example_doodle
    from kinegraph.flows.doodle_to_creature import perform_on_creature
    from kinegraph.flows.perform_drawing import perform_drawing

    perform_on_creature(example_doodle(), creature_from_plan(generate(1), skin=False))
    perform_drawing(example_animal())
    return COMPILED


# In the order in which a newcomer is likely to need them.
TASKS: dict[Part, Callable[..., bytes]] = {
    "performing": compile_performing,
    "keys": compile_keys,
    "doodles": compile_doodles,
    "making creatures": compile_making,
    "creatures": compile_creatures,
    "gait charts": compile_gait_charts,
    "creatures in doodles": compile_acting,
}
