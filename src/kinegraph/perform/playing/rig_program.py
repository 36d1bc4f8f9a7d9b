"""Rig program: a rig with its fitted sets as flat arrays, so that one compiled call plays all of it.

Everything that a pose needs is looked up here once, which leaves only arithmetic for each frame.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.clip import local_translations
from kinegraph.core.kernels.own_arrays import own_arrays
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.inverse_layout import ORIENTATION, POSITION
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.perform.playing.player_kernels import ABSENT, COLUMNS
from kinegraph.perform.sets.blend import Blend
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.wiring import Wiring

# A pole only chooses among the ways to reach a goal, so it must weigh little beside one.
_POLE_WEIGHT = 0.05


class RigProgram(NamedTuple):
    """A rig as the kernels take it. Sets are numbered as in the rig; those without keys do nothing.

    parents, offsets: The skeleton's.
    rest_rotations, rest_slides: (J, 4) and (J, 3) what joints are that no set keys.
    bends: (J, 3) the axis in each joint's frame about which a straight limb begins to bend.
    sets: (S, COLUMNS) sizes and starts of each set's parts, as `playing_kernels` names the columns.
    numbers: What the sets' radial maps are made of, one behind the other.
    reaches, homes: (S,) of the marker layouts, and (S, 3) where the controllers rest [m].
    manipulators: (N,) for each set those that turn, then those that move.
    order: (S,) the sets, each after the one that moves its controller.
    links: (L, 2) which manipulator puts which set's controller.
    joints: (N, 2) for each set the joints that it turns, then those that it slides, and by which manipulator.
    goals: (G, 3) kind, joint and manipulator of each goal; goal_weights: (G,).
    free: (S, J) 1 where a joint may turn to meet the set's goals, else 0.
    carriers: (S,) the joint whose space a set lives in, or ABSENT.
    rivals: (S, S) which sets are alternatives to each other.
    """

    parents: Ints
    offsets: Floats
    rest_rotations: Floats
    rest_slides: Floats
    bends: Floats
    sets: Ints
    numbers: Floats
    reaches: Floats
    homes: Floats
    manipulators: Ints
    order: Ints
    links: Ints
    joints: Ints
    goals: Ints
    goal_weights: Floats
    free: Floats
    carriers: Ints
    rivals: np.ndarray


def rig_program(rig: SpatialRig, blends: Mapping[str, Blend], wirings: Mapping[str, Wiring]) -> RigProgram:
    """Lays a rig out. blends, wirings: Of its sets that have keys."""
    skeleton, index = rig.character.skeleton, {each.name: i for i, each in enumerate(rig.sets)}
    count = len(rig.sets)
    parts = _Parts()
    rivals = np.zeros((count, count), dtype=np.bool_)
    sets = np.zeros((count, COLUMNS), dtype=np.int64)
    reaches, free = np.ones(count), np.zeros((count, len(skeleton)))
    carriers, homes = np.full(count, ABSENT), np.array([each.home for each in rig.sets]).reshape(-1, 3)
    for number, each in enumerate(rig.sets):
        rivals[number, [index[n] for n in rig.alternatives(each.name) if n != each.name]] = True
        if each.name not in blends:
            sets[number] = parts.empty(len(each.manipulators))
            continue
        fitted, wired = blends[each.name], wirings[each.name]
        sets[number] = parts.add(len(each.manipulators), fitted, wired, index)
        reaches[number] = fitted.layout.reach
        free[number, list(wired.free)] = 1.0
        carriers[number] = ABSENT if wired.carrier is None else wired.carrier
    program = RigProgram(
        np.asarray(skeleton.parents, dtype=np.int64),
        kernel_floats(skeleton.offsets),
        kernel_floats(rig.character.rest.rotations),
        kernel_floats(local_translations(rig.character.rest)),
        kernel_floats(limb_bends(rig.character.rest)),
        sets,
        np.concatenate([np.zeros(0), *parts.numbers]),
        reaches,
        kernel_floats(homes),
        _ints(parts.manipulators),
        _ints(index[name] for name in rig.from_the_top()),
        _ints(parts.links).reshape(-1, 2),
        _ints(parts.joints).reshape(-1, 2),
        _ints(parts.goals).reshape(-1, 3),
        np.array(parts.goal_weights, dtype=np.float64),
        free,
        carriers,
        rivals,
    )
    return own_arrays(program)


def limb_bends(rest: Pose) -> Floats:
    """(J, 3) about x in the world at rest, as knees do, or about z where a joint's bone is along x."""
    world, parents = forward_kinematics(rest), rest.skeleton.parents
    bones = world.positions - world.positions[np.maximum(parents, 0)]
    along_x = bones[:, 0] ** 2 > bones[:, 1] ** 2 + bones[:, 2] ** 2
    return quat_rotate(quat_conjugate(world.rotations), np.where(along_x[:, None], [0, 0, 1.0], [1.0, 0, 0]))


class _Parts:
    """Lists that grow set by set."""

    def __init__(self) -> None:
        self.numbers: list[Floats] = []
        self.manipulators: list[int] = []
        self.links: list[tuple[int, int]] = []
        self.joints: list[tuple[int, int]] = []
        self.goals: list[tuple[int, int, int]] = []
        self.goal_weights: list[float] = []
        self._first, self._used = 0, 0

    def empty(self, manipulators: int) -> list[int]:
        """The row of a set without keys."""
        self._first += manipulators
        return [0] * (COLUMNS - 2) + [self._first - manipulators, self._first]

    def add(self, manipulators: int, fitted: Blend, wired: Wiring, index: Mapping[str, int]) -> list[int]:
        """Appends a set's parts; returns its row, in the order of the columns."""
        tables = fitted.tables
        table = tables.map
        arrays = table.centre, table.axes, table.places, table.scales, table.coefficients
        starts = [self._number(array) for array in (*arrays, tables.key_quats, tables.limits)]
        row = [*table.places.shape, *table.coefficients.shape, table.function, table.degree, *starts]
        row += self._extend(self.manipulators, tables.turning.tolist(), tables.moving.tolist())
        links = [(by, index[name]) for by, name in wired.controllers]
        row += self._extend(self.links, links)
        turned = list(zip(wired.turned.tolist(), wired.turned_by.tolist(), strict=True))
        slid = list(zip(wired.moved.tolist(), wired.moved_by.tolist(), strict=True))
        row += self._extend(self.joints, turned, slid)
        row += self._extend(self.goals, self._goals(wired))
        self._first += manipulators
        return [*row, self._first - manipulators, self._first]

    def _goals(self, wired: Wiring) -> list[tuple[int, int, int]]:
        found: list[tuple[int, int, int]] = []
        for goal, by in zip(wired.goals, wired.aimed_by.tolist(), strict=True):
            pole = goal.manipulator.kind == ManipulatorKind.POLE
            if goal.manipulator.moves:
                found.append((POSITION, goal.joint, by))
                self.goal_weights.append(_POLE_WEIGHT if pole else 1.0)
            if goal.manipulator.turns:
                found.append((ORIENTATION, goal.joint, by))
                self.goal_weights.append(1.0)
        return found

    def _number(self, array: Floats) -> int:
        self.numbers.append(np.asarray(array, dtype=np.float64).ravel())
        self._used += array.size
        return self._used - array.size

    @staticmethod
    def _extend(kept: list, *groups: list) -> list[int]:
        """Appends groups; returns where each begins, and where the last ends."""
        starts = []
        for group in groups:
            starts.append(len(kept))
            kept.extend(group)
        return [*starts, len(kept)]


def _ints(values: Iterable) -> Ints:
    return np.array(list(values), dtype=np.int64)
