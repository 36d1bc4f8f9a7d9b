"""Jiggles: ears, tails and other bodies that no channel selects sway passively (paper, 4.4).

Passive: keyed bodies are never moved. Dynamically similar: a spring's frequency goes with the square root of
gravity over length, as a pendulum's does, so a creature twice as large that moves sqrt(2) times as slowly
sways through the same angles. Exactly integrated: 24, 60 and 240 frames a second give the same motion.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.ik.jiggle_kernels import CLEAR_BAND, JiggleTables, jiggle
from kinegraph.creatures.ik.particle_ik import SolvedFrame

GRAVITY = 9.81  # [m/s^2]
FARTHEST = 1e3  # sizes below the ground: stiff bodies are not stopped by it
JUMP = 2.5  # sizes: a longer move within one frame is a teleport
# By cap, the softest first: angular frequency in units of sqrt(gravity / size), damping, largest turn [rad].
_KINDS: tuple[tuple[Cap | None, float, float, float], ...] = (
    (Cap.EAR, 4.0, 0.25, 0.9),
    (Cap.TAIL, 4.5, 0.22, 0.9),
    (Cap.WING, 6.0, 0.4, 0.5),
    (Cap.SPIKE, 14.0, 0.4, 0.15),
    (Cap.GRASPER, 10.0, 0.6, 0.2),
    (Cap.LIMB, 10.0, 0.6, 0.2),
    (Cap.FOOT, 6.0, 0.45, 0.5),
    (Cap.HEAD, 10.0, 0.6, 0.2),
    (Cap.SPINE, 10.0, 0.6, 0.2),
)
_SHORT = 0.15  # of the creature's size: shorter bodies sway as far as bodies of this length, and faster
_STIFF = frozenset({Cap.EYE, Cap.MOUTH})  # stiff parts; bodies without caps are stiff too


@dataclass(frozen=True, eq=False)
class JiggleRig:
    """The springs of a creature's free bodies.

    tables: As kernels take them.
    """

    tables: JiggleTables

    def state(self) -> Floats:
        """(N, 10) a new state: the first frame starts at rest."""
        return np.zeros((len(self.tables.links), 10))


def jiggle_rig(creature: Creature, free_bodies: Iterable[int]) -> JiggleRig:
    """Springs for bodies without goals (`IkRig.free_bodies`); eyes and mouths are stiff."""
    free = set(free_bodies)
    size = float(creature.size.max())
    links, rows = [], []
    swings = np.zeros(len(creature))  # from the start of each chain of swaying bodies to the joint [m]
    for body in creature.order.tolist():
        if body not in free:
            continue
        parent = int(creature.parents[body])
        tip = _tip(creature, body)
        reach = float(np.linalg.norm(tip))
        rate, damping, most = _softness(creature, body)
        step = creature.rest_positions[body] - creature.rest_positions[parent]
        if parent in free:
            swings[body] = swings[parent] + float(np.linalg.norm(step))
        if reach < 1e-3 * size:
            tip, reach, most = np.array([0.0, 1e-3 * size, 0.0]), 1e-3 * size, 1e-9
        links.append((body, parent, creature.root))
        lever = float(swings[body]) + reach
        frequency = rate * np.sqrt(GRAVITY / min(size, lever / _SHORT))
        clear = _clearance(creature, body, tip, reach) if most > 1e-6 else -FARTHEST * size
        rows.append([*tip, *step, frequency, damping, most, reach, JUMP * size, clear, lever])
    return JiggleRig(
        JiggleTables(
            np.array(links, dtype=np.int64).reshape(-1, 3),
            np.array(rows, dtype=np.float64).reshape(-1, 13),
            np.array(creature.rest_rotations),
        )
    )


def jiggle_frame(
    rig: JiggleRig,
    state: Floats,
    solved: SolvedFrame,
    dt: float,
    placement: ArrayLike = (0.0, 0.0, 0.0),
    heading: ArrayLike = (0.0, 0.0, 0.0, 1.0),
) -> tuple[SolvedFrame, Floats]:
    """Advances the springs by dt [s]: (the frame with its free bodies swaying, the new state).

    placement, heading: (3,) [m] and (4,) of the creature on its stage: springs feel how it travels, too.
    """
    positions, rotations, moved = np.array(solved.positions), np.array(solved.rotations), np.array(state)
    frame = np.concatenate([np.asarray(placement, dtype=np.float64), np.asarray(heading, dtype=np.float64)])
    jiggle(rig.tables, moved, frame, float(dt), positions, rotations)
    return SolvedFrame(positions, rotations), moved


def _clearance(creature: Creature, body: int, tip: Floats, reach: float) -> float:
    """Least height of a tip [m]: its thickness, or lower where it rests lower."""
    height = float(creature.rest_positions[body, 1] + tip[1])
    return min(creature.character.bodies[body].radius, height - CLEAR_BAND * reach)


def _softness(creature: Creature, body: int) -> tuple[float, float, float]:
    caps = creature.caps[body] | creature.character.bodies[body].caps  # all of a tail, not its tip alone
    for cap, rate, damping, most in _KINDS:
        if cap in caps:
            return rate, damping, most
    return 20.0, 0.7, 1e-9


def _tip(creature: Creature, body: int) -> Floats:
    """(3,) from the joint to the body's far end at rest: children, handle, else the middle of its box."""
    children = [other for other in range(len(creature)) if creature.parents[other] == body]
    soft = [other for other in children if not creature.caps[other] & _STIFF and creature.caps[other]]
    if soft:
        return creature.rest_positions[soft].mean(axis=0) - creature.rest_positions[body]
    lips = [other for other in children if Cap.MOUTH in creature.caps[other]]
    carries = Cap.LIMB in creature.character.bodies[body].caps
    if lips and carries:  # the end of a trunk
        return creature.rest_handles[lips].mean(axis=0) - creature.rest_positions[body]
    handle = creature.rest_handles[body] - creature.rest_positions[body]
    if handle.any():
        return handle
    middle = creature.character.bodies[body].box.mean(axis=0)
    return quat_rotate(creature.rest_rotations[body], middle)
