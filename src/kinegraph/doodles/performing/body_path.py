"""Body path: keys of the centre of mass at the ends of a move's stages, with slopes between them.

On the ground the keyframe sets the hips over the feet (Thorne et al., section 4.3: halfway between them); the
centre of mass of that pose is the key. In the air it follows two parabolas. The slopes make the path and its
velocity continuous, also at take-off and landing.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.flight import Flight, share_of_rise
from kinegraph.doodles.performing.footsteps import ankle_height
from kinegraph.doodles.performing.handholds import hand_keys
from kinegraph.doodles.performing.heading import forward, leftward
from kinegraph.doodles.performing.move import GRAVITY, Move, written_pose
from kinegraph.doodles.performing.posing import pose_puppet
from kinegraph.doodles.performing.room import lowest_below_center
from kinegraph.doodles.performing.score import Score
from kinegraph.doodles.performing.tracks import catmull_rom_slopes, limit_slopes

# Largest distance of the body behind the feet at a landing, or before them at a take-off [leg lengths].
_LEAN = 0.38
# Largest speed that a body keeps into the next motion, in speeds at which walking turns into running.
_FASTEST = 1.1
_LEAST_RISE = 0.22  # least rise of a jump whose apex is drawn as high as its ends [leg lengths]
_ROOM = 0.02  # least height of a flying body over the ground [leg lengths]
_EASY = 0.965  # share of a leg's length that it reaches without stretching
_BRAKING = 3.0  # a cubic that starts with up to this many times its mean slope does not overshoot


@dataclass(eq=False)
class BodyKey:
    """A key of the centre of mass: time [s], place (3,) [m] and, if already known, velocity (3,) [m/s]."""

    time: float
    place: Floats
    slope: Floats | None = None


def plan_body(score: Score, move: Move) -> None:
    """Adds the keys of the centre of mass; feet and angles must have been planned."""
    start = BodyKey(float(move.times[0]), score.body.last, score.body.last_slope)
    keys = [start]
    flights = _flights(move)
    roots = _root_targets(score, move)
    centers = _centers(score, move, roots)
    if leans := _leans(score, move, flights, centers):
        for index, lean in leans.items():
            roots[index] += lean
            roots[index, 1] -= _too_high(score, move, index, lean)
        centers = _centers(score, move, roots)
    index = 0
    while index < len(move.stages.stages):
        stage = move.stages.stages[index]
        if stage.by == "air":
            last = flights[index]
            landing = _support_center(score, move, last, centers)
            keys += _fly(score, move, keys[-1], BodyKey(float(move.times[last + 1]), landing), (index, last))
            index = last + 1
        elif stage.by == "hands":
            keys += [BodyKey(time, place) for time, place in hand_keys(score, move, index)[1:]]
            index += 1
        else:
            keys.append(BodyKey(float(move.times[index + 1]), centers[index]))
            index += 1
    _soften(keys)
    keys[-1].slope = _exit_velocity(score, move, keys) if keys[-1].slope is None else keys[-1].slope
    _add(score, keys)


def _flights(move: Move) -> dict[int, int]:
    """For each first stage in the air, the last one of that flight."""
    stages = move.stages.stages
    runs: dict[int, int] = {}
    for index, stage in enumerate(stages):
        if stage.by == "air" and (index == 0 or stages[index - 1].by != "air"):
            last = index
            while last + 1 < len(stages) and stages[last + 1].by == "air":
                last += 1
            runs[index] = last
    return runs


def _root_targets(score: Score, move: Move) -> Floats:
    """(S, 3) goals of the hips at the ends of the stages [m]; used where feet carry the body."""
    leg = score.puppet.leg
    roots = np.empty((len(move.stages.stages), 3))
    origin = score.pose_at(move.times[:1]).roots[0]
    goal = _over_feet(score, move, float(move.times[-1]))
    for index, stage in enumerate(move.stages.stages):
        time, pose = float(move.times[index + 1]), written_pose(move, stage)
        over = _over_feet(score, move, time)
        if stage.at is not None:
            over[[0, 2]] = (move.start + stage.at * move.way)[[0, 2]]
        elif move.stages.travel == "steady":
            over[[0, 2]] = origin[[0, 2]] + move.progress_at(time) * (goal - origin)[[0, 2]]
        facing = move.heading_at(time)
        roots[index] = over
        roots[index] += pose.get("shift", 0.0) * leg * forward(facing)
        side = 2 * move.lead - 1
        roots[index] += pose.get("sway", 0.0) * score.puppet.hip_half * side * leftward(facing)
        roots[index, 1] = over[1] + pose.get("rise", 0.96) * leg
    return roots


def _over_feet(score: Score, move: Move, time: float) -> Floats:
    """(3,) the middle of the ankles of the feet on the ground at a time; without such feet, a place on the
    path."""
    sides = score.supports(time)
    if not sides:
        return move.start + move.progress_at(time) * move.way + [0.0, score.puppet.sizes.ankle_height, 0.0]
    both = np.array([score.feet[side].at(np.array([time]))[0] for side in sides])
    both[:, 1] += [ankle_height(score.puppet, angle) for angle in both[:, at.FOOT_ROLL]]
    middle = both[:, :3].mean(axis=0)
    if len(sides) == 1:  # over the middle of the body's width, not over the one foot's side
        side = 2 * sides[0] - 1
        middle -= 0.6 * side * score.puppet.hip_half * leftward(move.heading_at(time))
    return middle


def _leans(score: Score, move: Move, flights: dict[int, int], centers: Floats) -> dict[int, Floats]:
    """Offsets (3,) of the body before the feet at take-off and behind them at landing [m], by stage: larger
    the faster it moves, so that the legs have a distance for pushing or braking.

    centers: (S, 3) the centre of mass at the ends of the stages without leaning [m].
    """
    leans: dict[int, Floats] = {}
    most = _LEAN * score.puppet.leg
    by = ["feet", *(stage.by for stage in move.stages.stages), ""]
    for first, last in flights.items():
        takeoff = score.body.last if first == 0 else _center_at_end(score, move, first - 1, centers)
        way = (_support_center(score, move, last, centers) - takeoff) * [1.0, 0.0, 1.0]
        speed = way / (move.times[last + 1] - move.times[first])
        # The stage before the take-off, and the one after the landing, if feet carry the body in them.
        for stage, key, sign in ((first - 1, first - 1, 1.0), (last + 1, last, -1.0)):
            if stage >= 0 and by[stage + 1] == "feet":
                lean = speed * (move.times[stage + 1] - move.times[stage]) / _BRAKING
                leans[key] = sign * lean * min(1.0, most / max(float(np.linalg.norm(lean)), 1e-9))
    return leans


def _too_high(score: Score, move: Move, index: int, lean: Floats) -> float:
    """Distance by which the hips must be lower for leaning legs to reach their feet easily [m]."""
    pose, leg = written_pose(move, move.stages.stages[index]), score.puppet.leg
    level = float(np.linalg.norm(lean)) + abs(pose.get("shift", 0.0)) * leg
    highest = np.sqrt(max((_EASY * leg) ** 2 - level**2, 0.0))
    return max(pose.get("rise", 0.96) * leg - highest, 0.0)


def _center_at_end(score: Score, move: Move, index: int, centers: Floats) -> Floats:
    """The centre of mass at the end of a stage that feet or hands carry (3,) [m]."""
    by_hands = move.stages.stages[index].by == "hands"
    return hand_keys(score, move, index)[-1][1] if by_hands else centers[index]


def _centers(score: Score, move: Move, roots: Floats) -> Floats:
    """(S, 3) the centre of mass when the hips are at `roots` at the ends of the stages [m]."""
    goals = score.goals_at(move.times[1:], roots)
    return pose_puppet(score.puppet, goals, score.ground, by_root=True).centers


def _support_center(score: Score, move: Move, last: int, centers: Floats) -> Floats:
    """The centre of mass where a flight ends: on the feet, or on the hands that come down next."""
    stages = move.stages.stages
    if last + 1 < len(stages) and stages[last + 1].by == "hands":
        return hand_keys(score, move, last + 1)[0][1]
    return centers[last]


def _fly(score: Score, move: Move, takeoff: BodyKey, landing: BodyKey, run: tuple[int, int]) -> list[BodyKey]:
    """The keys of a flight after the take-off, whose own velocity is set."""
    # In a handspring the drawn apex is that of the loop, not of one of the two flights.
    drawn = takeoff.time < move.apex_time < landing.time and not move.stages.handwork
    highest = max(takeoff.place[1], landing.place[1])
    if drawn:
        apex = takeoff.place + move.share * (landing.place - takeoff.place)
        apex[1] = highest + _rise(score, move, highest)
        when = move.apex_time
    else:
        apex = 0.5 * (takeoff.place + landing.place)
        apex[1] = highest + 0.04 * score.puppet.leg + 0.06 * max(move.height, 0.0)
        up, down = np.sqrt(apex[1] - takeoff.place[1]), np.sqrt(apex[1] - landing.place[1])
        when = takeoff.time + np.clip(up / (up + down), 0.2, 0.8) * (landing.time - takeoff.time)
    flight = Flight(takeoff.place, apex, landing.place, takeoff.time, float(when), landing.time)
    flight = _with_room(score, flight, *_hands_beside(move, run))
    takeoff.slope = flight.start_velocity
    return [BodyKey(*key) for key in flight.path_keys()[1:]]


def _rise(score: Score, move: Move, highest: float) -> float:
    """Height of the apex over the higher one of take-off and landing, `highest` [m].

    Where the arc is the path of the body, the centre of mass goes through the drawn apex; a low apex is
    lifted, so that even an arc below the hips is a jump. Where the arc is the path of the feet, the body
    rises with it.
    """
    least = _LEAST_RISE * score.puppet.leg
    line = move.start[1] + move.share * move.way[1]
    if move.stages.arc == "feet":
        standing = line + score.puppet.sizes.ankle_height + 0.96 * score.puppet.leg + score.center_over_hips
        return max(standing + move.height - highest, 0.2 * least)
    above = line + move.height - highest
    return 0.5 * (above + float(np.hypot(above, 2.0 * least)))


def _hands_beside(move: Move, run: tuple[int, int]) -> tuple[bool, bool]:
    """(begins, ends): True where a flight, given by its first and last stage, begins or ends on the hands."""
    by = [stage.by for stage in move.stages.stages]
    first, last = run
    return first > 0 and by[first - 1] == "hands", last + 1 < len(by) and by[last + 1] == "hands"


def _with_room(score: Score, flight: Flight, from_hands: bool, to_hands: bool) -> Flight:
    """The flight with its apex lifted until no part of the posed body is under the ground.

    Where it begins or ends on the hands, which touch the ground, only the other half of the flight counts.
    """
    moments = np.linspace(0.08, 0.92, 23)
    moments = moments[(moments > 0.5 * from_hands) & (moments < 1.0 - 0.5 * to_hands)]
    times = flight.start_time + moments * (flight.end_time - flight.start_time)
    below = lowest_below_center(score, times)
    mark = score.body.mark()
    for key in flight.path_keys():
        score.body.add(*key)
    places = score.body.at(times)
    score.body.rewind(mark)
    floor = np.array([score.height(place) for place in places]) if score.ground is not None else 0.0
    missing = floor + below + _ROOM * score.puppet.leg - places[:, 1]
    share = share_of_rise(times, flight)
    lift = float(np.max(missing / np.maximum(share, 0.3), initial=0.0))
    return replace(flight, apex=flight.apex + np.array([0.0, max(lift, 0.0), 0.0]))


def _soften(keys: list[BodyKey]) -> None:
    """Next to a flight, shortens pushing off and braking where the speed would carry the body too far: the
    body waits in its crouch, or reaches it earlier."""
    for index in range(len(keys) - 2, 0, -1):
        slope = keys[index].slope
        if slope is None:
            continue
        for neighbour, sign in ((index + 1, 1.0), (index - 1, -1.0)):
            other = keys[neighbour]
            if other.slope is not None:
                continue
            way = np.abs(other.place - keys[index].place)
            time = _braking_time(way, np.abs(slope), abs(other.time - keys[index].time))
            if time < abs(other.time - keys[index].time) - 1e-6:
                held = BodyKey(keys[index].time + sign * time, other.place, np.zeros(3))
                keys.insert(index + 1 if sign > 0 else index, held)
                break


def _braking_time(way: Floats, speed: Floats, time: float) -> float:
    """The longest time, up to `time`, in which `speed` is lost over `way` without overshoot [s]."""
    vertical = _BRAKING * way[1] / max(speed[1], 1e-9)
    fast, far = float(np.hypot(speed[0], speed[2])), float(np.hypot(way[0], way[2]))
    level = _BRAKING * max(far, 0.02) / max(fast, 1e-9)
    return max(min(time, vertical, level), min(time, 0.04))


def _exit_velocity(score: Score, move: Move, keys: list[BodyKey]) -> Floats:
    """(3,) velocity of the body at the end, for the next motion [m/s]."""
    duration = move.times[-1] - move.times[0]
    velocity = move.stages.flow * (keys[-1].place - keys[0].place) * [1.0, 0.0, 1.0] / duration
    most = _FASTEST * np.sqrt(GRAVITY * score.puppet.leg)
    return velocity * min(1.0, most / max(float(np.linalg.norm(velocity)), 1e-9))


def _add(score: Score, keys: list[BodyKey]) -> None:
    """Finds the unknown slopes, and adds all keys."""
    known = [index for index, key in enumerate(keys) if key.slope is not None]
    score.body.add(keys[0].time, keys[0].place, keys[0].slope if keys[0].slope is not None else 0.0)
    for first, last in pairwise(known):
        run = keys[first : last + 1]
        times, places = np.array([key.time for key in run]), np.array([key.place for key in run])
        slopes = catmull_rom_slopes(times, places, np.asarray(run[0].slope), np.asarray(run[-1].slope))
        slopes = limit_slopes(times, places, slopes)
        for time, place, slope in list(zip(times, places, slopes, strict=True))[1:]:
            score.body.add(time, place, slope)
