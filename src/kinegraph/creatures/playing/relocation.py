"""Relocation: a walking creature is put down at another place, in the middle of whatever it does.

The whole state moves as one rigid body: feet that stand keep standing under the body, feet that fly go on
flying. Only heights are read anew, because the ground differs there.
"""

import math
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.tables import GaitState, GaitTables
from kinegraph.creatures.ik.jiggle_kernels import S_SPEED, S_STIFF, S_TIP

_STEEP = 1.0  # a rise per metre past which a place is an edge, not a slope to stand along


class Move(NamedTuple):
    """A turn about Y [rad] about a place, and the place that it goes to: (x, z) [m] each."""

    before: tuple[float, float]
    after: tuple[float, float]
    turn: float

    def places(self, x: Floats, z: Floats) -> tuple[Floats, Floats]:
        """The coordinates of places after the move."""
        dx, dz = self.directions(x - self.before[0], z - self.before[1])
        return self.after[0] + dx, self.after[1] + dz

    def directions(self, x: Floats, z: Floats) -> tuple[Floats, Floats]:
        """The components of directions after the move."""
        sine, cosine = math.sin(self.turn), math.cos(self.turn)
        return cosine * x + sine * z, cosine * z - sine * x


def relocate_walk(tables: GaitTables, state: GaitState, ground: Ground, move: Move) -> float:
    """Moves the state of a gait; returns by how much the body came up [m]."""
    feet, body, homes = state.feet, state.body, tables.feet[:, at.HOME_Y]
    below = ground.height(body[at.PLACE_X], body[at.PLACE_Z])
    body[at.PLACE_X], body[at.PLACE_Z] = move.places(body[at.PLACE_X], body[at.PLACE_Z])
    body[at.HEADING] += move.turn
    body[at.SINE], body[at.COSINE] = math.sin(body[at.HEADING]), math.cos(body[at.HEADING])
    raised = float(ground.height(body[at.PLACE_X], body[at.PLACE_Z]) - below)
    if len(feet):
        before = feet[:, at.FOOT_Y].mean()
        _relocate_feet(feet, homes, ground, move, (at.FOOT_X, at.FOOT_Y, at.FOOT_Z, at.RISE_X, at.RISE_Z))
        _relocate_feet(
            feet, homes, ground, move, (at.AIM_X, at.AIM_Y, at.AIM_Z, at.AIM_RISE_X, at.AIM_RISE_Z)
        )
        feet[:, [at.YAW, at.AIM_YAW]] += move.turn
        raised = float(feet[:, at.FOOT_Y].mean() - before)
    body[at.PLACE_Y] += raised
    return raised


def _relocate_feet(feet: Floats, homes: Floats, ground: Ground, move: Move, columns: tuple[int, ...]) -> None:
    """Moves places on the ground: their columns are x, y, z and the rise per metre along x and z."""
    x, z = move.places(feet[:, columns[0]], feet[:, columns[2]])
    normals = ground.normal(x, z)
    rises = -normals[:, [0, 2]] / normals[:, 1:2]
    rises[np.linalg.norm(rises, axis=1) > _STEEP] = 0.0
    feet[:, columns[0]], feet[:, columns[1]], feet[:, columns[2]] = x, ground.height(x, z) + homes, z
    feet[:, columns[3]], feet[:, columns[4]] = rises.T


def relocate_jiggles(state: Floats, move: Move, raised: float) -> None:
    """Moves the state of jiggles (see `jiggle_kernels`), so that tails and ears do not whip."""
    for first in (S_TIP, S_STIFF):
        state[:, first], state[:, first + 2] = move.places(state[:, first], state[:, first + 2])
        state[:, first + 1] += raised
    state[:, S_SPEED], state[:, S_SPEED + 2] = move.directions(state[:, S_SPEED], state[:, S_SPEED + 2])
