"""A fourth family of synthetic writers, for measuring only: a pen that pursues a moving target.

The target runs along a plan of cubic Bezier pieces, longer ones faster (isochrony: the speed grows with the
root of the length), and stops for a moment at cusps. The pen is a damped mass on a spring behind it, so that
corners become round, loops shrink and fast arcs are cut short: the shape of the line comes out of the motion
of the hand. Children plan unevenly, drift, wobble and hesitate.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.synthetic.hand_device import random_device, report_line, slow_noise
from benchmarks.synthetic.writer import Word, WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.motion import STAND

_STEP = 1.0 / 1000.0  # of the simulated hand [s]
_LEVELS = ("shuffle", "slide", "skate", "one_foot_shuffle")
_FINE = 60  # points of a piece
_TURNS = 0.5523  # handle of a quarter of a circle over its radius


@dataclass(frozen=True)
class _Hand:
    """A writer. uneven: Spread of sizes (log). slant: Shear. frequency: Of the spring [Hz]. damping: Of the
    spring, 1: critical. speed: Of the target on a piece of
    a leg length [leg lengths per s]. dwell: At cusps [s]. wobble: [leg lengths].
    drift: Of the ground over a leg length. hesitates: Share of pieces with a short halt.
    """

    uneven: float
    slant: float
    frequency: float
    damping: float
    speed: float
    dwell: float
    wobble: float
    drift: float
    hesitates: float


def _random_hand(rng: np.random.Generator, level: str) -> _Hand:
    low, high = {"neat": (0.9, 2.2), "quick": (3.0, 5.5), "mouse": (1.4, 3.2), "child": (0.8, 2.6)}[level]
    slant = {"neat": 0.04, "quick": 0.1, "mouse": 0.05, "child": 0.12}[level]
    wobble = {"neat": 0.004, "quick": 0.006, "mouse": 0.01, "child": 0.014}[level]
    return _Hand(
        uneven={"neat": 0.06, "quick": 0.11, "mouse": 0.09, "child": 0.17}[level],
        slant=float(rng.uniform(-slant, slant)),
        frequency=float(rng.uniform(7.0, 12.0)) if level != "child" else float(rng.uniform(5.0, 9.0)),
        damping=float(rng.uniform(0.8, 1.1)),
        speed=float(rng.uniform(low, high)),
        dwell=float(rng.uniform(0.02, 0.06)) if level != "quick" else float(rng.uniform(0.0, 0.03)),
        wobble=wobble,
        drift=float(rng.normal(0.0, 0.012 if level == "child" else 0.004)),
        hesitates=0.05 if level == "child" else 0.0,
    )


class _Plan:
    """The way of the target: points, and the time that it spends at some of them."""

    def __init__(self, hand: _Hand, rng: np.random.Generator) -> None:
        self.hand, self.rng = hand, rng
        self.points: list[Floats] = [np.zeros((1, 2))]
        self.waits: list[tuple[int, float]] = []

    @property
    def here(self) -> Floats:
        return self.points[-1][-1]

    def size(self, usual: float) -> float:
        """A length about the usual one."""
        return float(usual * np.exp(self.rng.normal(0.0, self.hand.uneven)))

    def curve(self, a: Floats, b: Floats, end: Floats) -> None:
        """A cubic Bezier piece from here, by its handles and its end, all relative to here."""
        t = np.linspace(0.0, 1.0, _FINE + 1)[1:, None]
        p = self.here
        q, r, s = p + a, p + b, p + end
        self.points.append((1 - t) ** 3 * p + 3 * t * (1 - t) ** 2 * q + 3 * t * t * (1 - t) * r + t**3 * s)

    def line(self, x: float, y: float) -> None:
        end = np.array([x, y])
        self.curve(end / 3.0, end / 1.5, end)

    def wait(self, seconds: float) -> None:
        self.waits.append((sum(map(len, self.points)) - 1, seconds))

    def cusp(self) -> None:
        self.wait(self.hand.dwell)

    def to_ground(self, ground: float) -> float:
        """Rise that ends on the drifting ground, a little beside it."""
        spread = 0.15 * self.hand.uneven
        return float(ground + self.rng.normal(0.0, spread) - self.here[1])


def _arc(plan: _Plan, way: float, width: float, height: float, apex: float, end: float) -> None:
    """An arc with its top at a share `apex` of its width."""
    up, down = apex * width, (1.0 - apex) * width
    # Of a Bezier piece with upright handles; the top is level.
    plan.curve(np.array([0.06 * way * up, 0.55 * height]), np.array([way * 0.45 * up, height]),
               np.array([way * up, height]))  # fmt: skip
    fall = end - height
    plan.curve(np.array([way * 0.55 * down, 0.0]), np.array([0.94 * way * down, 0.45 * fall]),
               np.array([way * down, fall]))  # fmt: skip


def _loop(plan: _Plan, way: float, radius: float, over: bool) -> None:
    """A turn about a middle below (over: the path runs on over its top) or above."""
    k, r, up = _TURNS * radius, radius, (-1.0 if over else 1.0)
    for a, b, end in (
        ((k, 0), (r, r - k), (r, r)), ((0, k), (k - r, r), (-r, r)),
        ((-k, 0), (-r, k - r), (-r, -r)), ((0, -k), (r - k, -r), (r, -r)),
    ):  # fmt: skip
        flip = np.array([way, up])
        plan.curve(np.array(a) * flip, np.array(b) * flip, np.array(end) * flip)


def _step(plan: _Plan, way: float, ground: float, low: float, high: float, height: float = 0.36) -> None:
    apex = float(plan.rng.uniform(low, high))
    _arc(plan, way, plan.size(0.72), plan.size(height), apex, plan.to_ground(ground))


def _stiff(plan: _Plan, way: float, ground: float) -> None:
    width, height, apex = plan.size(0.72), plan.size(0.44), plan.rng.uniform(0.43, 0.57)
    plan.line(way * width * apex, height)
    plan.cusp()
    plan.line(way * width * (1.0 - apex), plan.to_ground(ground))


def _hop(plan: _Plan, way: float, ground: float) -> None:
    _step(plan, way, ground, 0.44, 0.56)
    plan.cusp()
    tall = plan.size(0.16)
    plan.line(way * 0.01, tall)
    plan.cusp()
    plan.line(way * 0.01, plan.to_ground(ground))


def _level(length: float) -> Callable[["_Plan", float, float], None]:
    def draw(plan: _Plan, way: float, ground: float) -> None:
        plan.line(way * plan.size(length), plan.to_ground(ground))

    return draw


def _one_foot(plan: _Plan, way: float, ground: float) -> None:
    plan.line(way * plan.size(0.6), plan.to_ground(ground))
    _arc(plan, way, plan.size(0.23), plan.size(0.15), 0.5, plan.to_ground(ground))


def _skate(plan: _Plan, way: float, ground: float) -> None:
    plan.line(way * plan.size(1.1), plan.rng.normal(0.0, 0.1 * plan.hand.uneven))


def _kick(plan: _Plan, way: float, rise: float) -> None:
    plan.cusp()
    plan.line(way * plan.size(0.16), rise)
    plan.cusp()


def _jump(plan: _Plan, way: float, ground: float) -> None:
    apex = plan.rng.uniform(0.44, 0.56)
    _arc(plan, way, plan.size(1.4), plan.size(1.45), apex, plan.to_ground(ground))


def _flip(over: bool) -> Callable[["_Plan", float, float, int], None]:
    def draw(plan: _Plan, way: float, ground: float, turns: int) -> None:
        width, height = plan.size(1.7), plan.size(1.6)
        middle = 0.5 * width
        plan.curve(np.array([0.05 * way * middle, 0.6 * height]), np.array([way * 0.5 * middle, height]),
                   np.array([way * middle, height]))  # fmt: skip
        for _ in range(turns):
            _loop(plan, way, plan.size(0.3), over)
        fall = plan.to_ground(ground)
        plan.curve(np.array([way * 0.5 * middle, 0.0]), np.array([0.95 * way * middle, 0.4 * fall]),
                   np.array([way * middle, fall]))  # fmt: skip

    return draw


def _stomp(plan: _Plan, way: float, ground: float) -> None:
    plan.line(way * 0.02, plan.size(0.6))
    plan.cusp()
    plan.line(way * 0.02, plan.to_ground(ground))


def _twist(plan: _Plan, way: float, ground: float) -> None:
    width, height = 0.9 * plan.size(1.0), plan.size(1.6)
    plan.curve(np.array([0.05 * way * width, 0.6 * height]), np.array([way * 0.5 * width, height]),
               np.array([way * width, height]))  # fmt: skip
    for _ in range(2):
        deep = plan.size(0.48)
        plan.cusp()
        plan.line(way * plan.size(0.08), -deep)
        plan.cusp()
        plan.line(way * plan.size(0.08), deep)
    plan.cusp()
    fall = plan.to_ground(ground)
    plan.curve(np.array([way * 0.5 * width, 0.0]), np.array([0.95 * way * width, 0.4 * fall]),
               np.array([way * width, fall]))  # fmt: skip


def _butterfly(plan: _Plan, way: float, ground: float) -> None:
    width, height, wing, tall = 0.87, plan.size(1.65), plan.size(0.4), plan.size(0.17)
    plan.curve(np.array([0.05 * way * width, 0.6 * height]), np.array([way * 0.5 * width, height - 0.1]),
               np.array([way * width, height]))  # fmt: skip
    flip = np.array([way, 1.0])
    lobes = (
        ((0.4, 0.55), (1.0, 0.9), (1.0, 0.0)), ((0.0, -0.9), (-0.6, -0.55), (-1.0, 0.0)),
        ((-0.4, 0.55), (-1.0, 0.9), (-1.0, 0.0)), ((0.0, -0.9), (0.6, -0.55), (1.0, 0.0)),
    )  # fmt: skip
    for lobe in lobes:
        scaled = [np.array(each) * flip * [wing, 1.35 * tall] for each in lobe]
        plan.curve(scaled[0], scaled[1], scaled[2])
    fall = plan.to_ground(ground)
    plan.curve(np.array([way * 0.5 * width, 0.05 * fall]), np.array([0.95 * way * width, 0.4 * fall]),
               np.array([way * width, fall]))  # fmt: skip


def _handspring(forward: bool) -> Callable[["_Plan", float, float], None]:
    def draw(plan: _Plan, way: float, ground: float) -> None:
        _step(plan, way, ground, 0.42, 0.58)
        if forward:
            plan.cusp()
        radius = plan.size(0.42)
        _loop(plan, -way if forward else way, radius, over=False)

    return draw


_WORDS: dict[str, Callable[[_Plan, float, float], None]] = {
    "walk": lambda plan, way, ground: _step(plan, way, ground, 0.44, 0.56),
    "tiptoe": lambda plan, way, ground: _step(plan, way, ground, 0.12, 0.24),
    "stomp_walk": lambda plan, way, ground: _step(plan, way, ground, 0.76, 0.88),
    "stiff_walk": _stiff, "hop": _hop, "shuffle": _level(0.62), "one_foot_shuffle": _one_foot,
    "slide": _level(2.1), "skate": _skate, "jump": _jump, "leap": _jump, "stomp": _stomp,
    "twist_flip": _twist, "butterfly": _butterfly, "front_handspring": _handspring(True),
    "back_handspring": _handspring(False),
}  # fmt: skip


def _target(words: tuple[Word, ...], plan: _Plan, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """(N, 2) points of the way of the target, and its times at them."""
    hand, rise = plan.hand, 0.2
    for number, word in enumerate(words):
        if word.name == STAND:
            plan.wait(float(rng.uniform(0.75, 1.3)))
            continue
        way = -1.0 if word.backward else 1.0
        before = words[number - 1] if number else None
        ground = hand.drift * float(plan.here[0])
        if before is not None and before.name != STAND:
            level = word.name in _LEVELS and before.name in ("shuffle", "slide", "skate")
            skates = word.name == "skate" == before.name and word.backward == before.backward
            if skates:
                _kick(plan, way, plan.size(rise))
                rise = -rise
            elif level and word.backward == before.backward:
                plan.wait(float(rng.uniform(0.2, 0.35)))
            else:
                plan.cusp()
        if word.name in ("front_flip", "back_flip"):
            # Forward is clockwise on the sheet, to either side.
            _flip((word.name == "front_flip") != word.backward)(plan, way, ground, word.turns)
        else:
            _WORDS[word.name](plan, way, ground)
        if rng.random() < hand.hesitates:
            plan.wait(float(rng.uniform(0.05, 0.1)))
    points = np.concatenate(plan.points)
    ways = np.hypot(*np.diff(points, axis=0).T)
    lengths = ways.reshape(-1, _FINE).sum(axis=1)
    paces = hand.speed * np.sqrt(np.maximum(lengths, 0.02))
    paces *= np.exp(rng.normal(0.0, 0.6 * hand.uneven, len(paces)))
    times = np.concatenate([[0.0], np.cumsum(ways / np.repeat(paces, _FINE))])
    for index, seconds in sorted(plan.waits, reverse=True):
        points = np.insert(points, index, points[index], axis=0)
        times = np.concatenate([times[: index + 1], times[index:] + seconds])
    return points, times


def write_by_pursuit(words: tuple[Word, ...], level: str, rng: np.random.Generator) -> WrittenLine:
    """A line of the words. level: One of LEVELS."""
    hand = _random_hand(rng, level)
    target, times = _target(words, _Plan(hand, rng), rng)
    clock = np.arange(0.0, times[-1] + 0.25, _STEP)
    wanted = np.stack([np.interp(clock, times, target[:, axis]) for axis in range(2)], axis=1)
    ink = _pursue(wanted, hand)
    moved = np.clip(np.linalg.norm(np.gradient(ink, _STEP, axis=0), axis=1) / hand.speed, 0.0, 1.0)[:, None]
    ink = ink + moved * slow_noise(clock, hand.wobble, (0.6, 4.0), rng)
    ink[:, 0] += hand.slant * ink[:, 1]
    points, moments = report_line(clock, ink, random_device(rng, level))
    return WrittenLine(Stroke(points * 0.8, moments), words)


def _pursue(wanted: Floats, hand: _Hand) -> Floats:
    """(N, 2) the path of a damped mass on a spring behind a target (N, 2), by semi-implicit Euler steps."""
    omega = 2.0 * np.pi * hand.frequency
    x, y = wanted[0].tolist()
    u = v = 0.0
    path = []
    for tx, ty in wanted.tolist():
        u += _STEP * (omega * omega * (tx - x) - 2.0 * hand.damping * omega * u)
        v += _STEP * (omega * omega * (ty - y) - 2.0 * hand.damping * omega * v)
        x += _STEP * u
        y += _STEP * v
        path.append((x, y))
    return np.array(path)
