"""Actor: a creature that plays: bind, choose a variant, set targets and velocity, step, read the pose."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.pose import Pose
from kinegraph.core.rotations import quat_conjugate, quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.creatures.animation_events import Event
from kinegraph.creatures.binding import BoundAnimation, bind
from kinegraph.creatures.creature import Creature
from kinegraph.creatures.evaluation import Goals, Player
from kinegraph.creatures.gait import Gait
from kinegraph.creatures.gait_rig import gait_rig
from kinegraph.creatures.gait_styles import gait_style
from kinegraph.creatures.general_animation import GeneralAnimation
from kinegraph.creatures.ground import Ground
from kinegraph.creatures.particle_ik import IkGoals, SolvedFrame, ik_rig, solve
from kinegraph.creatures.solved_pose import solved_pose


@dataclass
class Playing:
    """An animation under way on an actor: its time [s] and weight (0 to 1) may be changed at any moment."""

    bound: BoundAnimation
    time: float = 0.0
    weight: float = 1.0


class Actor:
    """One creature on the ground, with the animations that it plays over its gait.

    velocity: To its left and forward, in its own frame [m/s].  turn: To its left [rad/s].
    targets: External targets by name, in the world [m]; until one is set it is where its animation puts it.
    pose: Of the last step, in the world.
    """

    def __init__(self, creature: Creature, ground: Ground | None = None, style: str = "plain"):
        self.creature = creature
        self.velocity: tuple[float, float] = (0.0, 0.0)
        self.turn = 0.0
        self.targets: dict[str, Floats] = {}
        self.layers: tuple[Playing, ...] = ()
        self._gait = Gait(gait_rig(creature, gait_style(style)), ground)
        self._prepare(())
        self.step(0.0)

    def play(self, animation: GeneralAnimation | BoundAnimation, *, variant: int = 0) -> Playing:
        """Starts an animation over those that play already."""
        if isinstance(animation, GeneralAnimation):
            animation = bind(animation, self.creature).play(variant)
        playing = Playing(animation)
        self._prepare((*self.layers, playing))
        return playing

    def stop(self, playing: Playing) -> None:
        """Takes an animation away; fade its weight to 0 before, if it should not be seen to go."""
        self._prepare(tuple(layer for layer in self.layers if layer is not playing))

    def set_target(self, name: str, place: ArrayLike) -> None:
        """Puts an external target somewhere in the world."""
        where = np.array(place, dtype=np.float64)
        if where.shape != (3,) or not np.isfinite(where).all():
            raise InvalidValue(f"The target {name!r} needs a place of three finite numbers.")
        self.targets[name] = where

    def step(self, seconds: float) -> list[Event]:
        """Advances gait and animations, 0 to 1 s; returns the events that were passed."""
        self._gait.step(self.velocity, self.turn, seconds)
        events = self._advance(seconds)
        goals = self._goals()
        solved = solve(self._ik, self._ik_goals(goals))
        self.solved, self.goals = solved, goals
        self.pose = self._in_world(solved, goals.deforms)
        return events

    @property
    def pose_in_place(self) -> Pose:
        """The pose in character space: as if it had not walked."""
        return solved_pose(self.creature, self.solved, self.goals.deforms)

    @property
    def placement(self) -> tuple[Floats, float]:
        """Where its origin is in the world [m], and its heading about Y [rad]."""
        placed = self._gait.goals.placement
        return placed[:3].copy(), float(placed[3])

    @property
    def planted(self) -> dict[int, bool]:
        """Whether each of its feet stands."""
        return dict(zip(self._gait.rig.feet, self._gait.planted.tolist(), strict=True))

    def _prepare(self, layers: Iterable[Playing]) -> None:
        self.layers = tuple(layers)
        bound = [layer.bound for layer in self.layers]
        self._player = Player(self.creature, bound)
        walk = self._gait.goals
        placed = set(np.flatnonzero(walk.position_weights).tolist())
        turned = set(np.flatnonzero(walk.rotation_weights).tolist())
        for layer in bound:
            placed.update(layer.goal_bodies)
            turned.update(layer.aimed_bodies)
        root = {self.creature.root}
        self._ik = ik_rig(self.creature, placed - root, turned - root)

    def _advance(self, seconds: float) -> list[Event]:
        events: list[Event] = []
        for layer in self.layers:
            after = layer.time + seconds
            events += layer.bound.animation.events_between(layer.time, after)
            layer.time = after
        return events

    def _goals(self) -> Goals:
        walk = self._gait.goals
        under = Goals(
            walk.root_position,
            walk.root_rotation,
            walk.positions,
            walk.position_weights,
            walk.rotations,
            walk.rotation_weights,
            np.zeros(len(self.creature.deforms)),
        )
        origin, heading = self.placement
        back = quat_conjugate(_about_y(heading))
        known = {
            name: quat_rotate(back, place - origin)
            for name, place in self.targets.items()
            if name in self._player.target_names
        }
        return self._player.goals(
            [layer.time for layer in self.layers],
            [layer.weight for layer in self.layers],
            known,
            under=under,
            ground_heights=self._ground_heights(walk.positions),
        )

    def _ik_goals(self, goals: Goals) -> IkGoals:
        return IkGoals(
            goals.root_position,
            goals.root_rotation,
            goals.goal_positions,
            goals.position_weights,
            goals.goal_rotations,
            goals.rotation_weights,
            self._ground_heights(goals.goal_positions),
        )

    def _ground_heights(self, places: Floats) -> Floats:
        """(B,) the ground under places in character space, itself in character space [m]."""
        origin, heading = self.placement
        world = origin + quat_rotate(_about_y(heading), places)
        return self._gait.ground.height(world[:, 0], world[:, 2]) - origin[1]

    def _in_world(self, solved: SolvedFrame, deforms: Floats) -> Pose:
        origin, heading = self.placement
        turn = _about_y(heading)
        placed = SolvedFrame(
            origin + quat_rotate(turn, solved.positions), quat_multiply(turn, solved.rotations)
        )
        return solved_pose(self.creature, placed, deforms)


def _about_y(angle: float) -> Floats:
    return quat_from_axis_angle(np.array([0.0, angle, 0.0]))
