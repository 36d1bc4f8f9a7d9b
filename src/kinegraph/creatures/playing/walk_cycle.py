"""Walk cycles: one cycle of a steady walk as a clip that loops exactly.

A gait advances in ticks, so a walk repeats itself only if its cycle is a whole number of ticks. The strides
of the gait are changed by a few per cent until it is, and the frames are spread evenly over the cycle. What
is left between the last frame and the first (rounding, and slow springs) is spread over the whole clip.
"""

import math
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.chart import clock_period
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.plan import GaitPlan
from kinegraph.creatures.gait.rig import GaitRig
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.step_rig import kept_gait

_FASTEST = 1e3  # [m/s] of a walk, and angles of it [rad] and [rad/s]
_EVERY = 4  # ticks: flying feet look at the ground ahead at this rate
_FEWEST = 48  # ticks: quicker cycles are repeated, so that no stride changes by more than 4 %
_HOVER = 2.0 / 0.12  # natural periods after which a floating body repeats itself
_LONGEST = 30.0  # [s] of a cycle
_WARM_UP, _CYCLES = 14.0, 8  # [s] and cycles until springs have settled
_STRETCH = 0.12  # largest share by which strides may change
_REPEATS, _REPEATED = 4, 1e-6  # some walks repeat themselves only after several cycles, to [m] or [rad]


@dataclass(frozen=True, eq=False)
class WalkCycle:
    """A walk that loops.

    clip: F + 1 frames; the last is the first again, moved on.
    cycles: Cycles of the gait in the clip; quick steps are repeated.
    stride: Distance covered in one cycle [m].
    seam: How far the walk was from repeating itself before the rest was spread over the clip [m] or [rad].
    """

    clip: Clip
    cycles: int
    stride: float
    seam: float


def walk_cycle(
    creature: Creature,
    speed: float,
    *,
    direction: float = 0.0,
    turn: float = 0.0,
    style: str | GaitPlan = "plain",
    fps: float = 60.0,
    root_motion: bool = True,
) -> WalkCycle:
    """Bakes one cycle of a steady walk on level ground.

    speed: [m/s], above 0.  direction: Of the velocity, to the left of the heading [rad].
    turn: To the left [rad/s].
    root_motion: Whether the creature goes on, from the origin and a heading of 0, or walks on the spot.
    """
    possible = 0.0 < speed <= _FASTEST and abs(direction) <= _FASTEST and abs(turn) <= _FASTEST
    if not (possible and 1.0 <= fps <= 1000.0):
        raise InvalidValue(
            f"A walk cycle needs a speed above 0 and up to {_FASTEST:g} m/s, a direction and a turn up to "
            f"{_FASTEST:g} rad, and 1 to 1000 frames per second."
        )
    rig = kept_gait(creature, style)
    order = np.array([speed * math.sin(direction), speed * math.cos(direction), turn])
    free, cycles = _cycle(rig, order)
    best = _take(rig, Actor(creature, style=style), order, fps, free, cycles)
    for more in (
        _EVERY,
        -_EVERY,
        2 * _EVERY,
    ):  # a walk whose feet wait for each other drifts against its clock
        if best.seam < _REPEATED:
            break
        taken = _take(rig, Actor(creature, style=style), order, fps, free + more, cycles)
        best = min(best, taken, key=lambda take: take.seam)
    _close(best.places, best.offsets, best.local)
    if root_motion:
        _put_in_world(best)
    name = f"walk {speed:g} m/s" + (f" {math.degrees(direction):.0f}°" if direction else "")
    clip = Clip(creature.character.skeleton, fps, best.offsets[:, 0], best.local, best.offsets, name)
    return WalkCycle(clip, best.cycles, speed * clip.duration / best.cycles, best.seam)


@dataclass(frozen=True, eq=False)
class _Take:
    """Recorded frames (F + 1): placement, and the pose in character space."""

    places: Floats
    headings: Floats
    offsets: Floats
    local: Floats
    cycles: int
    seam: float


def _take(rig: GaitRig, actor: Actor, order: Floats, fps: float, ticks: int, cycles: int) -> _Take:
    """Walks until the walk repeats itself, and records it."""
    frames = max(round(ticks * at.TICK * fps), 2)
    command = np.array([*(order * frames / (fps * ticks * at.TICK)), ticks * at.TICK / frames])
    if rig.feet:
        actor.use_gait(_with_period(rig, command[:3], ticks * at.TICK / cycles))
    _warm_up(actor, command, frames, ticks)
    recorded = _record(actor, command, _REPEATS * frames)
    seams = [_seam(*recorded[2:], frames * repeat) for repeat in range(1, _REPEATS + 1)]
    repeats = next((n + 1 for n, seam in enumerate(seams) if seam < _REPEATED), int(np.argmin(seams)) + 1)
    places, headings, offsets, local = (each[: repeats * frames + 1] for each in recorded)
    return _Take(places, headings, offsets, local, repeats * cycles, seams[repeats - 1])


def _cycle(rig: GaitRig, order: Floats) -> tuple[int, int]:
    """(ticks, cycles of the clock) of a walk that repeats itself.

    order: (3,) velocity to the left and forward [m/s], turn [rad/s].
    """
    if not rig.feet:
        return round(_HOVER * float(rig.tables.body[at.PERIOD]) / at.TICK), 1
    cycles = reduce(math.lcm, (group.rate.denominator for group in rig.groups), 1)
    period = _period(rig, order)
    if not period * cycles < _LONGEST:
        raise InvalidValue(
            f"The creature takes no steps at {math.hypot(*order[:2]):g} m/s, so its walk has no cycle: it "
            f"is {float(rig.creature.size.max()):.3g} m large. Choose a higher speed, or scale its file."
        )
    cycles *= math.ceil(_FEWEST * at.TICK / (period * cycles))
    return max(round(period * cycles / at.TICK / _EVERY), 1) * _EVERY, cycles


def _period(rig: GaitRig, order: Floats) -> float:
    """Time that the clock of a steady walk takes for a cycle [s]."""
    gait = Gait(rig)
    body = gait.state.body
    body[[at.GO_X, at.GO_Z, at.GO_TURN]] = body[[at.WISH_X, at.WISH_Z, at.WISH_TURN]] = order
    body[at.IDLE] = 0.0
    return clock_period(gait, (float(order[0]), float(order[1])), float(order[2]))


def _with_period(rig: GaitRig, order: Floats, period: float) -> GaitRig:
    """The gait with strides that are a little longer or shorter, so that its clock has a period [s]."""
    low, high = 1.0 - _STRETCH, 1.0 + _STRETCH
    if not _period(_stretch(rig, low), order) <= period <= _period(_stretch(rig, high), order):
        return rig  # something else sets its pace: the seam will be wider
    for _ in range(54):
        middle = 0.5 * (low + high)
        if _period(_stretch(rig, middle), order) < period:
            low = middle
        else:
            high = middle
    return _stretch(rig, 0.5 * (low + high))


def _stretch(rig: GaitRig, factor: float) -> GaitRig:
    """The gait with all that sets its pace changed by a factor: strides, room of feet, natural periods."""
    tables = rig.tables
    parameters, feet, groups = tables.parameters.copy(), tables.feet.copy(), tables.groups.copy()
    parameters[..., at.STRIDE] *= factor
    feet[:, [at.ROOM_X, at.ROOM_Z]] *= factor
    groups[:, at.NATURAL] *= factor
    return replace(rig, tables=tables._replace(parameters=parameters, feet=feet, groups=groups))


def _warm_up(actor: Actor, command: Floats, frames: int, ticks: int) -> None:
    """Walks until the walk repeats itself, with steps that begin between ticks, not near one."""
    cycle = np.tile(command, (frames, 1))
    long = np.tile(command, (frames * (_CYCLES + math.ceil(_WARM_UP / (ticks * at.TICK))), 1))
    actor.run(long)
    rig, state = actor.gait
    if not rig.feet:
        return
    before = float(state.body[at.CLOCK])
    actor.run(cycle)
    per_tick = (float(state.body[at.CLOCK]) - before) / ticks
    if per_tick <= 0.0:
        return
    rows, feet = rig.tables.numbers[:, at.GROUP], rig.tables.feet
    lags = feet[:, [at.SIDE_STEP, at.ROW_STEP]] * state.now[rows][:, [at.SIDE_LAG, at.ROW_LAG]]
    rates = rig.tables.groups[rows, at.RATE]
    phases = state.body[at.CLOCK] - (lags.sum(axis=1) + feet[:, at.FIXED_STEP]) / rates
    places = np.sort(phases / per_tick % 1.0)
    gaps = np.diff(np.append(places, places[0] + 1.0))
    middle = places[np.argmax(gaps)] + 0.5 * gaps.max()
    state.body[at.CLOCK] += per_tick * ((1.0 - middle) % 1.0)
    actor.run(long)


def _record(actor: Actor, command: Floats, frames: int) -> tuple[Floats, Floats, Floats, Floats]:
    """(places (F + 1, 3), headings (F + 1,), offsets (F + 1, J, 3), rotations (F + 1, J, 4)) of a cycle.

    The root is in character space.
    """
    actor.velocity, actor.turn = (float(command[0]), float(command[1])), float(command[2])
    rows = []
    for frame in range(frames + 1):
        actor.step(float(command[3]) if frame else 0.0)
        place, heading = actor.placement
        offsets, local = actor.translations, actor.rotations
        back = quat_from_axis_angle(np.array([0.0, -heading, 0.0]))
        offsets[0] = quat_rotate(back, offsets[0] - place)
        local[0] = quat_multiply(back, local[0])
        rows.append((place, heading, offsets, local))
    places, headings, offsets, local = (np.array(column) for column in zip(*rows, strict=True))
    return places, np.unwrap(headings), offsets, local


def _seam(offsets: Floats, local: Floats, last: int) -> float:
    """Distance of a frame from the first: the largest distance [m] or angle [rad] of a joint."""
    turned = axis_angle_from_quat(quat_multiply(quat_conjugate(local[last]), local[0]))
    return float(max(np.abs(offsets[0] - offsets[last]).max(), np.abs(turned).max()))


def _close(places: Floats, offsets: Floats, local: Floats) -> None:
    """Spreads the gap between the last frame and the first over all frames, in place."""
    shares = np.linspace(0.0, 1.0, len(local))
    turned = axis_angle_from_quat(quat_multiply(quat_conjugate(local[-1]), local[0]))
    offsets += shares[:, None, None] * (offsets[0] - offsets[-1])
    local[:] = quat_multiply(local, quat_from_axis_angle(shares[:, None, None] * turned))
    places[:, 1] += shares * (places[0, 1] - places[-1, 1])
    offsets[-1], local[-1] = offsets[0], local[0]


def _put_in_world(take: _Take) -> None:
    """Moves the root from character space to the world, in place: it starts at the origin, facing +Z."""
    places, headings, offsets, local = take.places, take.headings, take.offsets, take.local
    back = quat_from_axis_angle(np.array([0.0, -headings[0], 0.0]))
    turns = quat_from_axis_angle((headings - headings[0])[:, None] * [0.0, 1.0, 0.0])
    offsets[:, 0] = quat_rotate(back, places - places[0]) + quat_rotate(turns, offsets[:, 0])
    local[:, 0] = quat_multiply(turns, local[:, 0])
