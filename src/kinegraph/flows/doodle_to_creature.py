"""Doodle to creature: a motion line makes any creature walk, leap and flip.

Steps become a gait along the drawn path at the drawn times; jumps and flips follow their drawn arcs; slides
glide. The creature's own gait moves its legs, of any number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.tables import GRAVITY
from kinegraph.creatures.playing.actor import Actor
from kinegraph.doodles.clip import read_doodle
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.line.motion import STAND, Motion, Unknown
from kinegraph.doodles.performing.stages import motion_names, motion_stages
from kinegraph.doodles.performing.synthesis import check_length
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.doodles.sounds import sounds_of
from kinegraph.flows.creature_leap import (
    LEVEL,
    UP,
    ActorStance,
    Frames,
    LeapArc,
    LeapBody,
    body_of,
    flip_turns,
    lift_flight,
    mix_frames,
    plan_flight,
    shift_stances,
    solve_frames,
    stance_of,
    world_of,
)

_SETTLES = 0.8  # [s] after the last motion
_GATHER, _LONGEST_GATHER = 0.35, 0.3  # share of the ascent spent on the ground before a take-off, and [s]
_STRETCH, _LEANS = 0.05, 0.12  # [leg lengths] height over its rest, and distance ahead, at take-off
_ROOM = 0.3  # [leg lengths] least rise of a flight
_GIVE, _OVER = (
    0.12,
    6.0,
)  # [s] longest time constant of catching a landing, and its duration in time constants
_STANDS = 0.1  # [s] stand after a landing
_SPREADS = {"leap": 1.0, "jump": 0.35}
_CHASE, _TURN = 0.5, 0.22  # [s] in which it corrects its place, and its heading
_HURRY = 0.15  # [natural speeds] largest extra speed for that
_SPACING, _SAMPLES = 0.04, 2_000_000  # [m] spacing of the ground's samples, and their largest number


@dataclass(frozen=True, eq=False)
class _Landing:
    """A landing: its time [s], and the velocity of the creature (3,) [m/s]."""

    time: float
    velocity: Floats


def doodle_to_creature(
    pieces: Sequence[Motion | Unknown],
    creature: Creature,
    scene: DoodleScene | None = None,
    *,
    fps: float = 60.0,
    name: str = "doodle",
    place: Floats | None = None,
    heading: float = 0.0,
) -> Clip:
    """The clip of a creature that performs a line.

    pieces: In the order of time; for a piece that was not understood it walks to the next start.
    place, heading: Of its stand before the first motion (3,) [m], [rad].
    """
    if not 1.0 <= fps <= 1000.0:
        raise InvalidValue(f"The frame rate of a clip must be 1 to 1000 frames a second, not {fps:g}.")
    player = CreaturePlayer(creature, scene or DoodleScene(), fps, place, heading)
    player.append(pieces)
    player.advance(last=True)
    offsets, local = player.frames()
    return Clip(creature.character.skeleton, fps, offsets[:, 0], local, offsets, name)


def perform_on_creature(doodle: Doodle, creature: Creature, fps: float = 60.0) -> Clip:
    """The clip of a creature that performs a doodle's lines, among its props."""
    read = read_doodle(doodle)
    clip = doodle_to_creature(read.reading.pieces, creature, read.scene, fps=fps, name=doodle.name)
    return replace(clip, events=sounds_of(read.reading.pieces, doodle.taught))


class CreaturePlayer:
    """Performs motions one after another and collects frames; more motions may follow."""

    def __init__(
        self,
        creature: Creature,
        scene: DoodleScene,
        fps: float,
        place: Floats | None = None,
        heading: float = 0.0,
    ) -> None:
        """
        place: (3,) where it stands before its first motion [m]; by default the origin.
        heading: The way it faces there [rad].
        """
        self.creature, self.fps = creature, fps
        self.heading = heading
        self.body: LeapBody = body_of(creature)
        self.ground = _ground(scene)
        self.motions: list[Motion] = []
        self.actor = self._make_actor(np.zeros(3) if place is None else place, heading)
        self.landing: _Landing | None = None
        self.left: tuple[Floats, float] | None = None  # place and time at which the present walk began
        self.number = 0  # the first motion that is not performed yet
        self.frame = 0  # the next frame
        self.parts: list[Frames] = []

    def _make_actor(self, place: Floats, heading: float) -> Actor:
        return Actor(self.creature, self.ground, start=(float(place[0]), float(place[2]), heading))

    def append(self, pieces: Iterable[Motion | Unknown]) -> None:
        """Adds pieces, in the order of time."""
        motions = [piece for piece in pieces if isinstance(piece, Motion)]
        check_length([*self.motions, *motions], self.fps, 0.0)
        if motions and not self.motions:
            self.actor = self._make_actor(motions[0].start, _heading(motions, 0, self.heading))
        self.motions += motions

    def advance(self, *, last: bool) -> None:
        """Makes the frames that later motions cannot change; with `last`, all frames."""
        while self.number < len(self.motions):
            motion, after = self.motions[self.number], self.number
            if not _is_walked(motion):
                self._walk(self.number, self.number, motion.start_time)
                (self._fly if motion_stages(motion.name).creature == "fly" else self._glide)(self.number)
                self.number += 1
                continue
            while after < len(self.motions) and _is_walked(self.motions[after]):
                after += 1
            if after == len(self.motions) and not last:  # the speed at its end depends on the next motion
                self._walk(self.number, after, self.motions[-1].start_time, over=False)
                return
            self._walk(self.number, after, self.motions[after - 1].end_time)
            self.number = after
        if last:
            ends = (self.motions[-1].end_time if self.motions else 0.0) + _SETTLES
            self._walk(self.number, self.number, ends + 1.0 / self.fps)

    def frames(self) -> Frames:
        """All frames so far."""
        if len(self.parts) > 1:
            offsets, rotations = zip(*self.parts, strict=True)
            self.parts = [(np.concatenate(offsets), np.concatenate(rotations))]
        if not self.parts:
            return self.actor.translations[None][:0], self.actor.rotations[None][:0]
        return self.parts[0]

    def _times(self, until: float) -> Floats:
        """(F,) times of the frames from the next one up to `until`; they count as made."""
        stop = max(int(np.ceil(until * self.fps - 1e-9)), self.frame)
        times = np.arange(self.frame, stop) / self.fps
        self.frame = stop
        return times

    # On the ground.

    def _walk(self, first: int, after: int, until: float, *, over: bool = True) -> None:
        """Walks through the motions first..after-1, or waits, until a time.

        over: Whether the walk ends there; otherwise the next call continues it.
        """
        times = self._times(until)
        if len(times):
            self.left = self.left or (self.actor.placement[0], float(times[0]))
            self._step_along(_WalkPath(self.motions[first:after], *self.left), times)
        if over and self.left is not None:
            self.left = self.landing = None

    def _step_along(self, way: "_WalkPath", times: Floats) -> None:
        poses, stances = [], []
        stands = -1.0 if self.landing is None else self.landing.time + _STANDS
        for time in times:
            if time < stands:
                self.actor.velocity, self.actor.turn = (0.0, 0.0), 0.0
            else:
                self._steer(way, float(time))
            self.actor.step(1.0 / self.fps if time > 0.0 else 0.0)
            poses.append((self.actor.translations, self.actor.rotations))
            stances.append(stance_of(self.actor))
        walked = np.stack([pose[0] for pose in poses]), np.stack([pose[1] for pose in poses])
        self.parts.append(self._catch_landing(walked, stances, times))

    def _steer(self, way: "_WalkPath", time: float) -> None:
        place, heading = self.actor.placement
        style = way.style(time)
        if style != self.actor.style:
            self.actor.style = style
        wanted, going = way.at(time)
        natural = np.sqrt(GRAVITY * self.body.leg)
        velocity = going + _limit((wanted - place[[0, 2]]) / _CHASE, _HURRY * natural)
        if np.linalg.norm(going) < 1e-6 and np.linalg.norm(wanted - place[[0, 2]]) < 0.05 * self.body.leg:
            velocity = np.zeros(2)
        off = (way.facing(time, heading) - heading + np.pi) % (2.0 * np.pi) - np.pi
        sine, cosine = np.sin(heading), np.cos(heading)
        sideways = float(velocity[0] * cosine - velocity[1] * sine)
        self.actor.velocity = sideways, float(velocity[0] * sine + velocity[1] * cosine)
        self.actor.turn = float(off / _TURN)

    def _catch_landing(self, walked: Frames, stances: Sequence[ActorStance], times: Floats) -> Frames:
        """Frames after a landing, in which the body keeps its velocity at first and is caught over its
        feet."""
        landing = self.landing
        if landing is None or self.body.give <= 0.0:
            return walked
        speed = float(np.linalg.norm(landing.velocity))
        fading = min(_GIVE, np.e * self.body.give / max(speed, 1e-6))
        since = times - landing.time
        count = int((since < _OVER * fading).sum())
        if not count:
            return walked
        since = since[:count]
        shift = (since * np.exp(-since / fading))[:, None] * landing.velocity
        moved = solve_frames(self.body, shift_stances(self.body, stances[:count], shift))
        part = walked[0][:count], walked[1][:count]
        caught = mix_frames(part, moved, 1.0 - smoothstep(2.0 * since / (_OVER * fading) - 1.0))
        return np.concatenate([caught[0], walked[0][count:]]), np.concatenate([caught[1], walked[1][count:]])

    # Off the ground.

    def _fly(self, number: int) -> None:
        motion = self.motions[number]
        begins = self.frame / self.fps
        ends = max(motion.end_time, begins + 2.0 / self.fps)
        took = ends - begins
        apex_time = float(np.clip(motion.apex_time, begins + 0.3 * took, ends - 0.2 * took))
        gather = min(_GATHER * (apex_time - begins), _LONGEST_GATHER)
        stance = stance_of(self.actor)
        target, leg = self._landing_root(motion), self.body.leg
        facing = _heading(self.motions, number, stance.heading)
        leaving = stance.root + _limit(0.5 * gather * (target - stance.root) * LEVEL / took, _LEANS * leg)
        height = self._standing_height(leaving) + (_STRETCH * leg if self.body.feet else 0.0)
        leaving = leaving * LEVEL + height * UP
        top = max(float(motion.apex[1]), leaving[1] + _ROOM * leg, target[1] + _ROOM * leg)
        arc = LeapArc(leaving, top, target, (begins + gather, apex_time, ends))
        feet = self._gather(arc, begins, stance)
        self._air(arc, motion, (stance.heading, facing), feet)
        self.landing = _Landing(ends, arc.velocities[1])
        self.actor = self._make_actor(motion.end, facing)

    def _standing_height(self, place: Floats) -> float:
        return float(self.body.root[1] + self.ground.height(place[0], place[2]))

    def _landing_root(self, motion: Motion) -> Floats:
        """Place of the root of a creature that stands at the end of a motion."""
        return motion.end * LEVEL + self._standing_height(motion.end) * UP

    def _gather(self, arc: LeapArc, begins: float, stance: ActorStance) -> Floats:
        """Sinks and rises to the take-off on planted feet; returns their places (N, 3) in the world."""
        from scipy.interpolate import CubicHermiteSpline

        gather, root = arc.times[0] - begins, stance.root
        coming = np.zeros(3) if self.landing is None else self.landing.velocity
        self.landing = None
        feet = stance.feet(self.body)
        down = feet.copy()
        down[:, 1] = self.ground.height(feet[:, 0], feet[:, 2]) + self.body.homes[:, 1]
        times = self._times(arc.times[0])
        if not len(times):
            return down
        sink = self.body.give
        middle = 0.5 * (root + arc.start) * LEVEL + (min(root[1], arc.start[1]) - sink) * UP
        level = (arc.start - root) / gather * LEVEL
        at = [begins, begins + 0.55 * gather, arc.times[0]]
        speeds = [_limit(coming, 6.0 * sink / gather), level, arc.velocities[0]]
        shift = CubicHermiteSpline(at, [root, middle, arc.start], speeds)(times) - root
        share = (times - begins) / gather
        standing = feet + smoothstep(2.0 * share)[:, None, None] * (down - feet)
        solved = solve_frames(self.body, shift_stances(self.body, [stance] * len(times), shift, standing))
        self.parts.append(self._settle_tails(solved, smoothstep(2.0 * share)))
        return down

    def _settle_tails(self, frames: Frames, share: Floats) -> Frames:
        """Frames in which tails and ears that swayed in the last pose come to rest."""
        free = list(self.body.rig.free_bodies)
        if not self.parts or not free:
            return frames
        before, turned = (np.repeat(part[-1:, free], len(share), axis=0) for part in self.parts[-1])
        offsets, rotations = frames[0].copy(), frames[1].copy()
        offsets[:, free], rotations[:, free] = mix_frames(
            (before, turned), (offsets[:, free], rotations[:, free]), share
        )
        return offsets, rotations

    def _air(self, arc: LeapArc, motion: Motion, headings: tuple[float, float], feet: Floats) -> None:
        times = self._times(arc.times[2])
        if not len(times):
            return
        share = arc.share(times)
        turns, twist = flip_turns(motion.name, motion.turns, share)
        spread = _SPREADS.get(motion.name, 0.0)
        carried = plan_flight(
            self.body,
            arc,
            times,
            headings=headings,
            from_feet=feet,
            turns=turns,
            twist=twist,
            spread=spread,
        )
        for _ in range(2):
            carried = lift_flight(carried, arc, times, self._depth(solve_frames(self.body, carried)))
        self.parts.append(solve_frames(self.body, carried))

    def _depth(self, frames: Frames) -> Floats:
        """(F,) depth of the lowest body under the ground [m]."""
        places = world_of(self.creature, frames, self.fps).positions
        radii = np.array([body.radius for body in self.creature.character.bodies])
        radii[list(self.body.feet)] = 0.0
        grounds = self.ground.height(places[..., 0], places[..., 2])
        return np.asarray((grounds + radii - places[..., 1]).max(axis=1))

    def _glide(self, number: int) -> None:
        """Slides along, a little lower, while its feet move to their places under it."""
        motion = self.motions[number]
        begins = self.frame / self.fps
        times = self._times(motion.end_time)
        if not len(times):
            return
        stance = stance_of(self.actor)
        share = smoothstep((times - begins) / max(motion.end_time - begins, 1e-6))
        facing = _heading(self.motions, number, stance.heading)
        target = self._landing_root(motion)
        way = share[:, None] * (target - stance.root)
        homes = motion.end * LEVEL + quat_rotate(quat_from_axis_angle(facing * UP), self.body.homes)
        homes[:, 1] += self.ground.height(homes[:, 0], homes[:, 2])
        feet = stance.feet(self.body)
        gliding = feet + share[:, None, None] * (homes - feet)
        low = way - (0.4 * self.body.give * np.sin(np.pi * share))[:, None] * UP
        carried = shift_stances(self.body, [stance] * len(times), low, gliding)
        self.parts.append(self._settle_tails(solve_frames(self.body, carried), smoothstep(4.0 * share)))
        self.actor = self._make_actor(motion.end, facing)


class _WalkPath:
    """The path on the ground over time, from motions that are walked."""

    def __init__(self, motions: Sequence[Motion], start: Floats, now: float) -> None:
        from scipy.interpolate import PchipInterpolator

        self.motions = motions
        times, places = [now], [np.asarray(start)[[0, 2]]]
        for motion in motions:
            for time, place in ((motion.start_time, motion.start), (motion.end_time, motion.end)):
                if time > times[-1] + 1e-3:
                    times.append(time)
                    places.append(place[[0, 2]])
        self._last = times[-1]
        self._line = PchipInterpolator(times, np.array(places)) if len(times) > 1 else None
        self._slope = self._line.derivative() if self._line is not None else None
        self._rest = np.array(places[-1])

    def at(self, time: float) -> tuple[Floats, Floats]:
        """(2,) place [m] and (2,) velocity [m/s]."""
        if self._line is None or self._slope is None or time >= self._last:
            return self._rest, np.zeros(2)
        return self._line(time), self._slope(time)

    def _motion(self, time: float) -> Motion | None:
        return next((m for m in self.motions if m.start_time <= time < m.end_time), None)

    def style(self, time: float) -> str:
        motion = self._motion(time)
        if motion is None or motion.name not in motion_names():
            return "plain"
        return motion_stages(motion.name).creature_style or "plain"

    def facing(self, time: float, now: float) -> float:
        """Heading at a time [rad]."""
        motion = self._motion(time)
        return now if motion is None else _heading((motion,), 0, now)


def _is_walked(motion: Motion) -> bool:
    """True if a creature walks a motion; it walks all motions that have no stages."""
    return motion.name not in motion_names() or motion_stages(motion.name).creature == "walk"


def _heading(motions: Sequence[Motion], number: int, now: float) -> float:
    """Heading of a motion [rad]: along its path, or against it in a backward form."""
    for motion in motions[number : number + 1]:
        way = (motion.end - motion.start)[[0, 2]]
        if motion.name != STAND and np.linalg.norm(way) > 0.05:
            way = -way if motion.backward else way
            return float(np.arctan2(way[0], way[1]))
    return now


def _limit(vector: Floats, most: float) -> Floats:
    size = float(np.linalg.norm(vector))
    return vector if size <= most else vector * (most / size)


def _ground(scene: DoodleScene) -> Ground:
    """The scene's ground as samples, the same for every creature."""
    boxes = scene.standing_boxes
    if not boxes:
        return Ground()
    places = np.array([box.place for box in boxes])
    wide = max(float(np.hypot(*box.size[[0, 2]])) for box in boxes)
    low, high = places.min(axis=0) - wide, places.max(axis=0) + wide
    spacing = max(_SPACING, float(np.sqrt((high[0] - low[0]) * (high[2] - low[2]) / _SAMPLES)))
    x, z = (np.arange(low[axis], high[axis] + spacing, spacing) for axis in (0, 2))
    grid = np.stack([*np.broadcast_arrays(x[:, None], 0.0, z[None])], axis=-1)
    return Ground(scene.ground(grid), np.array([x[0], z[0]]), spacing)
