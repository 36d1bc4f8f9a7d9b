"""Take: the motion and the goals of a creature, frame by frame, for scoring."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.playing.actor import Actor


@dataclass(frozen=True, eq=False)
class Take:
    """F frames of a creature of B bodies, in the world.

    times: (F,) [s].
    positions, rotations: (F, B, 3), (F, B, 4) joints and bodies as they were solved.
    goals, goal_weights: (F, B, 3), (F, B) where handles were asked to be; weight 0: nowhere in particular.
    goal_rotations, rotation_weights: (F, B, 4), (F, B).
    roots: (F, 7) the root's place and turn, which are asked for and not solved.
    placements: (F, 4) x, y, z, heading: where its gait carried it.
    """

    creature: Creature
    ground: Ground
    times: Floats
    positions: Floats
    rotations: Floats
    goals: Floats
    goal_weights: Floats
    goal_rotations: Floats
    rotation_weights: Floats
    roots: Floats
    placements: Floats

    def __len__(self) -> int:
        return len(self.times)

    @cached_property
    def handles(self) -> Floats:
        """(F, B, 3) places of the handles [m]."""
        return self.positions + quat_rotate(self.rotations, self.creature.handles)

    @property
    def walks(self) -> bool:
        """True if its gait carried it along."""
        return bool(np.ptp(self.placements[:, :3], axis=0).max() > 0.0)

    @property
    def finite(self) -> bool:
        """True if all values are finite."""
        return bool(np.isfinite(self.positions).all() and np.isfinite(self.rotations).all())


def record(
    animation: GeneralAnimation | None,
    creature: Creature,
    *,
    variant: int = 0,
    start: float = 0.0,
    seconds: float | None = None,
    frames: int = 60,
    speed: float = 0.0,
) -> Take:
    """Plays an animation over the gait, on flat ground, and records it for scoring.

    animation: None for the gait alone.
    start, seconds: The stretch of time [s]; all of the animation if left out (2 s of a gait).
    frames: How many, the first at `start` and the last at its end.
    speed: Forward [m/s].
    """
    ground = Ground()
    actor = Actor(creature, ground)
    if animation is not None:
        actor.play(animation, variant=variant).time = start
    length = seconds if seconds is not None else (2.0 if animation is None else animation.duration - start)
    actor.velocity = (0.0, speed)
    rows = []
    for frame in range(frames):
        actor.step(length / (frames - 1) if frame else 0.0)
        rows.append(_row(actor))
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    times = np.linspace(start, start + length, frames)
    return _place_in_world(Take(creature, ground, times, *columns))


def _row(actor: Actor) -> tuple[Floats, ...]:
    solved, goals = actor.solved, actor.goals
    origin, heading = actor.placement
    return (
        solved.positions.copy(),
        solved.rotations.copy(),
        goals.positions.copy(),
        goals.position_weights.copy(),
        goals.rotations.copy(),
        goals.rotation_weights.copy(),
        np.concatenate([goals.root_position, goals.root_rotation]),
        np.array([*origin, heading]),
    )


def _place_in_world(take: Take) -> Take:
    """The take with its joints and goals in the world. take: Still in the creature's own space."""
    turns = quat_from_axis_angle(take.placements[:, 3:] * np.array([0.0, 1.0, 0.0]))[:, None]
    origins = take.placements[:, None, :3]
    return replace(
        take,
        positions=origins + quat_rotate(turns, take.positions),
        rotations=quat_multiply(turns, take.rotations),
        goals=origins + quat_rotate(turns, take.goals),
        goal_rotations=quat_multiply(turns, take.goal_rotations),
    )
