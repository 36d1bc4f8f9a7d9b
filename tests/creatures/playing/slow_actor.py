"""The plain twin of the compiled step: gait, channels, inverse kinematics and jiggles one after the other."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.pose import Pose
from kinegraph.creatures.animation.events import Event
from kinegraph.creatures.binding.binding import BoundAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.rig import gait_rig
from kinegraph.creatures.gait.styles import gait_style
from kinegraph.creatures.ik.jiggles import jiggle_frame, jiggle_rig
from kinegraph.creatures.ik.particle_ik import (
    SolvedFrame,
    ik_rig,
    solve,
)
from kinegraph.creatures.ik.solved_pose import solved_pose
from kinegraph.creatures.playing.layer_evaluator import LayerEvaluator


@dataclass
class SlowLayer:
    """An animation under way."""

    bound: BoundAnimation
    time: float = 0.0
    weight: float = 1.0


class SlowActor:
    """As `Actor`, from the parts that have tests of their own, in Python."""

    def __init__(
        self,
        creature: Creature,
        bound: list[BoundAnimation],
        ground: Ground | None = None,
        style: str = "plain",
    ) -> None:
        self.creature = creature
        self.velocity, self.turn = (0.0, 0.0), 0.0
        self.targets: dict[str, Floats] = {}
        self.layers = [SlowLayer(layer) for layer in bound]
        self.gait = Gait(gait_rig(creature, gait_style(style)), ground)
        self.player = LayerEvaluator(creature, bound)
        walk = self.gait.goals
        placed = set(np.flatnonzero(walk.position_weights).tolist())
        turned = set(np.flatnonzero(walk.rotation_weights).tolist())
        for layer in bound:
            placed.update(layer.goal_bodies)
            turned.update(layer.aimed_bodies)
        self.ik = ik_rig(creature, placed - {creature.root}, turned - {creature.root})
        self.jiggles = jiggle_rig(creature, self.ik.free_bodies)
        self.state = self.jiggles.state()

    def step(self, seconds: float) -> list[Event]:
        """Advances everything; the events that were passed."""
        self.gait.step(self.velocity, self.turn, seconds)
        events = []
        for layer in self.layers:
            events += layer.bound.animation.events_between(layer.time, layer.time + seconds)
            layer.time += seconds
        goals = self._goals()
        solved = solve(self.ik, goals, self._ground_heights(goals.positions))
        origin, heading = self.placement
        solved, self.state = jiggle_frame(
            self.jiggles, self.state, solved, seconds, origin, quat_from_axis_angle([0.0, heading, 0.0])
        )
        self.solved = solved
        self.pose = self._in_world(solved, goals.deforms)
        return events

    @property
    def placement(self) -> tuple[Floats, float]:
        """Origin [m] and heading [rad]."""
        placed = self.gait.goals.placement
        return placed[:3].copy(), float(placed[3])

    def _goals(self) -> Goals:
        walk = self.gait.goals
        origin, heading = self.placement
        back = quat_conjugate(_about_y(heading))
        return self.player.goals(
            [layer.time for layer in self.layers],
            [layer.weight for layer in self.layers],
            {name: quat_rotate(back, place - origin) for name, place in self.targets.items()},
            under=walk,
            ground_heights=self._ground_heights(walk.positions),
        )

    def _ground_heights(self, places: Floats) -> Floats:
        origin, heading = self.placement
        world = origin + quat_rotate(_about_y(heading), places)
        return self.gait.ground.height(world[:, 0], world[:, 2]) - origin[1]

    def _in_world(self, solved: SolvedFrame, deforms: Floats) -> Pose:
        origin, heading = self.placement
        facing = _about_y(heading)
        placed = SolvedFrame(
            origin + quat_rotate(facing, solved.positions), quat_multiply(facing, solved.rotations)
        )
        return solved_pose(self.creature, placed, deforms)


def _about_y(angle: float) -> Floats:
    return quat_from_axis_angle(np.array([0.0, angle, 0.0]))
