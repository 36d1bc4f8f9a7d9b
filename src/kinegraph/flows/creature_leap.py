"""Leaps of creatures: crouch, take-off, flight on a drawn arc with tucked legs, landing.

Poses are solved in the creature's own space, with goals like those of its gait; then the whole body is placed
in the world and turned. So the same leap works for two legs, six, or none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import (
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
    quat_rotate,
    slerp,
)
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.leg import Leg
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.ik.particle_ik import (
    IkRig,
    solve,
)
from kinegraph.creatures.ik.solved_pose import local_motion
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.step_rig import kept_gait, step_rig

Frames = tuple[
    Floats, Floats
]  # (F, J, 3), (F, J, 4): joints in their parents' frames, the first in the world
UP, LEVEL = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 1.0])
_UNTURNED = np.array([0.0, 0.0, 0.0, 1.0])
_TUCK, _SPREAD, _PITCH = 0.42, 0.3, 0.3  # of the way to the hip; [leg lengths]; [rad]
_FOLDED, _OPENED = 0.28, 0.24  # shares of the flight in which legs fold and unfold
_CLEAR, _DEEPEST = 0.7, 0.22  # depth of the crouch: share of the room under its belly, and most [leg lengths]
_DEEP = 1e3  # [m] depth of a ground that inverse kinematics never reaches


@dataclass(frozen=True, eq=False)
class LeapBody:
    """Measures of a creature for its leaps.

    feet: Bodies that stand. seats, homes: (N, 3) places of the hips and of the feet at rest [m].
    leg: Length of its longest leg; without legs, half its height [m].
    give: Depth of its crouch [m]; 0 without legs.
    root: (3,) its root at rest. middle: (3,) from there to the middle of its bodies, the centre of its turns.
    """

    creature: Creature
    rig: IkRig
    feet: tuple[int, ...]
    seats: Floats
    homes: Floats
    leg: float
    give: float
    root: Floats
    middle: Floats


def body_of(creature: Creature) -> LeapBody:
    """Measures a creature for its leaps."""
    gait = kept_gait(creature, "plain")
    legs = [leg for leg in creature.legs if leg.foot in gait.feet]
    feet = tuple(leg.foot for leg in legs)
    long = max(max((leg.length for leg in legs), default=0.5 * float(creature.size[1])), 1e-3)
    root = creature.rest_positions[creature.root]
    middle = creature.rest_positions.mean(axis=0) - root
    return LeapBody(
        creature,
        step_rig(creature, gait, ()).ik,
        feet,
        np.array([creature.rest_positions[leg.bodies[0]] for leg in legs]).reshape(-1, 3),
        creature.rest_handles[list(feet)].reshape(-1, 3),
        long,
        _give(creature, legs, long),
        root,
        middle * [0.0, 1.0, 1.0],
    )


def _give(creature: Creature, legs: Sequence[Leg], long: float) -> float:
    if not legs:
        return 0.0
    inner = sorted({*range(len(creature))} - {body for leg in legs for body in leg.bodies})
    radii = np.array([creature.character.bodies[body].radius for body in inner])
    clear = float((creature.rest_positions[inner, 1] - radii).min())
    return float(np.clip(_CLEAR * clear, 0.0, _DEEPEST * long))


@dataclass(frozen=True, eq=False)
class LeapArc:
    """The flight path of the root: constant level speed, two parabolas up to the top and down from it.

    start, end: (3,) [m]. top: Height of its highest place [m]. times: Of start, top and end [s].
    """

    start: Floats
    top: float
    end: Floats
    times: tuple[float, float, float]

    def share(self, times: Floats) -> Floats:
        """(F,) share of the flight that has passed, 0 to 1."""
        return (times - self.times[0]) / (self.times[2] - self.times[0])

    def places(self, times: Floats) -> Floats:
        """(F, 3) places of the root [m]."""
        level = self.start + self.share(times)[:, None] * (self.end - self.start)
        low = np.where(times < self.times[1], self.start[1], self.end[1])
        return level * LEVEL + (self.top - (self.top - low) * (1.0 - self.rise(times)))[:, None] * UP

    def rise(self, times: Floats) -> Floats:
        """(F,) share of the rise, 0 at the ends and 1 at the top."""
        up, down = self.times[1] - self.times[0], self.times[2] - self.times[1]
        away = np.where(times < self.times[1], (self.times[1] - times) / up, (times - self.times[1]) / down)
        return 1.0 - np.clip(away, 0.0, 1.0) ** 2

    @property
    def velocities(self) -> tuple[Floats, Floats]:
        """(3,) at take-off and (3,) at landing [m/s]."""
        level = (self.end - self.start) * LEVEL / (self.times[2] - self.times[0])
        up = 2.0 * (self.top - self.start[1]) / (self.times[1] - self.times[0])
        down = 2.0 * (self.top - self.end[1]) / (self.times[2] - self.times[1])
        return level + up * UP, level - down * UP


@dataclass(frozen=True, eq=False)
class ActorStance:
    """The goals of a gait at one moment, and the place of the creature in the world.

    goals: In its own space. place: (3,) of its origin [m]. heading: [rad].
    """

    goals: Goals
    place: Floats
    heading: float

    @property
    def root(self) -> Floats:
        """(3,) the root in the world [m]."""
        return self.place + quat_rotate(_facing(self.heading), self.goals.root_position)

    def feet(self, body: LeapBody) -> Floats:
        """(N, 3) places of the feet in the world [m]."""
        own = self.goals.positions[list(body.feet)].reshape(-1, 3)
        return self.place + quat_rotate(_facing(self.heading), own)


def stance_of(actor: Actor) -> ActorStance:
    """The present stance of an actor's gait."""
    place, heading = actor.placement
    return ActorStance(actor.goals, place, heading)


@dataclass(frozen=True, eq=False)
class CarriedPoses:
    """Poses of a creature that are not moved by its gait.

    goals: For inverse kinematics, in its own space.
    places: (F, 3) of its origin in the world [m]. headings: (F,) [rad].
    turns: (F, 4) rotation of the whole body about its middle, in its own frame.
    """

    goals: Goals
    places: Floats
    headings: Floats
    turns: Floats


def solve_frames(body: LeapBody, carried: CarriedPoses) -> Frames:
    """Solves carried poses and places them in the world."""
    solved = solve(body.rig, carried.goals, np.full(carried.goals.position_weights.shape, -_DEEP))
    around = (carried.goals.root_position + body.middle)[:, None]
    facing = _facing(carried.headings[:, None])
    turned = quat_rotate(carried.turns[:, None], solved.positions - around) + around
    positions = carried.places[:, None] + quat_rotate(facing[:, None], turned)
    rotations = quat_multiply(quat_multiply(facing, carried.turns)[:, None], solved.rotations)
    return local_motion(body.creature, positions, rotations)


def shift_stances(
    body: LeapBody, stances: Sequence[ActorStance], shift: Floats, feet: Floats | None = None
) -> CarriedPoses:
    """Stances with the body moved by `shift` (F, 3) in the world, while the feet stay or move to `feet`.

    feet: (F, N, 3) in the world [m].
    """
    headings = np.array([stance.heading for stance in stances])
    places = np.array([stance.place for stance in stances])
    back = _facing(-headings[:, None])
    own = quat_rotate(back, shift)
    goals = [stance.goals for stance in stances]
    standing = list(body.feet)
    positions = np.array([goal.positions for goal in goals]) + own[:, None]
    positions[:, standing] = (
        np.array([goal.positions[standing] for goal in goals])
        if feet is None
        else quat_rotate(back[:, None], feet - places[:, None])
    )
    asked = Goals(
        np.array([goal.placement for goal in goals]),
        np.array([goal.root_position for goal in goals]) + own,
        np.array([goal.root_rotation for goal in goals]),
        positions,
        np.array([goal.position_weights for goal in goals]),
        np.array([goal.rotations for goal in goals]),
        np.array([goal.rotation_weights for goal in goals]),
        np.array([goal.deforms for goal in goals]),
    )
    return CarriedPoses(asked, places, headings, np.tile(_UNTURNED, (len(stances), 1)))


def plan_flight(
    body: LeapBody,
    arc: LeapArc,
    times: Floats,
    *,
    headings: tuple[float, float],
    from_feet: Floats,
    turns: Floats,
    twist: Floats,
    spread: float,
) -> CarriedPoses:
    """Poses of a creature in the air.

    times: (F,) from take-off to landing [s].
    headings: At take-off and at landing [rad].
    from_feet: (N, 3) its feet at take-off in the world [m].
    turns: (F, 3) rotation vectors of its whole body. twist: (F,) about the vertical [rad].
    spread: Reach of the fore legs forward and the hind legs back, 0 to 1.
    """
    share = arc.share(times)
    facing = headings[0] + smoothstep(share) * _shorter(headings[1] - headings[0]) + twist
    left = body.root + quat_rotate(_facing(-headings[0]), from_feet - arc.start)
    folded, opened = smoothstep(share / _FOLDED), smoothstep((share - 1.0 + _OPENED) / _OPENED)
    tucked = body.seats + (1.0 - _TUCK) * (body.homes - body.seats)
    reach = spread * _SPREAD * body.leg * np.sin(np.pi * share)
    long = bool(len(body.homes)) and np.ptp(body.homes[:, 2]) > 0.3 * body.leg
    ahead = np.sign(body.homes[:, 2] - body.root[2]) * long
    air = tucked + reach[:, None, None] * ahead[:, None] * [0.0, 0.35, 1.0]
    feet = left + folded[:, None, None] * (air - left)
    feet = feet + opened[:, None, None] * (body.homes - feet)
    pitch = -_PITCH * spread * np.sin(2.0 * np.pi * share)
    about = turns + pitch[:, None] * [1.0, 0.0, 0.0]
    goals = rest_goals(body.creature, len(times))
    goals.positions[:, list(body.feet)] = feet
    goals.position_weights[:, list(body.rig.goal_bodies)] = 1.0
    places = arc.places(times) - quat_rotate(_facing(facing[:, None]), body.root)
    return CarriedPoses(goals, places, facing, quat_from_axis_angle(about))


def lift_flight(carried: CarriedPoses, arc: LeapArc, times: Floats, sunk: Floats) -> CarriedPoses:
    """The same flight, higher, so that no part goes through the ground.

    sunk: (F,) depth of the lowest part under the ground [m]; negative above it.
    """
    rise = arc.rise(times)
    need = float(np.max(np.where(rise > 0.05, sunk / np.maximum(rise, 0.05), 0.0), initial=0.0))
    if need <= 0.0:
        return carried
    return replace(carried, places=carried.places + (need * rise)[:, None] * UP)


def flip_turns(name: str, turns: float, share: Floats) -> tuple[Floats, Floats]:
    """(F, 3) rotation vectors of a body and (F,) its twist [rad], at shares of a motion's flight."""
    eased = smoothstep((share - 0.08) / 0.84)
    whole = 2.0 * np.pi * max(float(turns), 1.0)
    sense = {"front_flip": 1, "front_handspring": 1, "twist_flip": 1, "back_flip": -1, "back_handspring": -1}
    over = sense.get(name, 0) * whole
    around = 2.0 * np.pi if name in ("twist_flip", "butterfly") else 0.0
    tilt = 0.9 * np.sin(np.pi * share) if name == "butterfly" else np.zeros(len(share))
    return eased[:, None] * [over, 0.0, 0.0] + tilt[:, None] * [1.0, 0.0, 0.0], around * eased


def world_of(creature: Creature, frames: Frames, fps: float) -> WorldTransforms:
    """Transforms of the joints in the world."""
    offsets, local = frames
    return forward_kinematics(Clip(creature.character.skeleton, fps, offsets[:, 0], local, offsets))


def mix_frames(first: Frames, second: Frames, share: Floats) -> Frames:
    """Poses between two, joint by joint: 0 the first, 1 the second."""
    offsets = first[0] + share[:, None, None] * (second[0] - first[0])
    return offsets, quat_normalize(
        slerp(first[1], second[1], np.broadcast_to(share[:, None], first[1].shape[:2]))
    )


def _facing(headings: Floats | float) -> Floats:
    return np.asarray(quat_from_axis_angle(np.asarray(headings) * UP))


def _shorter(angle: float) -> float:
    return float((angle + np.pi) % (2.0 * np.pi) - np.pi)
