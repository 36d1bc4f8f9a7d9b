"""Treadmill: walks on the spot, as games animate them, get the way that their feet make.

A foot that stands goes backwards under the body, and a foot that flies goes forwards. So a foot stands from
its foremost place to its hindmost one, and the walk is as fast as standing feet go backwards. That holds also
where feet slide, as they do in walks that were keyed by hand; a foot that starts its flight slowly seems to
stand longer than it does. A loop is repeated, so that it can be read like any captured walk.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.creatures.binding.turned_rests import headings
from kinegraph.creatures.body.creature import Creature

_ON_THE_SPOT = 0.35  # heights: a root that stays nearer to its start goes nowhere
_SWING = 0.1  # heights that a foot swings to and fro at least
_TURNED = 0.3  # share of its swing by which a foot must go back before it has turned round
_REPEATS = 4
_CLOSED = 0.05  # heights between the first and the last frame of a loop


@dataclass(frozen=True, eq=False)
class SpotWalk:
    """A walk on the spot, with its way.

    clip: Repeated, and going on.
    stands: For each foot, (first frame, frame after the last) of its stances.
    """

    clip: Clip
    stands: tuple[tuple[tuple[int, int], ...], ...]


def spot_walk(clip: Clip, creature: Creature, feet: tuple[int, ...]) -> SpotWalk | None:
    """A walk on the spot; None where the character goes somewhere, or its feet do not swing."""
    height = standing_height(clip)
    if len(clip) < 8 or np.ptp(clip.root_translations[:, [0, 2]], axis=0).max() > _ON_THE_SPOT * height:
        return None
    world = forward_kinematics(clip)
    apart = np.linalg.norm(world.positions[-1] - world.positions[0], axis=-1).max()
    loops = bool(apart < _CLOSED * height)
    frames = np.tile(np.arange(len(clip) - 1), _REPEATS) if loops else np.arange(len(clip))
    turned = quat_multiply(
        world.rotations[:, creature.root], quat_conjugate(creature.rest_rotations[creature.root])
    )
    facing = float(np.angle(np.exp(1j * headings(turned)).mean()))
    ahead = np.array([np.sin(facing), 0.0, np.cos(facing)])
    stands, speeds = [], []
    for foot in feet:
        sole = world.positions[:, foot] + quat_rotate(world.rotations[:, foot], creature.handles[foot])
        along = (sole @ ahead)[frames]
        own = _backward_runs(along) if np.ptp(along) > _SWING * height else ()
        if not own:
            return None
        stands.append(own)
        speeds += [(along[first] - along[end - 1]) * clip.fps / (end - 1 - first) for first, end in own]
    way = np.arange(len(frames))[:, None] / clip.fps * float(np.median(speeds)) * ahead
    return SpotWalk(_put_on_way(clip, frames, way), tuple(stands))


def _backward_runs(along: Floats) -> tuple[tuple[int, int], ...]:
    """(first frame, frame after the last) of each run from a foremost place to a hindmost one.

    along: (F,) how far ahead a foot is [m].
    """
    enough = _TURNED * float(np.ptp(along))
    turns: list[int] = []
    best, backwards = 0, None  # the farthest frame since the last turn, and the way that it goes
    for frame, place in enumerate(along):
        if backwards is None:
            if abs(place - along[best]) > enough:
                backwards = bool(place < along[best])
                best = frame
            continue
        if (place < along[best]) == backwards and place != along[best]:
            best = frame
        elif abs(place - along[best]) > enough:
            turns.append(best if not backwards else -best)
            backwards, best = not backwards, frame
    found = []
    for front, back in pairwise(turns):
        if front > 0 > back and -back - front > 1:
            found.append((front, -back + 1))
    return tuple(found)


def _put_on_way(clip: Clip, frames: np.ndarray, way: Floats) -> Clip:
    roots = clip.root_translations[frames] + way
    sliding = None
    if clip.translations is not None:
        sliding = clip.translations[frames].copy()
        sliding[:, 0] = roots
    return Clip(clip.skeleton, clip.fps, roots, clip.rotations[frames], sliding, clip.name)
