"""Planting: cross-fades in which feet stand or step, and do not slide from one clip's stance to the other's.

While a foot stands in the clip that leaves, it stays on that clip's spot; while it stands in the clip that
comes, it is on that clip's. Between, it swings as the blend does, or takes a small step if it stands in both.
Limbs are solved by inverse kinematics, frame by frame; the rest of the body stays the blend.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import character_height
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.inverse import Goal, OrientationGoal, PositionGoal, solve_ik
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import slerp
from kinegraph.scenes.mixing.feet import foot_places
from kinegraph.scenes.mixing.passes import Pass, Standing

_FPS = 60.0
_SAME_SPOT = 0.002  # share of the character's height: spots this near are one
_LIFT, _HIGHEST = 0.25, 0.06  # of a step: share of its length; share of the character's height
_LANDS = 0.7  # share of a fade after which a foot in the air may land
_SOLE = 0.15  # weight of a foot's orientation beside its place

Player = Callable[[Floats], Clip]
"""The blend at some times of the scene, as a clip."""


def plant_fades(passes: Sequence[Pass], standing: Standing, play: Player) -> list[Pass]:
    """The passes, with a clip of its own in place of each fade that can be planted."""
    made: list[Pass] = []
    for number, each in enumerate(passes):
        stop = each.start + each.fade_in
        following = passes[number + 1].start if number + 1 < len(passes) else np.inf
        alone = not made or made[-1].start + made[-1].fade_in <= each.start
        if not (each.planted and standing.feet and alone and stop < min(each.end, following)):
            made.append(each)
            continue
        bridge = _bridge(passes[number - 1], each, standing, play)
        made.append(Pass(bridge, each.start, stop, 0.0, 1.0, 0.0))
        made.append(replace(each, start=stop, low=each.moment(stop), fade_in=0.0))
    return made


def _bridge(before: Pass, following: Pass, standing: Standing, play: Player) -> Clip:
    count = max(2, round(following.fade_in * _FPS) + 1)
    times = np.linspace(following.start, following.start + following.fade_in, count)
    blend = replace(play(times), fps=(count - 1) / following.fade_in)
    here = _own_places(before, times, standing)
    there = _own_places(following, times, standing)
    stood = np.array([standing.at(before, time) for time in times])
    stands = np.array([standing.at(following, time) for time in times])
    mixed, height = foot_places(blend, standing.feet), character_height(blend.skeleton)
    order = np.argsort(-np.linalg.norm((here - there).mean(axis=0), axis=-1))
    goals: list[Goal] = []
    free: set[int] = set()
    turned = forward_kinematics(blend).rotations
    for turn, number in enumerate(order.tolist()):
        foot = standing.feet[number]
        columns = FootRows(
            here[:, number], there[:, number], mixed[:, number], stood[:, number], stands[:, number]
        )
        path = _path(columns, turn / len(order), height)
        if path is not None:
            free.update(foot.limb)
            goals.append(PositionGoal(foot.joint, path, foot.offset))
            goals.append(OrientationGoal(foot.joint, turned[:, foot.joint], _SOLE))
    if not goals:
        return blend
    solved = solve_ik(blend, goals, free=sorted(free)).motion
    return _leave_ends(blend, solved)


def _own_places(each: Pass, times: Floats, standing: Standing) -> Floats:
    """(F, number of feet, 3) where a pass alone has its feet [m]."""
    return np.concatenate([foot_places(each.pose_at(time), standing.feet) for time in times.tolist()])


class FootRows(NamedTuple):
    """A foot through a fade, frame by frame.

    here, there, mixed: (F, 3) its places in the clip that leaves, the one that comes, and the blend [m].
    stood, stands: (F,) whether it stands in the one that leaves, and in the one that comes.
    """

    here: Floats
    there: Floats
    mixed: Floats
    stood: NDArray[np.bool_]
    stands: NDArray[np.bool_]


def _path(foot: FootRows, turn: float, height: float) -> Floats | None:
    """(F, 3) path of a foot through a fade; None if it stands in neither clip.

    turn: Share of the feet that step before it. height: Of the character [m].
    """
    here, there, mixed, stood, stands = foot
    last = len(mixed) - 1
    leaves = int(np.argmin(stood)) - 1 if not stood.all() else last
    comes = last - int(np.argmin(stands[::-1])) + 1 if not stands.all() else 0
    if leaves < 0 and comes > last:
        return None
    if leaves < 0:  # in the air: it lands
        comes = max(comes, round(_LANDS * last))
    elif comes > last:  # it will be in the air: it lifts off
        leaves = min(leaves, round((1.0 - _LANDS) * last))
    elif leaves >= comes:  # it stands in both at once
        gap = float(np.linalg.norm(here[comes : leaves + 1] - there[comes : leaves + 1], axis=-1).max())
        share = smoothstep(np.linspace(0.0, 1.0, last + 1))[:, None]
        if gap <= _SAME_SPOT * height:
            return here + share * (there - here)
        leaves = min(leaves, max(0, round((0.05 + 0.45 * turn) * last)))
        comes = max(comes, min(last, leaves + max(2, round(0.45 * last))))
        comes = min(comes, last)
    from_here = here[leaves] - mixed[leaves] if leaves >= 0 else np.zeros(3)
    to_there = there[comes] - mixed[comes] if comes <= last else np.zeros(3)
    first, final = max(leaves, 0), min(comes, last)
    rows = np.arange(last + 1)
    share = smoothstep((rows - first) / max(final - first, 1))[:, None]
    path = mixed + from_here + share * (to_there - from_here)
    begin, end = here[first], there[final]
    arc = np.clip((rows - first) / max(final - first, 1), 0.0, 1.0)
    lift = min(_LIFT * float(np.linalg.norm(end - begin)), _HIGHEST * height)
    over = (1.0 - arc) * begin[1] + arc * end[1] + 4.0 * arc * (1.0 - arc) * lift
    path[:, 1] = np.maximum(path[:, 1], over)
    path[: leaves + 1] = here[: leaves + 1]
    path[comes:] = there[comes:]
    return path


def _leave_ends(blend: Clip, solved: Clip) -> Clip:
    """The solved clip with the first and last frame of the blend, to which the rest of the track connects."""
    share = np.ones(len(blend))
    share[[0, -1]] = 0.0
    return replace(solved, rotations=slerp(blend.rotations, solved.rotations, share[:, None]))
