"""Two creatures of different build shake hands: one offers its hand, the other follows it frame by frame.

Run: python examples/09_two_creatures_shake_hands.py [FOLDER]
"""

import math
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import kinegraph as kg
from kinegraph.characters import rendering
from kinegraph.core import quat_from_axis_angle, quat_rotate
from kinegraph.creatures import (
    Actor,
    Creature,
    bind,
    creature_from_character,
    creature_from_plan,
    generate,
    shipped_animation,
    target_places,
)

FPS = 60
Floats = NDArray[np.float64]


class Partner:
    """An actor, and the hand that its variant of the animation shakes with."""

    def __init__(self, creature: Creature, start: tuple[float, float, float]) -> None:
        bound = bind(shipped_animation("shake hands"), creature).play()
        self.actor = Actor(creature, start=start)
        self.actor.play(bound)
        (self.hand,) = bound.bodies["hand"]

    @property
    def palm(self) -> Floats:
        """Position of the palm in the world [m]."""
        body, turn = self.hand, self.actor.solved.rotations[self.hand]
        return self._in_world(
            self.actor.solved.positions[body] + quat_rotate(turn, self.actor.creature.handles[body])
        )

    @property
    def wanted(self) -> Floats:
        """Goal of the palm in the world: the target, plus the motion that the animation keys itself [m]."""
        return self._in_world(self.actor.goals.positions[self.hand])

    def _in_world(self, place: Floats) -> Floats:
        origin, heading = self.actor.placement
        return origin + quat_rotate(quat_from_axis_angle(np.array([0.0, heading, 0.0])), place)


def partners(one: Creature, other: Creature) -> tuple[Partner, Partner, Floats]:
    """Two partners face to face, and the place between them that both can reach."""
    shake = shipped_animation("shake hands")
    near, far = (target_places(each, [bind(shake, each).play()])[0] for each in (one, other))
    meeting = np.array([0.0, 0.5 * (near[1] + far[1]), near[2]])
    return Partner(one, (0.0, 0.0, 0.0)), Partner(other, (0.0, near[2] + far[2], math.pi)), meeting


def shake_hands(leader: Partner, follower: Partner, meeting: Floats) -> Floats:
    """Play one frame; return the offset from one palm to the other [m]."""
    leader.actor.set_target("hand", meeting)
    leader.actor.step(1.0 / FPS)
    own = follower.wanted - follower.actor.targets.get("hand", follower.wanted)
    follower.actor.set_target("hand", leader.palm - own)
    follower.actor.step(1.0 / FPS)
    return follower.palm - leader.palm


def picture(two: tuple[Partner, Partner], camera: rendering.Camera) -> rendering.Image:
    surfaces = [
        rendering.pose_surface(
            rendering.model_of(each.actor.creature.character), kg.forward_kinematics(each.actor.pose)
        )
        for each in two
    ]
    shown = [rendering.Actor(surface) for surface in surfaces]
    return rendering.render_actors(shown, (300, 260), camera)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    bear = creature_from_character(kg.cast("bear"))
    friend = creature_from_plan(generate(105, "biped"))
    leader, follower, meeting = partners(bear, friend)
    corners = np.array([[-0.6, 0.0, -0.4], [0.6, 1.15, meeting[2] * 2 + 0.5]])
    camera = rendering.framing(corners, (300, 260), azimuth=80, elevation=12)
    gaps, strip = [], []
    for frame in range(round(shipped_animation("shake hands").duration * FPS)):
        gaps.append(float(np.linalg.norm(shake_hands(leader, follower, meeting))))
        if frame in (0, 40, 66, 82, 96, 150):
            strip.append(picture((leader, follower), camera))
    rendering.write_png(np.concatenate(strip, axis=1), folder / "shake_hands.png")
    shaking = gaps[round(0.95 * FPS) : round(2.1 * FPS)]
    print(f"palms at most {1000 * max(shaking):.0f} mm apart while they shake: {folder / 'shake_hands.png'}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
