"""Health of a set: where its poses cancel, where goals are out of reach, and where little movements do much.

Values are measured on a grid in the plane of the markers, around them, with all other controllers at home.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.contacts import character_height
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.wiring import wiring

GRID = 33
"""Places along each side of the grid."""

_WIDE = 1.5  # how far the grid goes from the middle, in the markers' reach
_STEP = 0.004  # of the cursor to measure the turn of joints, in the markers' reach
_NEAR = 1.15  # [reaches] within which a pose can be suggested ...
_APART = 0.12  # ... at least this far from the other markers
# What counts as fully unhealthy: joints that turn by a radian for a tenth of the markers' reach, goals missed
# by a tenth of the character's height.
_WILD, _MISSED = 10.0, 0.1
_WORTH = 0.25  # heat from which a pose is suggested


@dataclass(frozen=True, eq=False)
class Health:
    """A map of a set's health.

    places: (N, N, 3) where it was measured, in the space of the set's controller [m].
    guessed: (N, N) the share of rotations and goals that are a guess there, 0 to 1.
    missed: (N, N) how far the worst handle stays from its goal [m].
    turn: (N, N) how fast the liveliest joint turns with the cursor [rad per reach of the markers].
    heat: (N, N) all three in one, 0 (good) to 1.
    suggestion: (3,) where a further pose would help most [m]; None where the set needs none.
    """

    places: Floats
    guessed: Floats
    missed: Floats
    turn: Floats
    heat: Floats
    suggestion: Floats | None


def measure_health(playable: PlayableRig, name: str, grid: int = GRID) -> Health:
    """Measures a set that has poses, alone of its alternatives.

    grid: Places along each side.
    """
    playable.rig.set(name)
    if name not in playable.blends:
        raise InvalidValue(f"The set {name!r} has no pose yet; add one first.")
    if not 2 <= grid <= 257:
        raise InvalidValue(f"A grid has 2 to 257 places along each side, not {grid}.")
    layout = playable.blends[name].layout
    right, up = plane_of_markers(layout.directions)
    sides = np.linspace(-_WIDE, _WIDE, grid) * layout.reach
    places = layout.centre + sides[None, :, None] * right + sides[:, None, None] * up
    flat, step = places.reshape(-1, 3), _STEP * layout.reach
    around = np.concatenate([flat, flat + step * right, flat + step * up])
    home = playable.rig.set(name).home
    placed = playable.places({name: around - home}, len(around))
    shares = playable.usual_shares(len(around))
    rivals = playable.rig.alternatives(name)
    shares |= {rival: np.full(len(around), float(rival == name)) for rival in rivals if rival in shares}
    numbered = np.stack([shares.get(each, np.zeros(len(around))) for each in playable.names], axis=1)
    at = np.stack([placed[each] for each in playable.names], axis=1)
    played = playable.play(at, numbered)
    count, shape = len(flat), (grid, grid)
    dots = np.abs((played.rotations[count:] * np.tile(played.rotations[:count], (2, 1, 1))).sum(axis=-1))
    turns = (2.0 * np.arccos(np.minimum(dots, 1.0)) / _STEP).max(axis=1).reshape(2, count)
    turn = np.hypot(*turns).reshape(shape)
    moved = [n for n in playable.names if n in playable.blends and shares[n][0] > 0.0]
    keyed = max(1, sum(len(playable.rig.set(n).manipulators) for n in moved if _follows(playable, name, n)))
    guessed = np.minimum(played.guessed[:count].sum(axis=1) / keyed, 1.0).reshape(shape)
    clip = playable.clip(played, 60.0, numbered)
    world = forward_kinematics(clip.frames(0, count))
    missed = np.zeros(count)
    for each in moved:
        if _follows(playable, name, each):
            missed = np.maximum(missed, _misses(playable, each, placed[each][:count], world))
    missed = missed.reshape(shape)
    size = character_height(playable.rig.character.skeleton)
    parts = (np.where(guessed > 0.0, 0.5 + 0.5 * guessed, 0.0), missed / (_MISSED * size), turn / _WILD)
    heat = np.minimum(np.max(parts, axis=0), 1.0)
    suggestion = _suggest_place(places, heat, layout.centre, layout.reach, playable.blends[name].markers)
    return Health(places, guessed, missed, turn, heat, suggestion)


def plane_of_markers(directions: Floats) -> tuple[Floats, Floats]:
    """Two orthonormal directions (3,): those that markers span, else to the right and up.

    directions: (D, 3) of a layout, the best spanned first.
    """
    found: list[Floats] = list(directions[:2])
    for axis in np.eye(3):
        if len(found) < 2:
            rest = axis - sum((axis @ each * each for each in found), np.zeros(3))
            if np.linalg.norm(rest) > 0.5:
                found.append(rest / np.linalg.norm(rest))
    # Along the world's axes as far as can be: the one nearer to x comes first, both look ahead of it.
    found.sort(key=lambda each: -abs(each[0]))
    return found[0] * _ahead(found[0]), found[1] * _ahead(found[1])


def _ahead(direction: Floats) -> float:
    return -1.0 if direction[np.abs(direction).argmax()] < 0.0 else 1.0


def _follows(playable: PlayableRig, above: str, name: str) -> bool:
    """True if a set is `above`, or one whose controller that set moves."""
    found: str | None = name
    while found is not None:
        if found == above:
            return True
        found = playable.rig.parent(found)
    return False


def _misses(playable: PlayableRig, name: str, cursors: Floats, world: WorldTransforms) -> Floats:
    """(F,) how far the worst handle of a set stays from where the set wants it [m]."""
    wired = wiring(playable.rig, playable.rig.set(name))
    misses = np.zeros(len(cursors))
    if not wired.goals:
        return misses
    values = playable.blends[name].at(cursors)
    for goal, by in zip(wired.goals, wired.aimed_by, strict=True):
        if goal.manipulator.kind != ManipulatorKind.HANDLE or not goal.manipulator.moves:
            continue
        wanted = values.positions[:, by]
        if wired.carrier is not None:
            wanted = (
                quat_rotate(world.rotations[:, wired.carrier], wanted) + world.positions[:, wired.carrier]
            )
        misses = np.maximum(misses, np.linalg.norm(world.positions[:, goal.joint] - wanted, axis=1))
    return misses


def _suggest_place(
    places: Floats, heat: Floats, centre: Floats, reach: float, markers: Floats
) -> Floats | None:
    """The middle of what is worst among the markers, a little apart from all of them."""
    apart = np.linalg.norm(places[:, :, None] - markers, axis=-1).min(axis=-1) / reach
    inside = np.linalg.norm(places - centre, axis=-1) <= _NEAR * reach
    possible = np.where(inside & (apart >= _APART), heat, 0.0)
    if len(markers) < 2 or possible.max() < _WORTH:
        return None
    # Of equally bad places the one that is farthest from the other poses.
    row, column = np.unravel_index(
        int((possible + 0.2 * np.minimum(apart, 1.0) * (possible > 0)).argmax()), possible.shape
    )
    return places[row, column].copy()
