"""Two creatures of different build shake hands: one offers its hand, the other follows it frame by frame.

Run: python examples/09_two_creatures_shake_hands.py [FOLDER]
"""

import math
import sys
import tempfile
from pathlib import Path

import numpy as np

from kinegraph.characters import rendering
from kinegraph.characters.cast import character
from kinegraph.characters.rendering.movie import write_png
from kinegraph.characters.rendering.surface import model_of, posed
from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.motion_tables import target_places

FPS = 60


class Partner:
    """An actor, and the hand that its variant of the animation shakes with."""

    def __init__(self, who: Creature, start: tuple[float, float, float]):
        bound = bind(shipped_animation("shake hands"), who).play()
        self.actor = Actor(who, start=start)
        self.actor.play(bound)
        (self.hand,) = bound.bodies["hand"]

    @property
    def palm(self) -> Floats:
        """Where its palm is in the world."""
        body, turn = self.hand, self.actor.solved.rotations[self.hand]
        return self._in_world(
            self.actor.solved.positions[body] + quat_rotate(turn, self.actor.creature.handles[body])
        )

    @property
    def wished(self) -> Floats:
        """Where its animation wants that palm: at its target, plus the ups and downs that it keys itself."""
        return self._in_world(self.actor.goals.goal_positions[self.hand])

    def _in_world(self, place: Floats) -> Floats:
        origin, heading = self.actor.placement
        return origin + quat_rotate(quat_from_axis_angle(np.array([0.0, heading, 0.0])), place)


def partners(one: Creature, other: Creature) -> tuple[Partner, Partner, Floats]:
    """The two face to face, so far apart that both reach the place between them, which comes with them."""
    shake = shipped_animation("shake hands")
    near, far = (target_places(who, [bind(shake, who).play()])[0] for who in (one, other))
    meeting = np.array([0.0, 0.5 * (near[1] + far[1]), near[2]])
    return Partner(one, (0.0, 0.0, 0.0)), Partner(other, (0.0, near[2] + far[2], math.pi)), meeting


def shake_hands(leader: Partner, follower: Partner, meeting: Floats) -> Floats:
    """Plays a frame; returns the way from one palm to the other [m]."""
    leader.actor.set_target("hand", meeting)
    leader.actor.step(1.0 / FPS)
    own = follower.wished - follower.actor.targets.get("hand", follower.wished)
    follower.actor.set_target("hand", leader.palm - own)
    follower.actor.step(1.0 / FPS)
    return follower.palm - leader.palm


def picture(two: tuple[Partner, Partner], camera: rendering.Camera) -> rendering.Image:
    shown = [
        rendering.Actor(posed(model_of(who.actor.creature.character), forward_kinematics(who.actor.pose)))
        for who in two
    ]
    return rendering.render_actors(shown, (300, 260), camera)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    bear, friend = creature_from_character(character("bear")), creature_from_plan(generate(105, "biped"))
    leader, follower, meeting = partners(bear, friend)
    corners = np.array([[-0.6, 0.0, -0.4], [0.6, 1.15, meeting[2] * 2 + 0.5]])
    camera = rendering.framing(corners, (300, 260), azimuth=80, elevation=12)
    gaps, strip = [], []
    for frame in range(round(shipped_animation("shake hands").duration * FPS)):
        gaps.append(float(np.linalg.norm(shake_hands(leader, follower, meeting))))
        if frame in (0, 40, 66, 82, 96, 150):
            strip.append(picture((leader, follower), camera))
    write_png(np.concatenate(strip, axis=1), folder / "shake_hands.png")
    shaking = gaps[round(0.95 * FPS) : round(2.1 * FPS)]
    print(f"palms at most {1000 * max(shaking):.0f} mm apart while they shake: {folder / 'shake_hands.png'}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
