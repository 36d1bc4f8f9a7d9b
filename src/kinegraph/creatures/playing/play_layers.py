"""Plays several animations on a creature, each from its own moment on, and returns the clip."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.plan import GaitPlan
from kinegraph.creatures.gait.walk_path import Steering, WalkPath
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.animation_layer import AnimationLayer

_LONGEST = 3600.0  # [s]
_LONGEST_WALK = 120.0  # [s] along a path
_SAME = 1e-9  # [s] times that are nearer are one


@dataclass(frozen=True, eq=False)
class TimedAnimation:
    """An animation that starts at a moment: a layer over what plays by then, or the next of a queue.

    start: [s]  seconds: How long it plays; None for its own duration.
    fade: Time over which it fades in, and out again at its end [s].
    weight: How much it counts over the layers below, 0 to 1.
    """

    animation: GeneralAnimation
    variant: int = 0
    start: float = 0.0
    seconds: float | None = None
    fade: float = 0.0
    weight: float = 1.0

    def __post_init__(self) -> None:
        times = (self.start, self.fade, 1.0 if self.seconds is None else self.seconds)
        if not (np.isfinite(times).all() and min(times) >= 0.0 and max(times) <= _LONGEST):
            name = self.animation.name
            raise InvalidValue(
                f"The layer {name!r} needs a start, a fade and a length of 0 to {_LONGEST:g} s."
            )
        if not 0.0 <= self.weight <= 1.0:
            name = self.animation.name
            raise InvalidValue(f"The layer {name!r} needs a weight of 0 to 1, not {self.weight}.")

    @property
    def end(self) -> float:
        """Time at which it begins to fade out [s]."""
        return self.start + (self.animation.duration if self.seconds is None else self.seconds)


def play_layers(
    layers: Sequence[TimedAnimation],
    creature: Creature,
    *,
    fps: float = 60.0,
    seconds: float | None = None,
    targets: Mapping[str, ArrayLike] | None = None,
    velocity: tuple[float, float] = (0.0, 0.0),
    turn: float = 0.0,
    path: WalkPath | None = None,
    speed: float = 1.0,
    ground: Ground | None = None,
    style: str | GaitPlan = "plain",
) -> Clip:
    """A clip of a creature that plays animations over each other and one after the other while it moves.

    seconds: By default until the last layer ends, and along a path at least until it arrives.
    targets: (3,) or (F, 3) [m]; one that moves stays at its last place.
    Other arguments are those of `play`.
    """
    ends = max((layer.end for layer in layers), default=0.0)
    if seconds is None:
        seconds = _LONGEST_WALK if path is not None else max(ends, 1.0 / fps)
    elif not 0.0 < seconds <= _LONGEST:
        raise InvalidValue(f"A clip can have up to {_LONGEST:g} s, not {seconds} s.")
    actor = Actor(creature, ground, style, start=(0.0, 0.0, 0.0) if path is None else path.start)
    steering = None if path is None else Steering(path, speed)
    actor.velocity, actor.turn = velocity, turn
    moving = {name: np.atleast_2d(np.asarray(way, float)) for name, way in (targets or {}).items()}
    for name, way in moving.items():
        actor.set_target(name, way[0])
    waiting = sorted(layers, key=lambda layer: layer.start)
    running: list[tuple[TimedAnimation, AnimationLayer]] = []
    translations, rotations = [], []
    for frame in range(max(1, round(seconds * fps)) + 1):
        now = frame / fps
        while waiting and waiting[0].start <= now + _SAME:
            layer = waiting.pop(0)
            playing = actor.play(layer.animation, variant=layer.variant, fade=layer.fade)
            if layer.weight < 1.0:
                playing.fade(layer.weight, layer.fade)
            running.append((layer, playing))
        over = [each for each in running if each[0].end <= now + _SAME and each[0].end < ends - _SAME]
        for layer, playing in over:
            actor.stop(playing, fade=layer.fade)
            running.remove((layer, playing))
        if steering is not None and frame:
            actor.velocity, actor.turn = steering.command(*actor.gait)
        for name, way in moving.items():
            if 0 < frame < len(way):
                actor.set_target(name, way[frame])
        actor.step(1.0 / fps if frame else 0.0)
        translations.append(actor.translations)
        rotations.append(actor.rotations)
        if steering is not None and frame and now >= ends and steering.arrived(actor.gait[1]):
            break
    offsets = np.array(translations)
    name = layers[0].animation.name if layers else "walk"
    return Clip(creature.character.skeleton, fps, offsets[:, 0], np.array(rotations), offsets, name)
