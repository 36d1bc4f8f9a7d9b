"""A crowd that wanders over a ground: everyone goes from goal to goal and keeps off the others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.crowds.avoidance_kernels import sort_into_cells, steer
from kinegraph.creatures.crowds.herd import Herd
from kinegraph.creatures.gait import tables as gait
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.playing.actor import Actor

_PACE = 0.45  # of a creature's natural speed
_TURN = 1.2  # [rad/s] the quickest turn of a creature with legs one metre long
_ARRIVED = 2.0  # radii from a goal at which there is a new one
_APART = 1.4  # of their radii together that two are apart at the start, at least
_TRIES = 200  # places that are tried for a creature before the square grows
_STEP = 1.0 / 60.0


@dataclass(frozen=True, eq=False)
class CrowdTake:
    """The poses and places of a crowd, frame by frame.

    starts: (N + 1,) first joint of each creature. radii: (N,) that each keeps free about itself [m].
    places: (F, N, 2) x and z of each [m].
    translations, rotations: (F, joints, 3), (F, joints, 4) in the parents' frames, first joints in the world.
    """

    creatures: tuple[Creature, ...]
    fps: float
    starts: Ints
    radii: Floats
    places: Floats
    translations: Floats
    rotations: Floats

    @property
    def nearest(self) -> float:
        """The least distance of any two, as a share of their radii together; infinite for one alone."""
        least = np.inf
        both = self.radii[:, None] + self.radii
        np.fill_diagonal(both, np.nan)
        for places in self.places if len(self.radii) > 1 else ():
            apart = np.linalg.norm(places[:, None] - places, axis=2)
            least = min(least, float(np.nanmin(apart / both)))
        return least


class Steering:
    """Goals and commands of walkers on a square.

    walkers: (N, 6) rows as `avoidance_kernels` has them. reach: Half of the square's side [m].
    """

    def __init__(self, walkers: Floats, reach: float, rng: np.random.Generator) -> None:
        self.walkers, self._reach, self._rng = walkers, reach, rng
        self.goals: Floats = rng.uniform(-reach, reach, (len(walkers), 2))
        slots = 1 << max(1, int(2 * len(walkers)).bit_length())
        self._starts: Ints = np.zeros(slots + 1, dtype=np.int64)
        self._order: Ints = np.zeros(len(walkers), dtype=np.int64)
        # Two of the largest give way to each other from their radii together and as much again and a half.
        self._cell = max(5.0 * float(walkers[:, 3].max(initial=0.0)), 1e-3)
        self.commands: Floats = np.zeros((len(walkers), 3))

    def steer(self, places: Floats) -> Floats:
        """(N, 3) commands. places: (N, 3) x, z [m] and heading [rad]."""
        self.walkers[:, :3] = places
        away = np.linalg.norm(self.goals - places[:, :2], axis=1)
        arrived = np.flatnonzero(away < _ARRIVED * self.walkers[:, 3])
        self.goals[arrived] = self._rng.uniform(-self._reach, self._reach, (len(arrived), 2))
        sort_into_cells(self.walkers, self._cell, self._starts, self._order)
        steer(self.walkers, self.goals, self._cell, self._starts, self._order, self.commands)
        return self.commands


def wander(
    creatures: Sequence[Creature], ground: Ground, *, seconds: float, fps: float = 30.0, seed: int = 0
) -> CrowdTake:
    """Lets creatures wander about the origin."""
    if not creatures:
        raise InvalidValue("A crowd needs at least one creature.")
    rng = np.random.default_rng(seed)
    radii = np.array([0.5 * max(creature.size[0], creature.size[2]) for creature in creatures])
    starts, reach = _scattered(radii, rng)
    headings = rng.uniform(-np.pi, np.pi, len(creatures))
    actors = [
        Actor(creature, ground, start=(float(x), float(z), float(heading)))
        for creature, (x, z), heading in zip(creatures, starts, headings, strict=True)
    ]
    steering = Steering(_walkers(actors, radii), reach, rng)
    frames = max(1, round(seconds * fps))
    steps = max(1, round(1.0 / (fps * _STEP)))
    places, translations, rotations = [], [], []
    with Herd(actors) as herd:
        for _ in range(frames):
            for _ in range(steps):
                here = herd.placements[:, [0, 2, 3]]
                for actor, command in zip(actors, steering.steer(here), strict=True):
                    actor.velocity, actor.turn = (float(command[0]), float(command[1])), float(command[2])
                herd.step(1.0 / (fps * steps))
            places.append(herd.placements[:, [0, 2]])
            translations.append(herd.translations.copy())
            rotations.append(herd.rotations.copy())
    frames_of = map(np.stack, (places, translations, rotations))
    return CrowdTake(tuple(creatures), fps, herd.starts, radii, *frames_of)


def _scattered(radii: Floats, rng: np.random.Generator) -> tuple[Floats, float]:
    """((N, 2) places in a square about the origin, half its side [m]), the largest creatures placed first."""
    places: Floats = np.zeros((len(radii), 2))
    reach = _APART * float(np.sqrt((radii**2).sum()))
    done: list[int] = []
    for n in np.argsort(-radii, kind="stable").tolist():
        needed = _APART * (radii[done] + radii[n])
        while True:
            tried = rng.uniform(-reach, reach, (_TRIES, 2))
            apart = np.linalg.norm(tried[:, None] - places[done], axis=2)
            free = np.flatnonzero((apart >= needed).all(axis=1))
            if len(free):
                places[n] = tried[free[0]]
                break
            reach *= 1.1
        done.append(n)
    return places, reach


def _walkers(actors: Sequence[Actor], radii: Floats) -> Floats:
    """(N, 6) rows with what each creature can do."""
    walkers: Floats = np.zeros((len(actors), 6))
    for row, actor, radius in zip(walkers, actors, radii, strict=True):
        body = actor.gait[0].tables.body
        natural = body[gait.SCALE] / body[gait.PERIOD]
        row[3:] = radius, _PACE * natural, _TURN / max(np.sqrt(body[gait.SCALE]), 0.3)
    return walkers
