"""Comparing an imitation with the motion that it imitates, manipulator by manipulator and axis by axis.

Choi, You and Noh measure how well spatial keys imitate an animation (their eqs. 9 and 10): positions by the
mean absolute percentage error, angles by the error as a percentage of the joint's range. A percentage of zero
is undefined, so frames at which the original's coordinate is next to zero are left out of the mean of eq. 9.
The result gives the number of frames used, and the mean error itself in metres or radians.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.contacts import character_height
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.math.euler import euler_from_quat, unroll_euler
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, body_manipulators
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import ON_THE_BODY, SpatialRig

AXES = ("x", "y", "z")
POSITION, ANGLE = "position", "angle"
# Coordinates nearer to zero than this share of the character's height have no percentage.
_NEXT_TO_ZERO = 0.01
_USUAL_RANGE = np.pi


@dataclass(frozen=True, eq=False)
class ManipulatorError:
    """Error of one manipulator.

    quantity: POSITION or ANGLE.
    percent: (3,) per axis, of the original's coordinate (eq. 9) or of the range of the angle (eq. 10).
    used: (3,) frames that the percentage is a mean of; where there are none it is 0 and means nothing.
    mean: (3,) absolute error over all frames, [m] or [rad].
    """

    manipulator: Manipulator
    quantity: str
    percent: Floats
    used: Ints
    mean: Floats

    @property
    def label(self) -> str:
        """Its name in tables."""
        return f"{self.manipulator.target} ({self.manipulator.kind})"


@dataclass(frozen=True, eq=False)
class MotionComparison:
    """An imitation beside its original.

    errors: In the order of the manipulators, of each its position before its angles.
    frames: Number of frames that were compared.
    """

    errors: tuple[ManipulatorError, ...]
    frames: int

    def mean_percent(self, quantity: str) -> float:
        """The mean over all manipulators and axes that have a percentage; 0 where there are none."""
        found = [e.percent[e.used > 0] for e in self.errors if e.quantity == quantity]
        every = np.concatenate(found) if found else np.empty(0)
        return float(every.mean()) if len(every) else 0.0

    def mean_error(self, quantity: str) -> float:
        """The mean absolute error over all manipulators and axes, [m] or [rad]; 0 where there are none."""
        found = [e.mean for e in self.errors if e.quantity == quantity]
        return float(np.mean(found)) if found else 0.0


def compare_motion(
    original: Clip,
    imitation: Clip,
    manipulators: Sequence[Manipulator] | None = None,
    *,
    ranges: Mapping[str, ArrayLike] | None = None,
    order: str = "XYZ",
    carrier: str | None = None,
    next_to_zero: float | None = None,
) -> MotionComparison:
    """Measures an imitation frame by frame; both clips have one skeleton, rate and length.

    manipulators: By default the angles of all joints, and the places of the root and the ends of limbs.
    ranges: Per joint the range of its angles, one for all axes or (3,) [rad]; half a turn by default.
    order: The Euler order of angles away from rest; one with all three axes.
    carrier: The joint in whose space handles and poles are given; the world by default.
    next_to_zero: Coordinates of the original nearer to zero than this have no percentage [m]; a hundredth
        of the character's height by default.
    """
    _refuse_unlike(original, imitation)
    if sorted(order) != ["X", "Y", "Z"]:
        raise InvalidValue(
            f"Angles about each axis need an Euler order of all three, such as XYZ, not {order!r}."
        )
    skeleton = original.skeleton
    if next_to_zero is None:
        next_to_zero = _NEXT_TO_ZERO * character_height(skeleton)
    if not (np.isfinite(next_to_zero) and next_to_zero >= 0):
        raise InvalidValue(f"What is next to zero must be a length of zero or more, not {next_to_zero}.")
    worlds = [forward_kinematics(clip) for clip in (original, imitation)]
    seen_from = None if carrier is None else skeleton.index(carrier)
    errors: list[ManipulatorError] = []
    for each in usual_manipulators(skeleton) if manipulators is None else manipulators:
        if each.kind not in ON_THE_BODY:
            raise InvalidValue(f"Clips hold no {each.kind}, so {each.target!r} cannot be compared.")
        (place, turn), (other_place, other_turn) = (
            _values(each, clip, world, seen_from)
            for clip, world in zip((original, imitation), worlds, strict=True)
        )
        if each.moves:
            errors.append(_position_error(each, place, other_place, next_to_zero))
        if each.turns:
            reach = _checked_range(each.target, (ranges or {}).get(each.target, _USUAL_RANGE))
            errors.append(_angle_error(each, turn, other_turn, reach, order))
    return MotionComparison(tuple(errors), len(original))


def kernel_table(
    performance: Performance,
    original: Clip,
    manipulators: Sequence[Manipulator] | None = None,
    *,
    functions: Sequence[RadialFunction] = tuple(RadialFunction),
    degree: int | None = None,
    **options: Any,
) -> dict[RadialFunction, MotionComparison]:
    """Errors with which a performance imitates a motion, with each radial function in all of its sets.

    The keys, the markers and the controllers' paths stay; only the blending between them differs.

    manipulators: By default those that the sets key.
    degree: Of the polynomial under the functions; by default each set's own. Choi's sets have none, -1.
    options: As compare_motion takes them.
    """
    watched = rig_manipulators(performance.rig) if manipulators is None else manipulators
    found: dict[RadialFunction, MotionComparison] = {}
    for function in functions:
        played = perform(performance.with_rig(refitted(performance.rig, function, degree)), original.fps).clip
        found[RadialFunction(function)] = compare_motion(original, played, watched, **options)
    return found


def usual_manipulators(skeleton: Skeleton) -> tuple[Manipulator, ...]:
    """Every joint's angles, the root's place, and the places of the joints at which limbs end."""
    ends = sorted(set(range(1, len(skeleton))) - set(skeleton.parents.tolist()))
    handles = (Manipulator(ManipulatorKind.HANDLE, skeleton.names[end], moves=True) for end in ends)
    return (*body_manipulators(skeleton), *handles)


def rig_manipulators(rig: SpatialRig) -> tuple[Manipulator, ...]:
    """The targets that the sets of a rig key on the body, each once."""
    found: dict[tuple[str, str], Manipulator] = {}
    for each in (m for one in rig.sets for m in one.manipulators if m.kind in ON_THE_BODY):
        before = found.get((each.kind, each.target), each)
        found[each.kind, each.target] = replace(
            each, moves=each.moves or before.moves, turns=each.turns or before.turns
        )
    return tuple(found.values())


def _checked_range(joint: str, reach: ArrayLike) -> Floats:
    """(3,) the range of a joint's angles [rad], checked; one number goes for all axes."""
    try:
        limits = np.broadcast_to(np.asarray(reach, dtype=np.float64), (3,))
    except (TypeError, ValueError):
        raise InvalidValue(f"The range of {joint!r} must be one angle, or one for each axis.") from None
    if not (np.isfinite(limits).all() and (limits > 0).all()):
        raise InvalidValue(f"The range of {joint!r} must be a positive angle.")
    return limits


def _refuse_unlike(original: Clip, imitation: Clip) -> None:
    if imitation.skeleton != original.skeleton:
        raise InvalidValue(f"{imitation.name!r} does not move the same skeleton as {original.name!r}.")
    if len(imitation) != len(original) or not np.isclose(imitation.fps, original.fps):
        raise InvalidValue(
            f"{imitation.name!r} has {len(imitation)} frames at {imitation.fps:g} a second, and "
            f"{original.name!r} has {len(original)} at {original.fps:g}; resample one of them first."
        )


def _values(
    each: Manipulator, clip: Clip, world: WorldTransforms, carrier: int | None
) -> tuple[Floats, Floats]:
    """(F, 3) places [m] and (F, 4) rotations of a manipulator in a clip, a joint's relative to its rest."""
    joint = clip.skeleton.index(each.target)
    if each.kind == ManipulatorKind.JOINT:
        rest = quat_conjugate(clip.skeleton.rest_rotations[joint])
        return local_translations(clip)[:, joint], quat_multiply(rest, clip.rotations[:, joint])
    places, rotations = world.positions[:, joint], world.rotations[:, joint]
    if carrier is None:
        return places, rotations
    back = quat_conjugate(world.rotations[:, carrier])
    return quat_rotate(back, places - world.positions[:, carrier]), quat_multiply(back, rotations)


def _position_error(
    each: Manipulator, original: Floats, imitation: Floats, next_to_zero: float
) -> ManipulatorError:
    """Eq. 9, over the frames at which the original's coordinate is far enough from zero."""
    apart = np.abs(original - imitation)
    counts = (np.abs(original) > next_to_zero) & (original != 0.0)
    used = counts.sum(axis=0)
    shares = np.where(counts, apart / np.where(counts, np.abs(original), 1.0), 0.0)
    percent = 100.0 * shares.sum(axis=0) / np.maximum(used, 1)
    return ManipulatorError(each, POSITION, percent, used, apart.mean(axis=0))


def _angle_error(
    each: Manipulator, original: Floats, imitation: Floats, reach: Floats, order: str
) -> ManipulatorError:
    """Eq. 10. Of the Euler angles that mean the imitation's rotation, those nearest the original's count."""
    angles = unroll_euler(euler_from_quat(np.stack([original, imitation]), order), order)
    apart = np.abs(angles[0] - angles[1])[:, [order.index(axis.upper()) for axis in AXES]]
    used = np.full(3, len(original), dtype=np.int64)
    return ManipulatorError(each, ANGLE, 100.0 * apart.mean(axis=0) / reach, used, apart.mean(axis=0))


def refitted(rig: SpatialRig, function: RadialFunction, degree: int | None = None) -> SpatialRig:
    """The rig with one radial function in all of its sets, and with polynomials of a degree if given."""
    sets = (
        replace(each, function=function, degree=each.degree if degree is None else degree)
        for each in rig.sets
    )
    return replace(rig, sets=tuple(sets))
