"""A gait from a captured walk: its timing, foot paths and body motion as a gait plan for any creature.

Contacts give the time at which each foot lifts and lands, so the period, the duty factors and the step
triggers. The mean of all flights gives the foot path. Gaits at other speeds are the authored ones, changed as
the captured walk differs from the authored walk at its own speed.
"""

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.core.resample import resample
from kinegraph.creatures.binding.turned_rests import headings
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.foot_path import MOST_TIP, FootPath
from kinegraph.creatures.gait.parameters import COLUMNS, GaitParameters, gait_parameters
from kinegraph.creatures.gait.plan import LIMITS, FootKey, FootPlan, GaitPlan, GroupPlan
from kinegraph.creatures.gait.plan_rows import interpolate_keys
from kinegraph.creatures.gait.rig import GaitRig, gait_rig
from kinegraph.creatures.retarget.clip_motion import FPS, ClipMotion, clip_motion, without_calibration
from kinegraph.creatures.retarget.stride_times import StrideTimes, sole_stances, stride_times
from kinegraph.creatures.retarget.treadmill import spot_walk

_PATH_KEYS = 9
_LOWEST = 0.02  # [leg lengths] an arc below it is noise
_SLOWEST = 0.03  # natural speeds: a slower body stands
_HANGING = 0.3  # as in the gait: weight of a body that no foot bears, as a share of its feet
_VAULT = 0.6  # of a gait's bounce shows as rise and fall of the body
_SHIFTED = ("duty", "side_lag", "row_lag", "lean", "crouch")  # other parameters change by a factor


@dataclass(frozen=True, eq=False)
class FittedGait:
    """A captured walk.

    plan: The gait.  creature: The walker.  speed: [m/s]  period: Of its cycle [s].
    duties, triggers: (N,) of each foot, in the order of `gait_rig(creature).feet`; triggers from the first.
    """

    plan: GaitPlan
    creature: Creature
    speed: float
    period: float
    duties: Floats
    triggers: Floats


def fit_gait(clip: Clip, character: Character, *, name: str | None = None) -> FittedGait:
    """Fits a gait to a clip in which a character walks or runs straight ahead, or on the spot.

    character: The character of the clip; missing anatomy is guessed.
    """
    if clip.skeleton != character.skeleton or len(clip) < 2:
        raise InvalidValue(
            f"The clip {clip.name!r} must have two frames or more, and be of {character.name!r}."
        )
    creature = neutral_creature(character, clip)
    rig = gait_rig(creature)
    if not rig.feet or rig.mode != at.WALKING:
        raise InvalidValue(f"{character.name!r} has no legs that reach the ground, so no gait can be fitted.")
    walked = without_calibration(clip)
    walked = walked if walked.fps <= FPS else resample(walked, FPS)
    spot = spot_walk(walked, creature, rig.feet)
    walked = walked if spot is None else spot.clip
    motion = clip_motion(walked, creature)
    stands = sole_stances(walked, creature, rig.feet) if spot is None else spot.stands
    times = stride_times(stands, motion.times)
    speed = _speed(motion, times)
    if speed * rig.tables.body[at.PERIOD] < _SLOWEST * rig.tables.body[at.SCALE]:
        raise InvalidValue(f"The character of {clip.name!r} hardly moves, so no gait can be fitted.")
    groups = tuple(_group(motion, rig, times, speed, number) for number in range(len(rig.groups)))
    about = f"Fitted to {clip.name} at {speed:.2f} m/s."
    plan = GaitPlan(name or clip.name or "gait", groups, about)
    return FittedGait(plan, motion.creature, speed, times.period, times.duties, times.triggers)


def _speed(motion: ClipMotion, times: StrideTimes) -> float:
    """Mean speed along the way over the walk's whole strides [m/s]."""
    root = motion.positions[:, motion.creature.root][:, [0, 2]]
    first, last = (np.searchsorted(motion.times, when) for when in times.span)
    last = min(int(last), len(root) - 1)
    way = float(np.linalg.norm(root[last] - root[first]))
    return way / max(float(motion.times[last] - motion.times[first]), 1e-6)


def _group(motion: ClipMotion, rig: GaitRig, times: StrideTimes, speed: float, number: int) -> GroupPlan:
    """The entry of one leg group."""
    group = rig.groups[number]
    order = list(rig.orders[number])
    authored = gait_parameters(len(order))
    natural = speed / math.sqrt(at.GRAVITY * group.length)
    usual = interpolate_keys(authored, min(natural, LIMITS["speed"][1]))
    flights = [_Flights(motion, rig, times, foot) for foot in order]
    rolls = bool((rig.tables.feet[order, at.TURNS] == 1.0).all())  # feet that are points show no roll
    found = replace(
        usual,
        stride=speed * times.period / group.length,
        duty=float(np.mean(times.duties[order])),
        lift=float(np.mean([one.lift for one in flights])) / group.length,
        heel=float(np.mean([one.heel for one in flights])) if rolls else usual.heel,
        toe=float(np.mean([one.toe for one in flights])) if rolls else usual.toe,
        **_body(motion, rig, times, group.length),
    )
    found = GaitParameters(
        *(_within(column, value) for column, value in zip(COLUMNS, astuple(found), strict=True))
    )
    keys = _at_all_speeds(authored, usual, found)
    return GroupPlan(
        keys=keys,
        path=_mean_path(flights, rolls),
        feet=tuple(_foot(rig, times, found, keys, order, place) for place in range(len(order))),
    )


def _foot(
    rig: GaitRig,
    times: StrideTimes,
    found: GaitParameters,
    keys: Sequence[GaitParameters],
    order: list[int],
    place: int,
) -> FootPlan:
    """A foot's own duty factor and step trigger, by speed."""
    foot, row = order[place], rig.tables.feet[order[place]]

    def usual(key: GaitParameters) -> float:
        return row[at.SIDE_STEP] * key.side_lag + row[at.ROW_STEP] * key.row_lag + row[at.FIXED_STEP]

    late = _wrap(times.triggers[foot] - usual(found))
    more = float(times.duties[foot] - found.duty)
    return FootPlan(
        place,
        tuple(
            FootKey(key.speed, _within("duty", key.duty + more), _within("trigger", _wrap(usual(key) + late)))
            for key in keys
        ),
    )


def _at_all_speeds(
    authored: Sequence[GaitParameters], usual: GaitParameters, found: GaitParameters
) -> tuple[GaitParameters, ...]:
    """The authored keys, changed as the captured walk differs from the authored one at its own speed."""
    keys = [found]
    for key in authored:
        if abs(key.speed - found.speed) < 0.02:
            continue
        values = {}
        for name in COLUMNS[1:]:
            own, common, here = (getattr(each, name) for each in (found, usual, key))
            if name in _SHIFTED:
                fades = min(key.speed / found.speed, 1.0) if name in ("lean", "crouch") else 1.0
                value = here + fades * (own - common)  # a body that stands is carried as it rests
            else:
                value = here * min(max(own / common, 0.25), 4.0) if common > 1e-9 else own
            values[name] = _within(name, value)
        keys.append(GaitParameters(key.speed, **values))
    return tuple(sorted(keys, key=lambda key: key.speed))


def _body(motion: ClipMotion, rig: GaitRig, times: StrideTimes, length: float) -> dict[str, float]:
    """Motion of the body over the feet: sway, bounce, lean and crouch."""
    creature, root = motion.creature, motion.creature.root
    inside = (motion.times >= times.span[0]) & (motion.times <= times.span[1])
    places, turns = motion.positions[inside, root], motion.turns[inside, root]
    heading = headings(turns)
    middle = float(np.angle(np.exp(1j * heading).mean()))
    across = np.array([math.cos(middle), 0.0, -math.sin(middle)])
    steps = np.arange(len(places))
    line = np.polyval(np.polyfit(steps, places @ across, 1), steps)
    aside = places @ across - line
    height = places[:, 1]
    borne, weights = np.zeros(len(places)), np.zeros(len(places))
    for foot, body in enumerate(rig.feet):
        stands = times.standing[inside, foot]
        borne += stands * (motion.steps[body].places[inside] @ across - line)
        weights += stands
    pull = borne / (weights + _HANGING * len(rig.feet))
    rest = float(creature.rest_positions[root, 1])
    forward = quat_rotate(turns, np.array([0.0, 0.0, 1.0]))
    cycle = max(round(times.period / (motion.times[1] - motion.times[0])), 2)
    rises = [np.ptp(height[k : k + cycle]) for k in range(0, max(len(height) - cycle, 1), cycle)]
    return {
        "sway": float(np.clip(aside @ pull / max(float(pull @ pull), 1e-12), 0.0, 1.0)),
        "bounce": float(np.median(rises)) / (_VAULT * length),
        "lean": float(np.mean(-np.arcsin(np.clip(forward[:, 1], -1.0, 1.0)))),
        "crouch": (rest - float(height.mean())) / length,
    }


class _Flights:
    """The mean flight of a foot.

    lift: Height of its arc [m].  toe, heel: Roll when it lifts and lands [rad].
    curves: (_PATH_KEYS, 4) progress, height, swing outwards [m] and pitch [rad] over even times.
    """

    def __init__(self, motion: ClipMotion, rig: GaitRig, times: StrideTimes, foot: int) -> None:
        body, row = rig.feet[foot], rig.tables.feet[foot]
        even = np.linspace(0.0, 1.0, _PATH_KEYS)
        pitches = _pitches(motion, body, times.standing[:, foot]) if row[at.TURNS] == 1.0 else None
        places = motion.steps[body].places
        side = math.copysign(1.0, row[at.HOME_X])
        every = []
        for lift, land in times.flights[foot]:
            when = lift + even * (land - lift)
            path = np.stack([np.interp(when, motion.times, column) for column in places.T], axis=1)
            way = path[-1] - path[0]
            flat = np.array([way[0], 0.0, way[2]])
            far = max(float(flat @ flat), 1e-12)
            share = np.clip(np.maximum.accumulate((path - path[0]) @ flat / far), 0.0, 1.0)
            left = np.array([flat[2], 0.0, -flat[0]]) / math.sqrt(far)
            pitch = np.zeros(_PATH_KEYS) if pitches is None else np.interp(when, motion.times, pitches)
            arm = np.where(pitch > 0.0, row[at.TOE], row[at.HEEL])
            height = path[:, 1] - path[0, 1] - even * way[1] - arm * np.abs(np.sin(pitch))
            every.append(np.stack([share, height, side * (path - path[0]) @ left, pitch], axis=1))
        curves = np.mean(every, axis=0)
        self.curves = curves
        self.lift = max(float(curves[:, 1].max()), _LOWEST * float(row[at.REACH]))
        self.toe, self.heel = max(float(curves[0, 3]), 0.0), max(-float(curves[-1, 3]), 0.0)


def _pitches(motion: ClipMotion, body: int, stands: Floats) -> Floats:
    """(F,) how far a sole is tipped forward, toes down [rad]; 0 is how it stands."""
    ahead = quat_rotate(motion.turns[:, body], np.array([0.0, 0.0, 1.0]))
    pitches = -np.arcsin(np.clip(ahead[:, 1], -1.0, 1.0))
    return pitches - float(np.median(pitches[stands > 0])) if (stands > 0).any() else pitches


def _mean_path(flights: Sequence[_Flights], rolls: bool) -> FootPath:
    """The flight of a leg group's feet in normalized space. rolls: Whether they have soles that turn."""
    even = np.linspace(0.0, 1.0, _PATH_KEYS)
    scaled = np.mean([one.curves / [1.0, one.lift, one.lift, 1.0] for one in flights], axis=0)
    progress, lift, swing, pitch = scaled.T
    toe, heel = float(np.mean([one.toe for one in flights])), float(np.mean([one.heel for one in flights]))
    rolled = toe * _ease(1.0 - even / 0.45) - heel * _ease((even - 0.5) / 0.4)
    tip = pitch - rolled if rolls else np.zeros(_PATH_KEYS)
    progress = np.maximum.accumulate(progress)
    progress[0], progress[-1] = 0.0, 1.0
    for curve in (lift, swing, tip):
        curve[[0, -1]] = 0.0
    peak = max(float(lift.max()), 1e-6)
    return FootPath(even, progress, np.maximum(lift / peak, 0.0), swing, np.clip(tip, -MOST_TIP, MOST_TIP))


def _ease(x: Floats) -> Floats:
    share = np.clip(x, 0.0, 1.0)
    return share * share * (3.0 - 2.0 * share)


def _wrap(share: float) -> float:
    """The same share of a cycle from -0.5 to 0.5."""
    return float(share - math.floor(share + 0.5))


def _within(name: str, value: float) -> float:
    low, high = LIMITS[name]
    return float(min(max(value, low), high))
