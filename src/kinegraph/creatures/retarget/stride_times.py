"""StrideTimes: when the feet of a captured walk lift and land."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import USUAL_LIMITS, Flags, detect_contacts, runs, standing_height
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.creatures.body.creature import Creature

_REGULAR = 0.25  # share of the period by which a stride may be longer or shorter


@dataclass(frozen=True, eq=False)
class StrideTimes:
    """The timing of N feet over F frames.

    period: Of the cycle [s].
    span: (start, end) of the part with regular strides [s].
    flights: For each foot, (lifts, lands) of its regular flights [s].
    standing: (F, N) 1 where a foot stands.
    duties: (N,) share of the cycle that each foot stands.
    triggers: (N,) when each foot lifts after the first one, as a share of the cycle.
    """

    period: float
    span: tuple[float, float]
    flights: tuple[tuple[tuple[float, float], ...], ...]
    standing: Floats
    duties: Floats
    triggers: Floats


def stride_times(stands: Sequence[tuple[tuple[int, int], ...]], times: Floats) -> StrideTimes:
    """The timing of a walk from the stances of its feet.

    stands: For each foot, (first frame, frame after the last) of its stances.  times: (F,) of frames [s].
    """
    frames = len(times)
    lifts = [np.array([times[end] for _, end in foot if 0 < end < frames]) for foot in stands]
    spans = np.concatenate([np.diff(foot) for foot in lifts] or [np.empty(0)])
    if not len(spans):
        raise InvalidValue("No foot lifts twice in this clip, so no gait can be fitted: take a longer walk.")
    period = float(np.median(spans))
    period = float(np.mean(spans[np.abs(spans - period) < _REGULAR * period]))
    flights = tuple(_flights(foot, times, period) for foot in stands)
    if not all(flights):
        foot = next(n for n, each in enumerate(flights) if not each)
        raise InvalidValue(f"Foot {foot} makes no whole step in this clip, so no gait can be fitted.")
    standing = np.zeros((frames, len(stands)))
    for foot, each in enumerate(stands):
        for first, end in each:
            standing[first:end, foot] = 1.0
    flown = [float(np.mean([land - lift for lift, land in foot])) for foot in flights]
    duties = np.array([1.0 - mean / period for mean in flown])
    begin = min(foot[0][0] for foot in flights)
    last = max(foot[-1][1] for foot in flights)
    return StrideTimes(period, (begin, last), flights, standing, duties, _triggers(flights, period))


def _flights(
    stands: tuple[tuple[int, int], ...], times: Floats, period: float
) -> tuple[tuple[float, float], ...]:
    """(lifts, lands) of a foot's flights that are shorter than a cycle [s]."""
    pairs = [(float(times[end]), float(times[start])) for (_, end), (start, _) in pairwise(stands)]
    return tuple((lift, land) for lift, land in pairs if 0.0 < land - lift < (1.0 - 0.1 * _REGULAR) * period)


def _triggers(flights: Sequence[Sequence[tuple[float, float]]], period: float) -> Floats:
    """(N,) circular mean of how long after a lift of the first foot each foot lifts [cycles]."""
    found = np.zeros(len(flights))
    first = np.array([lift for lift, _ in flights[0]])
    for foot in range(1, len(flights)):
        shares = []
        for lift, _ in flights[foot]:
            near = first[np.argmin(np.abs(first - lift))]
            if abs(lift - near) <= period:
                shares.append(np.exp(2j * np.pi * (lift - near) / period))
        found[foot] = float(np.angle(np.mean(shares)) / (2.0 * np.pi)) % 1.0 if shares else 0.0
    return found


def sole_stances(clip: Clip, creature: Creature, feet: Sequence[int]) -> list[tuple[tuple[int, int], ...]]:
    """For each foot, the frames in which it stands on its heel, its sole or its toes.

    A foot that rolls stands longer than any one point of it does.
    """
    points, owners = [], []
    for number, foot in enumerate(feet):
        own = _sole_points(creature, foot)
        points += own
        owners += [number] * len(own)
    touching = _extend(clip, points, detect_contacts(clip, points).touching.copy())
    own = [touching[:, np.array(owners) == number] for number in range(len(feet))]
    return [runs(np.asarray(each.any(axis=1))) for each in own]


def _extend(clip: Clip, points: Sequence[ContactPoint], touching: Flags) -> Flags:
    """Extends contacts to the frames at their ends in which a point hardly moves, in place.

    Contacts are judged by speeds over a window, which takes half of it off their ends.
    """
    joints = np.array([point.joint for point in points])
    places = points_on_joints(forward_kinematics(clip), joints, np.stack([point.offset for point in points]))
    still = np.linalg.norm(np.diff(places, axis=0), axis=-1) * clip.fps < USUAL_LIMITS.slow * standing_height(
        clip
    )
    for _ in range(math.ceil(0.5 * USUAL_LIMITS.speed_window * clip.fps)):
        later, earlier = still & touching[:-1], still & touching[1:]
        touching[1:] |= later
        touching[:-1] |= earlier
    return touching


def _sole_points(creature: Creature, foot: int) -> list[ContactPoint]:
    """Points on a foot: under its joint, its handle, and the front and the back of its sole at rest."""
    skeleton, found = creature.character.skeleton, []
    sole = creature.rest_handles[foot]
    for body in skeleton.descendants(foot):
        at, turn = creature.rest_positions[body], creature.rest_rotations[body]
        box = creature.character.bodies[body].box
        corners = at + quat_rotate(
            turn, np.array([[x, y, z] for x in box[:, 0] for y in box[:, 1] for z in box[:, 2]])
        )
        for along in (corners[:, 2].min(), at[2], corners[:, 2].max()):
            place = np.array([at[0], sole[1], along])
            found.append(
                ContactPoint(skeleton.names[body], body, quat_rotate(quat_conjugate(turn), place - at))
            )
    return [ContactPoint(skeleton.names[foot], foot, creature.handles[foot]), *found]
