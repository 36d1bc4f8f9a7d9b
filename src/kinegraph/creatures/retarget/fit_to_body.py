"""Fits an animation from a clip to one body, and plays it: feet in reach, nothing under the ground."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.playing.play import play
from kinegraph.creatures.retarget.feet_in_reach import bring_feet_into_reach
from kinegraph.creatures.retarget.foot_clearance import clear_ground_in_flight
from kinegraph.creatures.retarget.footing import keep_footing
from kinegraph.creatures.retarget.off_the_ground import lift_off_ground
from kinegraph.creatures.retarget.press_to_ground import lift_rest, press_to_ground
from kinegraph.creatures.retarget.quality import lowest_points, stances
from kinegraph.creatures.retarget.release_feet import release_strained_feet
from kinegraph.creatures.retarget.steps_in_reach import bring_steps_into_reach

_FPS = 60.0
_ROUNDS = 2
_OFF = 0.006  # share of the size that a standing foot may be off, or a part under the ground
_LESS = 0.4  # share of the root's tilt that a strained stance loses in a round


def fit_to_body(animation: GeneralAnimation, creature: Creature) -> GeneralAnimation:
    """An animation from a clip, fitted to one creature: feet in reach, and the body above the ground.

    Where standing feet are still off their places, or a part is under the ground, the root tips less far.
    Feet that are off nevertheless lift sooner and land later.
    """
    less = np.zeros(round(animation.duration * _FPS) + 1)
    fitted = _fit(animation, creature, less)
    for _ in range(_ROUNDS):
        strained, _feet = _mark_strained(fitted, creature)
        if not strained.any():
            return fitted
        less[: len(strained)] = np.minimum(less[: len(strained)] + _LESS * strained, 1.0)
        fitted = _fit(animation, creature, less)
    _, feet = _mark_strained(fitted, creature)
    if not any(off.any() for off in feet.values()):
        return fitted
    return _fit(release_strained_feet(animation, creature, feet), creature, less)


def _fit(animation: GeneralAnimation, creature: Creature, less: Floats) -> GeneralAnimation:
    """All steps once. less: As for `keep_footing`."""
    fitted = bring_steps_into_reach(keep_footing(animation, creature, less), creature)
    fitted = clear_ground_in_flight(fitted, creature)
    return lift_off_ground(bring_feet_into_reach(fitted, creature), creature)


def play_fitted(animation: GeneralAnimation, creature: Creature, *, fps: float = 60.0) -> Clip:
    """Plays an animation that `fit_to_body` made for a creature; nothing is under the ground."""
    played = play(animation, creature, fps=fps, seconds=animation.duration)
    return lift_rest(press_to_ground(played, creature, animation), creature)


def _mark_strained(fitted: GeneralAnimation, creature: Creature) -> tuple[Floats, dict[int, np.ndarray]]:
    """(F,) 1 where a foot that should stand is off its place, or a part under the ground, else 0; and for
    each foot that stands where it is off, (F,).
    """
    spans = stances(fitted, creature)
    if not any(spans.values()):
        return np.zeros(1), {}
    played = play(fitted, creature, fps=_FPS, seconds=fitted.duration)
    world = forward_kinematics(press_to_ground(played, creature, fitted))
    handles = world.positions + quat_rotate(world.rotations, creature.handles)
    limit = _OFF * float(creature.size.max())
    strained = np.zeros(len(played), dtype=bool)
    deep = -lowest_points(creature, world) > limit
    feet = {foot: np.zeros(len(played), dtype=bool) for foot in spans}
    for foot, own in spans.items():
        for start, stop in own:
            inside = (played.times >= start - 1e-9) & (played.times <= stop + 1e-9)
            stood = handles[inside, foot]
            if len(stood):
                spot = np.median(stood, axis=0)
                spot[1] = creature.rest_handles[foot, 1]
                feet[foot][inside] |= np.linalg.norm(stood - spot, axis=1) > limit
            strained |= inside & (deep | feet[foot])
    return strained.astype(np.float64), feet
