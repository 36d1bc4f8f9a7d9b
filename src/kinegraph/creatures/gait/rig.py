"""GaitRig: the tables of a creature's gait in a style."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.body import Cap
from kinegraph.core.kernels.own_arrays import own_arrays
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.leg import Leg
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.leg_groups import LegGroup, leg_groups, step_order
from kinegraph.creatures.gait.parameters import CRAWL, gait_parameters
from kinegraph.creatures.gait.plan import GaitPlan
from kinegraph.creatures.gait.plan_rows import plan_rows
from kinegraph.creatures.gait.styles import PLAIN, GaitStyle
from kinegraph.creatures.gait.tables import GaitState, GaitTables

_DANGLING = 0.3  # leg lengths: a foot that rests higher and cannot reach the ground hangs
_STRETCHED = 0.97  # share of its length to which a leg extends in a stride
# Height of a seat as a share of its leg's length from which a foot is lifted fully, and the least share of
# its lift: a foot that is lifted nearly as high as its seat folds its leg up.
_STANDS, _LEAST_LIFT = 0.65, 0.5
_SINKING = 0.12  # share of the hip's height that the body may sink for a long step
_ROOM_LEAST, _ROOM_MOST = 0.12, 0.6  # [leg lengths]
_SOLE = 0.2  # [leg lengths] longer soles are laid flat on the ground; shorter feet are points
_POINT = 0.5  # weight with which feet that are points keep their orientation: free ones flip as they lift
_ANKLE_STRETCH = 1.08  # share of its path up to which a leg follows an ankle that a flat sole holds
# Angular frequencies of the springs that carry the body (height, hips, tilt) and of the feet's roll
# [rad / natural period].
_SPRINGS, _ROLL_SPRING = np.array([10.0, 22.0, 9.0]), 26.0
_AGAINST = -0.8  # share of the hips' twist that a chest with arms takes
_RESPONSE = 0.35  # [natural periods] each of the two lags with which the body follows its command


@dataclass(frozen=True, eq=False)
class GaitRig:
    """A creature's gait, ready to run.

    mode: WALKING, CARRIED (an inchworm, a lamp: spine bodies are the feet) or FLOATING.
    feet: The foot bodies, in the rows of the tables.
    groups: Legs of like length; leg numbers count in `feet`.
    orders: The feet of each group in the order in which plans count them.
    tables: For the kernels.
    """

    creature: Creature
    mode: int
    feet: tuple[int, ...]
    groups: tuple[LegGroup, ...]
    orders: tuple[tuple[int, ...], ...]
    tables: GaitTables

    @cached_property
    def goal_bodies(self) -> tuple[int, ...]:
        """The bodies, without the root, that get position goals: feet, other hips, the head of a hopper."""
        bodies = {*self.feet, *self.tables.hip_bodies.tolist()}
        if self.mode == at.CARRIED and len(self.feet) > 1:
            bodies = set(self.feet)
        return tuple(sorted(bodies - {self.creature.root}))

    @cached_property
    def aimed_bodies(self) -> tuple[int, ...]:
        """The bodies, without the root, that get orientation goals: flat soles, other hips, steady bodies."""
        flat = self.tables.numbers[self.tables.feet[:, at.TURNS] > 0.0, at.BODY].tolist()
        bodies = {*flat, *self.tables.steady_bodies.tolist()}
        if self.mode == at.WALKING:
            bodies.update(self.tables.hip_bodies.tolist())
        return tuple(sorted(bodies - {self.creature.root}))

    def standing(
        self, ground: Ground | None = None, x: float = 0.0, z: float = 0.0, heading: float = 0.0
    ) -> GaitState:
        """The state of a creature that stands on its rest places at (x, z), facing `heading` [rad]."""
        ground = ground or Ground()
        rows = self.tables.feet
        state = GaitState(
            np.zeros((len(rows), at.STATE_FOOT_COLUMNS)),
            np.zeros(at.STATE_BODY_COLUMNS),
            np.zeros((len(self.tables.hips), at.STATE_HIP_COLUMNS)),
            self.tables.parameters[:, 0].copy(),
        )
        sine, cosine = math.sin(heading), math.cos(heading)
        feet = state.feet
        home_x, home_z = rows[:, at.HOME_X], rows[:, at.HOME_Z]
        feet[:, at.FOOT_X] = x + cosine * home_x + sine * home_z
        feet[:, at.FOOT_Z] = z + cosine * home_z - sine * home_x
        feet[:, at.FOOT_Y] = ground.height(feet[:, at.FOOT_X], feet[:, at.FOOT_Z]) + rows[:, at.HOME_Y]
        normals = ground.normal(feet[:, at.FOOT_X], feet[:, at.FOOT_Z])
        feet[:, at.RISE_X], feet[:, at.RISE_Z] = (
            -normals[:, 0] / normals[:, 1],
            -normals[:, 2] / normals[:, 1],
        )
        feet[:, at.YAW], feet[:, at.FLIGHT], feet[:, at.AGE] = heading, -1.0, 1e3
        feet[:, at.WEIGHT] = rows[:, at.LOAD]
        under = feet[:, at.FOOT_Y] - rows[:, at.HOME_Y] if len(rows) else ground.height([x], [z])
        state.body[at.PLACE_X], state.body[at.PLACE_Y], state.body[at.PLACE_Z] = x, under.mean(), z
        state.body[at.HEADING], state.body[at.IDLE] = heading, 1.0
        state.body[at.SINE], state.body[at.COSINE] = sine, cosine
        return state

    def continue_walk(self, state: GaitState, before: "GaitRig") -> GaitState:
        """The state of a walk that began with another rig of this creature; feet and body stay in place."""
        now = self.tables.parameters[:, 0].copy()
        rows, old = self.tables.numbers[:, at.GROUP], before.tables.numbers[:, at.GROUP]
        for foot in range(len(rows)):
            now[rows[foot]] = state.now[old[foot]]
        return state._replace(now=now)


def gait_rig(creature: Creature, style: GaitStyle | GaitPlan = PLAIN) -> GaitRig:
    """Prepares a creature's gait.

    style: Changes to the authored gaits, for all legs, or a plan.
    """
    legs = tuple(leg for leg in creature.legs if not _dangles(creature, leg))
    mode = at.WALKING if legs else _without_legs(creature)
    if mode == at.WALKING:
        feet, index, groups = _leg_rows(creature, legs)
        keys = [gait_parameters(len(group.legs)) for group in groups]
    elif mode == at.CARRIED:
        feet, index, groups = _spine_rows(creature)
        keys = [CRAWL if len(feet) > 1 else gait_parameters(1)]
    else:
        feet, index, groups, keys = np.empty((0, at.FOOT_COLUMNS)), np.empty((0, 3), dtype=np.int64), (), []
    rows = plan_rows(style, groups, keys, feet, index)
    if mode == at.WALKING:
        feet[:, at.LIFT_SCALE] *= _lift_shares(feet, np.array([leg.length for leg in legs]))
    bodies, places = _hips(creature, index, legs, mode)
    tables = GaitTables(
        index,
        kernel_floats(feet),
        kernel_floats(_group_rows([groups[number] for number in rows.groups])),
        rows.parameters,
        kernel_floats(places),
        kernel_floats(creature.rest_rotations[bodies]),
        np.array(bodies, dtype=np.int64),
        *_steady(creature, mode, bodies),
        kernel_floats(_body_row(creature, mode, feet, index, groups, bodies, places, rows.styles)),
        rows.paths,
    )
    bodies_of_feet = tuple(index[:, at.BODY].tolist())
    return GaitRig(creature, mode, bodies_of_feet, groups, rows.orders, own_arrays(tables))


def _dangles(creature: Creature, leg: Leg) -> bool:
    """True if a foot hangs in the air at rest and cannot reach the ground."""
    sole, seat = creature.rest_handles[leg.foot], creature.rest_positions[leg.bodies[0]]
    return bool(sole[1] > _DANGLING * leg.length and seat[1] > _STRETCHED * leg.length)


def _without_legs(creature: Creature) -> int:
    """The gait of a creature without legs: an upright one hops, a lying one crawls, others float."""
    spine = creature.rest_positions[list(creature.spine)]
    if Cap.FOOT in creature.caps[creature.root]:
        return at.CARRIED
    lies = len(spine) > 2 and np.ptp(spine[:, 2]) > 1.2 * np.ptp(spine[:, 1])
    return at.CARRIED if lies and not creature.bodies_with(Cap.WING) else at.FLOATING


def _leg_rows(creature: Creature, legs: Sequence[Leg]) -> tuple[Floats, np.ndarray, tuple[LegGroup, ...]]:
    groups = leg_groups([leg.length for leg in legs])
    rows = np.zeros((len(legs), at.FOOT_COLUMNS))
    index = np.zeros((len(legs), 3), dtype=np.int64)
    homes = np.array([creature.rest_handles[leg.foot] for leg in legs])
    hips = sorted({leg.hip for leg in legs} | {creature.root})
    for row, (leg, home) in enumerate(zip(legs, homes, strict=True)):
        seat = creature.rest_positions[leg.bodies[0]]
        toe, heel = _sole(creature, leg.foot)
        flat = toe + heel > _SOLE * leg.length
        on_ground = home[1] if home[1] <= _DANGLING * leg.length else 0.0
        reach = max(float(np.linalg.norm(home - seat)), _STRETCHED * leg.length)
        rows[row, at.HOME_X : at.HOME_Z + 1] = home[0], on_ground, home[2]
        rows[row, at.SEAT_X : at.SEAT_Z + 1] = seat
        rows[row, at.REACH] = reach
        rows[row, [at.ROOM_X, at.ROOM_Z]] = _room(seat, home, reach, leg.length)
        # A leg of one bone bends only at the ankle, and would push it into the ground: its foot stays level.
        held = 1.0 if len(leg.bodies) == 2 else _POINT
        rows[row, [at.TOE, at.HEEL, at.TURNS]] = (toe, heel, 1.0) if flat else (0.0, 0.0, held)
        rows[row, at.ANKLE_X : at.ANKLE_REACH + 1] = _ankle(creature, leg) if flat else 0.0
        rows[row, at.REST_X : at.REST_W + 1] = creature.rest_rotations[leg.foot]
        index[row, at.BODY], index[row, at.HIP] = leg.foot, hips.index(leg.hip)
    for number, group in enumerate(groups):
        chosen = list(group.legs)
        index[chosen, at.GROUP] = number
        rows[np.ix_(chosen, [at.SIDE_STEP, at.ROW_STEP, at.FIXED_STEP])] = step_order(
            homes[chosen][:, [0, 2]]
        )
    thick = [float(np.mean([creature.character.bodies[body].radius for body in leg.bodies])) for leg in legs]
    _keep_apart(rows, homes, np.array([leg.length for leg in legs]), np.array(thick))
    return rows, index, groups


def _ankle(creature: Creature, leg: Leg) -> Floats:
    """(4,) the ankle from the handle at rest, and its reach from the leg's seat [m]."""
    joints = creature.rest_positions[list(leg.bodies)]
    path = float(np.linalg.norm(np.diff(joints, axis=0), axis=1).sum())
    reach = max(_ANKLE_STRETCH * path, float(np.linalg.norm(joints[-1] - joints[0])))
    return np.append(joints[-1] - creature.rest_handles[leg.foot], reach)


def _sole(creature: Creature, foot: int, *, toes: bool = True) -> tuple[float, float]:
    """Lengths of a foot, with its toes, in front of and behind its handle at rest [m], rounded."""
    skeleton = creature.character.skeleton
    corners = []
    for body in skeleton.descendants(foot) if toes else (foot,):
        box = creature.character.bodies[body].box
        every = np.array([[box[i, 0], box[j, 1], box[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
        corners.append(creature.rest_positions[body] + quat_rotate(creature.rest_rotations[body], every))
    along = np.concatenate(corners)[:, 2] - creature.rest_handles[foot, 2]
    return 0.85 * max(float(along.max()), 0.0), 0.85 * max(-float(along.min()), 0.0)


def _lift_shares(feet: Floats, lengths: Floats) -> Floats:
    """(N,) share of its lift that a foot is lifted by: less for long legs on a low body, as a spider's."""
    heights = feet[:, at.SEAT_X + 1] - feet[:, at.HOME_X + 1]
    return np.clip(heights / (_STANDS * lengths), _LEAST_LIFT, 1.0)


def _room(seat: Floats, home: Floats, reach: float, length: float) -> tuple[float, float]:
    """Largest distance of a foot from its rest place, sideways and along, with the body lowered [m]."""
    low = (1.0 - _SINKING) * max(seat[1] - home[1], 0.0)
    flat = math.sqrt(max(reach**2 - low**2, (0.3 * length) ** 2))
    ox, oz = abs(home[0] - seat[0]), abs(home[2] - seat[2])
    rooms = math.sqrt(max(flat**2 - oz**2, 0.0)) - ox, math.sqrt(max(flat**2 - ox**2, 0.0)) - oz
    sideways, along = np.clip(rooms, _ROOM_LEAST * length, _ROOM_MOST * length).tolist()
    return sideways, along


def _keep_apart(rows: Floats, homes: Floats, lengths: Floats, thick: Floats) -> None:
    """Narrows the room of feet whose neighbours are near: beside them, or before and behind.

    thick: How thick legs are: a leg that reaches back and one that reaches forward go past each other.
    """
    for a in range(len(rows)):
        for b in range(len(rows)):
            dx, dz = abs(homes[a, 0] - homes[b, 0]), abs(homes[a, 2] - homes[b, 2])
            if a == b or max(dx, dz) < 0.02 * lengths[a]:
                continue  # two feet in one place
            if dx >= dz:
                rows[a, at.ROOM_X] = min(rows[a, at.ROOM_X], max(0.4 * dx, 0.04 * lengths[a]))
            elif dx < 0.35 * lengths[a]:
                room = min(0.42 * dz, 0.5 * dz - 0.75 * (thick[a] + thick[b]))
                rows[a, at.ROOM_Z] = min(rows[a, at.ROOM_Z], max(room, 0.08 * lengths[a]))


def _spine_rows(creature: Creature) -> tuple[Floats, np.ndarray, tuple[LegGroup, ...]]:
    """Pseudo-feet: the ends of a spine that lies, or the one body that stands (paper, 4.2)."""
    stands = Cap.FOOT in creature.caps[creature.root]
    ends = sorted((creature.spine[0], creature.spine[-1]), key=lambda body: creature.rest_positions[body, 2])
    bodies = [creature.root] if stands else ends
    length = max(float(creature.size[1] if stands else creature.limb_lengths[creature.root]), 1e-3)
    length *= 0.5 if stands else 1.0
    rows, index = np.zeros((len(bodies), at.FOOT_COLUMNS)), np.zeros((len(bodies), 3), dtype=np.int64)
    for row, body in enumerate(bodies):
        home = creature.rest_handles[body]
        rows[row, at.HOME_X : at.HOME_Z + 1] = home
        rows[row, at.SEAT_X : at.SEAT_Z + 1] = home
        rows[row, [at.REACH, at.ROOM_X, at.ROOM_Z]] = (
            10.0 * length,
            0.15 * length,
            (0.5 if stands else 0.16) * length,
        )
        rows[row, at.ROW_STEP] = row
        rows[row, at.TURNS] = 1.0
        if stands:
            rows[row, [at.TOE, at.HEEL]] = _sole(creature, body, toes=False)
        rows[row, at.REST_X : at.REST_W + 1] = creature.rest_rotations[body]
        index[row, at.BODY] = body
    return rows, index, leg_groups([length] * len(bodies))


def _group_rows(groups: Sequence[LegGroup]) -> Floats:
    rows = np.zeros((len(groups), 4))
    for row, group in zip(rows, groups, strict=True):
        natural = math.sqrt(group.length / at.GRAVITY)
        row[:] = float(group.rate), group.length, natural, math.exp(-_ROLL_SPRING * at.TICK / natural)
    return rows


def _hips(creature: Creature, index: np.ndarray, legs: Sequence[Leg], mode: int) -> tuple[list[int], Floats]:
    if mode == at.FLOATING:
        return [], np.empty((0, 3))
    bodies = (
        [creature.spine[-1]] if mode == at.CARRIED else sorted({leg.hip for leg in legs} | {creature.root})
    )
    places = creature.rest_handles if mode == at.CARRIED else creature.rest_positions
    return bodies, places[bodies]


def _steady(creature: Creature, mode: int, hips: Sequence[int]) -> tuple[Floats, np.ndarray]:
    """The steady bodies: a head that looks ahead, and a chest with arms that turns against the hips."""
    found: dict[int, tuple[float, float]] = {}
    if mode == at.WALKING:
        for arm in creature.bodies_with(Cap.GRASPER):
            found[int(creature.spine_of[arm])] = (_AGAINST, 0.8)
        found[creature.spine[-1]] = (0.0, 0.35)
    bodies = sorted(body for body in found if body not in hips)
    rows = [[*found[body], *creature.rest_rotations[body]] for body in bodies]
    return kernel_floats(np.array(rows).reshape(-1, 6)), np.array(bodies, dtype=np.int64)


def _body_row(
    creature: Creature,
    mode: int,
    feet: Floats,
    index: np.ndarray,
    groups: Sequence[LegGroup],
    hips: Sequence[int],
    places: Floats,
    styles: Sequence[GaitStyle],
) -> Floats:
    row = np.zeros(at.BODY_COLUMNS)
    leader = max(groups, key=lambda group: (len(group.legs), group.length), default=None)
    response = styles[groups.index(leader)].response if leader else 1.0
    scale = leader.length if leader else float(creature.size.max())
    period = math.sqrt(scale / at.GRAVITY)
    row[[at.MODE, at.SCALE, at.PERIOD]] = mode, scale, period
    row[at.RESPONSE] = _RESPONSE * period * response
    row[at.COMMAND_STAYS] = math.exp(-at.TICK / row[at.RESPONSE])
    row[at.ACTIVITY_STAYS] = math.exp(-at.TICK / (0.6 * period))
    row[[at.HEIGHT_SPRING, at.HIP_SPRING, at.TILT_SPRING]] = np.minimum(_SPRINGS / period, 0.8 / at.TICK)
    row[at.ROOT_X : at.ROOT_Z + 1] = creature.rest_positions[creature.root]
    row[at.ROOT_QX : at.ROOT_QW + 1] = creature.rest_rotations[creature.root]
    standing = sorted(set(index[:, at.HIP].tolist())) if mode == at.WALKING else []
    centre = places[standing].mean(axis=0) if standing else creature.rest_positions[creature.root]
    row[at.CENTRE_X : at.CENTRE_Z + 1] = centre
    height = max(float(centre[1]), 1e-3)
    if len(feet):
        for column, home in ((at.FOLLOW_X, at.HOME_X), (at.FOLLOW_Z, at.HOME_Z)):
            spread = float(np.var(feet[:, home]))
            row[column] = spread / (spread + 0.08 * height**2)
    row[at.HEAD_BODY] = creature.spine[-1]
    row[at.ROOT_HIP] = list(hips).index(creature.root) if creature.root in hips else -1
    row[at.HOVER] = 0.25 * float(creature.size[1])
    row[at.SQUEEZE] = 0.16 if mode == at.CARRIED and len(feet) > 1 else 0.0
    return row
