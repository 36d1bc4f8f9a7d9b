"""Jumps: how far a pose turns for a cursor that barely moves.

A path through the cursor's space is cut where the pose turns most, again and again. Where the pose changes
continuously the largest turn shrinks with the cut; where it jumps, it stays.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.perform.playing.rig_player import PlayableRig

REACHES = 2.0
"""How far from the middle of the markers paths go, in reaches of the markers."""
PIECES = 48  # that a path is cut into at first
CUTS = 6  # that the piece with the largest turn is cut into, again and again
ROUNDS = 12  # of cutting: a path of four reaches ends as 4e-11 of a reach
_SHARP = np.cos(np.radians(0.25 * 30.0))


@dataclass(frozen=True)
class Jump:
    """The piece of a path on which a pose turns most, cut down as far as it was.

    turn: Of the joint that turns most [deg].
    move: Of the cursor [reaches of the markers].
    cursor: Where [m].
    joint: Which.
    flagged: Whether the pose is reported as a guess there.
    """

    turn: float
    move: float
    cursor: Floats
    joint: int
    flagged: bool


Played = Callable[[Floats], tuple[Floats, np.ndarray]]
"""Poses at cursors (N, 3): rotations (N, J, 4), and (N,) whether they are reported as guesses."""


def play_set(playable: PlayableRig, name: str) -> Played:
    """Poses of a rig whose cursor moves one set, all others at rest and alternatives out of force."""
    number, home = playable.names.index(name), playable.rig.set(name).home
    usual = playable.usual_shares(1)
    usual |= {n: np.full(1, float(n == name)) for n in playable.rig.alternatives(name)}
    force = np.array([usual[n][0] if n in playable.blends else 0.0 for n in playable.names])

    def played(cursors: Floats) -> tuple[Floats, np.ndarray]:
        displaced = np.zeros((len(cursors), len(playable.names), 3))
        displaced[:, number] = cursors - home
        found = playable.play(playable.placed(displaced), np.tile(force, (len(cursors), 1)))
        return found.rotations, np.asarray(found.guessed.any(axis=1))

    return played


def random_paths(playable: PlayableRig, name: str, count: int, rng: np.random.Generator) -> Floats:
    """(P, 2, 3) both ends of paths within two reaches: random, through the middle, and between markers."""
    layout, places = playable.blends[name].layout, playable.blends[name].markers
    ends = layout.centre + REACHES * layout.reach * _in_a_ball(rng, 2 * count).reshape(count, 2, 3)
    ends[::4, 1] = 2.0 * layout.centre - ends[::4, 0]
    for path in range(1, count, 4) if len(places) > 1 else ():
        a, b = rng.choice(len(places), 2, replace=False)
        ends[path] = places[[a, b]]
        ends[path] += rng.normal(scale=0.02 * layout.reach, size=3)
    return ends


def find_jumps(played: Played, ends: Floats, reach: float) -> list[Jump]:
    """The worst pieces of straight paths with ends (P, 2, 3): of each its largest turn, flagged and not."""
    paths, pieces = len(ends), np.linspace(0.0, 1.0, PIECES + 1)
    cursors = ends[:, :1] + pieces[:, None] * (ends[:, 1:] - ends[:, :1])
    found, flagged = _play(played, cursors)
    turns, _ = _largest_turns(found)
    wanted = []
    for marks in (flagged[:, 1:] | flagged[:, :-1], ~(flagged[:, 1:] | flagged[:, :-1])):
        worst = np.where(marks, turns, -1.0).argmax(axis=1)
        rows = np.flatnonzero(marks[np.arange(paths), worst])
        wanted.append(np.stack([cursors[rows, worst[rows]], cursors[rows, worst[rows] + 1]], axis=1))
    return _cut(played, np.concatenate(wanted), reach)


def _cut(played: Played, ends: Floats, reach: float) -> list[Jump]:
    """Cuts pieces (P, 2, 3) where they turn most, until the cursor barely moves."""
    rows, parts = np.arange(len(ends)), np.linspace(0.0, 1.0, CUTS + 1)
    if not len(ends):
        return []
    turns, joints, flags = np.zeros(len(ends)), np.zeros(len(ends), dtype=int), np.zeros(len(ends), bool)
    for _ in range(ROUNDS):
        cursors = ends[:, :1] + parts[:, None] * (ends[:, 1:] - ends[:, :1])
        found, flagged = _play(played, cursors)
        each, which = _largest_turns(found)
        worst = each.argmax(axis=1)
        turns, joints = each[rows, worst], which[rows, worst]
        flags = flagged[rows, worst] | flagged[rows, worst + 1]
        ends = np.stack([cursors[rows, worst], cursors[rows, worst + 1]], axis=1)
    moves = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / reach
    return [
        Jump(float(np.degrees(turns[i])), float(moves[i]), ends[i, 0], int(joints[i]), bool(flags[i]))
        for i in rows
    ]


def _play(played: Played, cursors: Floats) -> tuple[Floats, np.ndarray]:
    """Rotations (P, N, J, 4) and flags (P, N) at cursors (P, N, 3)."""
    rotations, flagged = played(cursors.reshape(-1, 3))
    return rotations.reshape(*cursors.shape[:2], *rotations.shape[1:]), flagged.reshape(cursors.shape[:2])


def _largest_turns(rotations: Floats) -> tuple[Floats, np.ndarray]:
    """(P, N - 1) the largest turn of a joint from one pose to the next [rad], and which joint it is."""
    cosines = np.abs((rotations[:, 1:] * rotations[:, :-1]).sum(axis=-1))
    chords = np.minimum(
        np.linalg.norm(rotations[:, 1:] - rotations[:, :-1], axis=-1),
        np.linalg.norm(rotations[:, 1:] + rotations[:, :-1], axis=-1),
    )
    turns = np.where(cosines < _SHARP, 2.0 * np.arccos(np.minimum(cosines, 1.0)), 2.0 * chords)
    return turns.max(axis=-1), turns.argmax(axis=-1)


def _in_a_ball(rng: np.random.Generator, count: int) -> Floats:
    """(N, 3) places within 1 of the origin."""
    away = rng.normal(size=(count, 3))
    return away / np.linalg.norm(away, axis=1)[:, None] * rng.uniform(0.0, 1.0, (count, 1)) ** (1.0 / 3.0)
