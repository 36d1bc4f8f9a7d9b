"""Gait: the walk of one creature. Takes a velocity and a time; writes placement, root and foot goals."""

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.rig import GaitRig
from kinegraph.creatures.gait.step_kernels import gait_frame
from kinegraph.creatures.gait.tables import GaitState


class Gait:
    """One creature's walk: a rig, the ground, and a state.

    rig: From `gait_rig(creature, style)`; may be replaced during the walk by one of another style or plan.
    state: Plain arrays (see `tables`); a copy can be restored later.
    goals: The goals of the last frame; overwritten by each step.
    """

    def __init__(
        self,
        rig: GaitRig,
        ground: Ground | None = None,
        *,
        x: float = 0.0,
        z: float = 0.0,
        heading: float = 0.0,
    ) -> None:
        self._ground = ground or Ground()
        self._table = self._ground.table
        self._rig = rig
        self.state: GaitState = rig.standing(self._ground, x, z, heading)
        self.goals: Goals = rest_goals(rig.creature)
        self.step((0.0, 0.0), 0.0, 0.0)

    @property
    def rig(self) -> GaitRig:
        """The tables of its gait."""
        return self._rig

    @rig.setter
    def rig(self, rig: GaitRig) -> None:
        self.state = rig.continue_walk(self.state, self._rig)
        self._rig = rig

    @property
    def ground(self) -> Ground:
        """The ground that it walks on."""
        return self._ground

    def step(self, velocity: tuple[float, float], turn: float, seconds: float) -> Goals:
        """Advances the walk.

        velocity: To its left (+X) and forward (+Z), in its own frame [m/s].
        turn: To its left, about Y [rad/s].
        seconds: Since the last frame, 0 to 1.
        """
        if not (np.isfinite(velocity).all() and np.isfinite(turn) and 0.0 <= seconds <= 1.0):
            raise InvalidValue("A gait needs a finite velocity and turn, and a frame of 0 to 1 seconds.")
        gait_frame(
            self.rig.tables,
            self._table,
            self.state,
            float(velocity[0]),
            float(velocity[1]),
            float(turn),
            float(seconds),
            self.goals,
        )
        return self.goals

    @property
    def idle(self) -> bool:
        """True if it stands with all feet in their places, and will stay so until commanded."""
        return bool(self.state.body[at.IDLE])

    @property
    def planted(self) -> np.ndarray:
        """(N,) whether each foot stands, in the order of `rig.feet`."""
        return self.state.feet[:, at.FLIGHT] < 0.0
