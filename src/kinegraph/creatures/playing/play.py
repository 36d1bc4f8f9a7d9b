"""Plays an animation on a creature and returns the clip."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.plan import GaitPlan
from kinegraph.creatures.gait.walk_path import Steering, WalkPath
from kinegraph.creatures.playing.actor import Actor

_LONGEST = 3600.0  # [s]
_STROLL = 4.0  # [s] of a gait alone
_LONGEST_WALK = 120.0  # [s] along a path


def play(
    animation: GeneralAnimation | None,
    creature: Creature,
    *,
    variant: int = 0,
    fps: float = 60.0,
    seconds: float | None = None,
    targets: Mapping[str, ArrayLike] | None = None,
    velocity: ArrayLike = (0.0, 0.0),
    turn: ArrayLike = 0.0,
    path: WalkPath | None = None,
    speed: float = 1.0,
    ground: Ground | None = None,
    style: str | GaitPlan = "plain",
) -> Clip:
    """A clip of a creature that plays an animation while it moves with a velocity, in the world.

    The same arguments give the same bits.

    animation: None for the gait alone.
    seconds: Length of the clip. By default the animation's duration, 4 s for a gait alone, and along a path
        the time until it arrives (120 s at most).
    targets: External targets by name, in the world [m]: (3,), or (F, 3) one for each frame of the clip.
    velocity, turn: To its left and forward [m/s] (2,) or (F, 2); to its left [rad/s], one number or (F,).
    style: Of the gait: names as `named_gait` reads them, or a plan.
    path, speed: A path to walk along instead, from its beginning to its end, at a speed [m/s].
    """
    to_the_end = seconds is None and path is not None
    if seconds is None:
        own = _STROLL if animation is None else animation.duration
        seconds = _LONGEST_WALK if to_the_end else own
    if not 0.0 < seconds <= _LONGEST or not 0.0 < fps <= 1000.0:
        raise InvalidValue(
            f"A clip can have up to {_LONGEST:g} s at up to 1000 fps, not {seconds} s at {fps}."
        )
    frames = max(1, round(seconds * fps)) + 1
    actor = Actor(creature, ground, style, start=(0.0, 0.0, 0.0) if path is None else path.start)
    if animation is not None:
        actor.play(animation, variant=variant)
    moving = {
        name: _rows(f"The target {name!r}", place, frames, 3) for name, place in (targets or {}).items()
    }
    if path is None:
        commands = np.zeros((frames, 4))
        commands[:, :2] = _rows("A velocity", velocity, frames, 2)
        commands[:, 2:3] = _rows("A turn", np.reshape(turn, (-1, 1)), frames, 1)
        commands[1:, 3] = 1.0 / fps
        offsets, local = actor.run(commands, moving)
    else:
        offsets, local = _along(actor, Steering(path, speed), frames, fps, moving, to_the_end)
    name = animation.name if animation is not None else "walk"
    return Clip(creature.character.skeleton, fps, offsets[:, 0], local, offsets, name)


def _along(
    actor: Actor,
    steering: Steering,
    frames: int,
    fps: float,
    targets: Mapping[str, Floats],
    to_the_end: bool,
) -> tuple[Floats, Floats]:
    """(translations (F, J, 3), rotations (F, J, 4)) of an actor that is steered along a path."""
    translations, rotations = [], []
    for frame in range(frames):
        if frame:
            actor.velocity, actor.turn = steering.command(*actor.gait)
        for name, places in targets.items():
            actor.set_target(name, places[frame])
        actor.step(1.0 / fps if frame else 0.0)
        translations.append(actor.translations)
        rotations.append(actor.rotations)
        if to_the_end and frame and steering.arrived(actor.gait[1]):
            break
    return np.array(translations), np.array(rotations)


def _rows(what: str, values: ArrayLike, frames: int, width: int) -> Floats:
    """(frames, width): values as given for each frame, or the same for all."""
    rows = np.asarray(values, dtype=np.float64)
    if rows.shape not in ((width,), (1, width), (frames, width)) or not np.isfinite(rows).all():
        raise InvalidValue(f"{what} needs {width} finite numbers, once or for each of {frames} frames.")
    return np.broadcast_to(rows, (frames, width))
