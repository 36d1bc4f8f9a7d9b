"""Objectives: what a segment between two keys costs.

An objective turns poses into a table of edges, one for every pair of frames i < j, and says how the edges of
a selection add up: by their largest, or by their sum. When to use which:

chord_max: Keys where the motion bends most; spares no outlier. The thesis's first layer. [m]
chord_sum: The same by sums of squares, robust against single spikes; keys settle at extremes. [m^2]
bezier_max: Keys that a spline through them needs to follow the motion: for curves that will be edited. [m]
time_linear_max, time_linear_sum: Twins of the chords that mind timing: slowing down along a straight way
    costs nothing to a chord. For blocking that will be played back in linear steps. [m], [m^2]
velocity: Keys at extremes of speed, where a movement is fastest, or comes to rest and starts again. A
    segment costs how far its speed is from only rising or only falling, times the segment's time: the way
    that would be gained or lost. For timing; it sees no direction, so join it with a chord. [m]
rotation: Keys by how far joints turn, wherever they are: the largest angle by which any joint leaves the turn
    about one axis between its rotations in the two keys. For hands, heads and twists, which move no joint's
    position much, and for rigs that are keyed on rotations. Like a chord it ignores timing. [rad]
contact: Keys where feet touch down and lift off: a segment costs how many of these it passes over. Nothing
    else counts, so join it with another, or force contact keys instead. [events]

Joined: "chord_max + 0.5 * velocity". Pass an `Objective` of your own to use another, or register it and use
its name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.math.rotations import unroll_quats
from kinegraph.keys.selection.bezier_kernels import fill_bezier_max
from kinegraph.keys.selection.chord_kernels import fill_chord_max, fill_time_linear
from kinegraph.keys.selection.chord_sum_kernels import fill_chord_sum
from kinegraph.keys.selection.contact_edges import fill_contact
from kinegraph.keys.selection.distance_kernels import fill_squared_distances
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.rotation_kernels import fill_rotation, largest_turn
from kinegraph.keys.selection.speed_kernels import fill_velocity

# Beyond this a weight leaves nothing of the other criteria.
_HEAVIEST = 1e6


class Combine(StrEnum):
    """Way in which the edges of a selection make its error."""

    MAX = "max"
    SUM = "sum"


@dataclass(frozen=True)
class Objective:
    """A criterion for keys.

    name: As users call it.
    combine: How it is meant to be added up.
    fill: Writes `matrix[j, i]`, the cost of the segment i..j, for all i < j of an (N, N) matrix; the rest of
        the matrix is its scratch space. Costs are finite and not negative.
    extent: How much the poses of a motion differ in the unit of the costs, so that an error can be given as a
        share of it; None where costs are lengths and the largest distance between two poses says that.
    """

    name: str
    combine: Combine
    fill: Callable[[PoseSpace, Floats], None]
    extent: Callable[[PoseSpace], float] | None = None


class UnknownObjective(UnknownName):
    """A name that no objective has."""

    kind = "objective"


def _with_distances(kernel: Callable[[Floats], None]) -> Callable[[PoseSpace, Floats], None]:
    def fill(space: PoseSpace, matrix: Floats) -> None:
        fill_squared_distances(kernel_floats(space.points), matrix)
        kernel(matrix)

    return fill


def _fill_bezier(space: PoseSpace, matrix: Floats) -> None:
    points = kernel_floats(space.points)
    fill_squared_distances(points, matrix)
    fill_bezier_max(points, matrix)


def _fill_velocity(space: PoseSpace, matrix: Floats) -> None:
    fill_velocity(kernel_floats(space.points), space.fps, matrix)


def _joint_quats(space: PoseSpace) -> Floats:
    """(J, N, 4) rotations, each joint once, as kernels take them."""
    if space.rotations is None:
        raise InvalidValue("The rotation objective needs rotations of joints, and these poses have none.")
    once = [index for index, name in enumerate(space.joints) if name not in space.joints[:index]]
    return kernel_floats(unroll_quats(space.rotations[:, once]).transpose(1, 0, 2))


def _fill_rotation(space: PoseSpace, matrix: Floats) -> None:
    fill_rotation(_joint_quats(space), matrix)


def _largest_turn(space: PoseSpace) -> float:
    """The largest angle of any joint between two poses [rad], at least a tenth: less is noise."""
    return max(0.1, float(largest_turn(_joint_quats(space))))


def _fill_contact(space: PoseSpace, matrix: Floats) -> None:
    if space.touching is None:
        raise InvalidValue(
            "The contact objective needs contact points, and these poses have none; mark where the character "
            "may stand, or take another objective."
        )
    fill_contact(space.touching, matrix)


OBJECTIVES: Mapping[str, Objective] = MappingProxyType(
    {
        objective.name: objective
        for objective in (
            Objective("chord_max", Combine.MAX, _with_distances(fill_chord_max)),
            Objective("chord_sum", Combine.SUM, _with_distances(fill_chord_sum)),
            Objective("bezier_max", Combine.MAX, _fill_bezier),
            Objective(
                "time_linear_max", Combine.MAX, _with_distances(lambda matrix: fill_time_linear(matrix, True))
            ),
            Objective(
                "time_linear_sum",
                Combine.SUM,
                _with_distances(lambda matrix: fill_time_linear(matrix, False)),
            ),
            Objective("velocity", Combine.MAX, _fill_velocity),
            Objective("rotation", Combine.MAX, _fill_rotation, _largest_turn),
            Objective("contact", Combine.SUM, _fill_contact, lambda space: 1.0),
        )
    }
)


def objective_named(name: str) -> Objective:
    """The built-in objective called `name`, or a weighted sum of several: "chord_max + 0.5 * velocity"."""
    if "+" not in name and "*" not in name:
        return _built_in(name)
    parts = [_weighted_part(part, name) for part in name.split("+")]
    return weighted_objective(name, parts)


def _weighted_part(part: str, whole: str) -> tuple[Objective, float]:
    weight, star, name = part.rpartition("*")
    try:
        return _built_in(name.strip()), float(weight) if star else 1.0
    except ValueError:
        raise InvalidValue(
            f"{weight.strip()!r} in {whole!r} is not a weight; write it as in 'chord_max + 0.5 * velocity'."
        ) from None


def _built_in(name: str) -> Objective:
    try:
        return _registered[name] if name in _registered else OBJECTIVES[name]
    except KeyError:
        raise UnknownObjective(name, OBJECTIVES) from None


# Objectives that a program or a command has added, by name.
_registered: dict[str, Objective] = {}


def register_objective(objective: Objective) -> None:
    """Lets an objective be named in settings, as the built-in ones are, for as long as the program runs."""
    if objective.name in OBJECTIVES or any(sign in objective.name for sign in "+*"):
        raise InvalidValue(f"An objective cannot be called {objective.name!r}: that name has a meaning.")
    _registered[objective.name] = objective


def weighted_objective(
    name: str, parts: Sequence[tuple[Objective, float]], combine: Combine | None = None
) -> Objective:
    """Several criteria at once: a segment costs the weighted sum of what it costs by each.

    A weight says what a unit of one is worth in units of the first: lengths [m], angles [rad], contacts.

    combine: How segments add up; as the first objective's where None. Its extent is the first's, too.
    """
    if not parts:
        raise InvalidValue("A weighted objective needs at least one objective.")
    for part, weight in parts:
        if not 0.0 <= weight <= _HEAVIEST:
            raise InvalidValue(f"The weight of {part.name!r} must be zero to {_HEAVIEST:g}, not {weight}.")
    if not any(weight for _, weight in parts):
        raise InvalidValue(f"All weights in {name!r} are 0; let one criterion count.")

    def fill(space: PoseSpace, matrix: Floats) -> None:
        total, room = np.zeros_like(matrix), np.zeros_like(matrix)
        lower = np.tri(len(matrix), k=-1, dtype=np.bool_)
        for part, weight in parts:
            part.fill(space, room)
            np.add(total, weight * room, out=total, where=lower)
        matrix[:] = total

    first = parts[0][0]
    return Objective(name, first.combine if combine is None else Combine(combine), fill, first.extent)


def own_objective(name: str, cost: Callable[[Floats], float], combine: Combine) -> Objective:
    """An objective from a plain function of the poses of a segment (frames, D), its end poses included."""

    def fill(space: PoseSpace, matrix: Floats) -> None:
        for j in range(1, len(space)):
            for i in range(j):
                matrix[j, i] = cost(space.points[i : j + 1])
        lower = matrix[np.tril_indices(len(space), -1)]
        if not (np.isfinite(lower).all() and (lower >= 0).all()):
            raise InvalidValue(f"The objective {name!r} gave a cost that is negative or not a number.")

    return Objective(name, Combine(combine), fill)
