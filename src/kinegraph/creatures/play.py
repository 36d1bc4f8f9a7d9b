"""An animation on a creature, as a clip."""

from collections.abc import Mapping

from numpy.typing import ArrayLike

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.actor import Actor
from kinegraph.creatures.creature import Creature
from kinegraph.creatures.general_animation import GeneralAnimation
from kinegraph.creatures.ground import Ground

_LONGEST = 3600.0  # [s]


def play(
    animation: GeneralAnimation | None,
    creature: Creature,
    *,
    variant: int = 0,
    fps: float = 60.0,
    seconds: float | None = None,
    targets: Mapping[str, ArrayLike] | None = None,
    velocity: tuple[float, float] = (0.0, 0.0),
    turn: float = 0.0,
    ground: Ground | None = None,
    style: str = "plain",
) -> Clip:
    """The clip of a creature that plays an animation while it goes with a velocity, in the world.

    animation: None for the gait alone.
    seconds: How long; the animation's own duration where it is not given (4 s for a gait alone).
    targets: External targets by name, in the world [m].
    velocity, turn: To its left and forward [m/s]; to its left [rad/s].
    """
    length = seconds if seconds is not None else (animation.duration if animation is not None else 4.0)
    if not 0.0 < length <= _LONGEST or not 0.0 < fps <= 1000.0:
        raise InvalidValue(f"A clip needs up to {_LONGEST:g} s at up to 1000 fps, not {length} s at {fps}.")
    actor = Actor(creature, ground, style)
    actor.velocity, actor.turn = velocity, turn
    for name, place in (targets or {}).items():
        actor.set_target(name, place)
    if animation is not None:
        actor.play(animation, variant=variant)
        actor.step(0.0)
    poses = [actor.pose]
    for _ in range(max(1, round(length * fps))):
        actor.step(1.0 / fps)
        poses.append(actor.pose)
    name = animation.name if animation is not None else "walk"
    return Clip.from_poses(poses, fps, name)
