"""Characters that walk by their feet: how far feet slip under hands of many kinds, and whether rates matter.

Slip is how far the lowest contact point moves over the ground, added up, as a share of the way. It is
measured at 960 frames a second, so that feet that change over within a frame hardly count.

`--rigs 60 --first 500` measures random rigs as well, each under three hands.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.synthetic.walking_rigs import NAME, walking_rig
from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.performances.performance import perform_path
from kinegraph.perform.sets.rig import SpatialRig

GAITS = (("figure", "walk"), ("dog", "gallop"))
SECONDS, ROUND = 9.0, 0.9
SLIP_TARGET, RATE_TARGET = 1.0, 1.0  # percent
RATES = (24, 25, 30, 50, 60, 120, 240, 480)

RIG_RATES = (24, 30, 60, 240)
RIG_HANDS = ("uneven circle", "arc", "random")

Hand = Callable[[Floats], tuple[Floats, Floats]]


def _around(angle: Floats) -> tuple[Floats, Floats]:
    return np.cos(angle), np.sin(angle)


def _wander(t: Floats) -> tuple[Floats, Floats]:
    rng, k = np.random.default_rng(0), np.arange(1, 13)
    waves = rng.normal(size=(2, 12)) / np.sqrt(k), rng.uniform(0.0, 2.0 * np.pi, (2, 12))
    x, y = (
        (a * np.sin(2.0 * np.pi * k * t[:, None] / SECONDS + p)).sum(axis=1)
        for a, p in zip(*waves, strict=True)
    )
    size = max(np.abs(x).max(), np.abs(y).max())
    return x / size, y / size


_TURN = 2.0 * np.pi / ROUND
HANDS: dict[str, Hand] = {
    "circle": lambda t: _around(_TURN * t),
    "uneven circle": lambda t: _around(_TURN * (t + 0.12 * np.sin(4.4 * t) + 0.05 * np.sin(14.5 * t))),
    "small circle": lambda t: (0.3 * np.cos(_TURN * t), 0.3 * np.sin(_TURN * t)),
    "rocking": lambda t: (np.sin(2.0 * np.pi * t / 1.5), 0.0 * t),
    "rocking across": lambda t: (0.0 * t, np.sin(2.0 * np.pi * t / 1.5)),
    "arc": lambda t: _around(1.2 * np.sin(np.pi * t)),
    "one reversal": lambda t: _around(_TURN * np.abs(t - 0.5 * SECONDS)),
    "pauses": lambda t: _around(_TURN * np.cumsum(np.clip(np.sin(2.1 * t) + 0.3, 0.0, 1.0)) * (t[1] - t[0])),
    "random": _wander,
}


def main(options: Sequence[str] = ()) -> int:
    """Prints the tables; 1 where a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks walking")
    parser.add_argument("--rigs", type=int, default=0, help="random rigs to measure as well")
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    chosen = parser.parse_args(list(options))
    missed = False
    print(f"{'':<14}{'hand':<16}{'way [m]':>9}{'end [m]':>9}{'slip':>9}   (target {SLIP_TARGET:g} %)")
    for name, set_name in GAITS:
        rig = cast_rig(name)
        for hand, function in HANDS.items():
            way, end, slip = _slip(rig, set_name, function)
            missed |= slip > SLIP_TARGET
            print(f"{name:<14}{hand:<16}{way:>9.2f}{end:>9.2f}{slip:>7.2f} %")
    print(f"way of an uneven circle by rate   (target: within {RATE_TARGET:g} %)")
    for name, set_name in GAITS:
        rig = cast_rig(name)
        ways = [_end(rig, set_name, HANDS["uneven circle"], rate) for rate in RATES]
        spread = 100.0 * (max(ways) - min(ways)) / max(ways)
        missed |= spread > RATE_TARGET
        print(f"{name:<14}" + "".join(f"{rate}: {way:.3f}  " for rate, way in zip(RATES, ways, strict=True)))
        print(f"{'':<14}spread {spread:.2f} %")
    if chosen.rigs:
        missed |= _measure_rigs(range(chosen.first, chosen.first + chosen.rigs))
    return int(missed)


def _measure_rigs(seeds: Sequence[int]) -> bool:
    """Prints the worst of random rigs; whether a target is missed."""
    slips, spreads = [], []
    for seed in seeds:
        rig = walking_rig(seed)
        for hand in RIG_HANDS:
            way, _, slip = _slip(rig, NAME, HANDS[hand])
            slips.append((slip, seed, hand, way))
        for hand in RIG_HANDS[:2]:
            way = next(way for _, number, name, way in slips if (number, name) == (seed, hand))
            spreads.append((_strays(rig, HANDS[hand], way), seed, hand, way))
    over = sum(slip > SLIP_TARGET for slip, *_ in slips), sum(each > RATE_TARGET for each, *_ in spreads)
    print(
        f"{len(seeds)} random rigs: {over[0]} of {len(slips)} walks slip more than {SLIP_TARGET:g} %,",
        end=" ",
    )
    print(f"{over[1]} of {len(spreads)} stray by rate by more than {RATE_TARGET:g} % of their way")
    for slip, seed, hand, way in sorted(slips, reverse=True)[:4]:
        print(f"{'':<14}slip {slip:.2f} % of {way:.2f} m: rig {seed}, {hand}")
    for strays, seed, hand, way in sorted(spreads, reverse=True)[:4]:
        print(f"{'':<14}strays by {strays:.2f} % of {way:.2f} m: rig {seed}, {hand}")
    return any(over)


def _strays(rig: SpatialRig, hand: Hand, way: float) -> float:
    """Largest distance of the base at any rate from where it is at the highest, as a share of its way [%]."""
    path = _path(rig, NAME, hand)
    seen = [
        perform_path(rig, NAME, *path, rate, walks=True).clip.root_translations[:: rate // 6, [0, 2]]
        for rate in RIG_RATES  # places every sixth of a second, which is a frame at all of these rates
    ]
    return max(100.0 * float(np.linalg.norm(each - seen[-1], axis=1).max()) / way for each in seen)


def _path(rig: SpatialRig, set_name: str, hand: Hand) -> tuple[Floats, Floats]:
    """Times and places of a hand that moves in the plane of the first two markers, as far as they are."""
    markers = np.stack([key.place for key in rig.set(set_name).keys])
    centre = markers.mean(axis=0)
    right, up = markers[0] - centre, markers[1] - centre
    reach = float(np.linalg.norm(right))
    right = right / reach
    up = up - up @ right * right
    t = np.linspace(0.0, SECONDS, 2161)
    x, y = hand(t)
    return t, centre + reach * (x[:, None] * right + y[:, None] * up / np.linalg.norm(up))


def _slip(rig: SpatialRig, set_name: str, hand: Hand) -> tuple[float, float, float]:
    """The way and the end [m], and the slip [%]."""
    clip = perform_path(rig, set_name, *_path(rig, set_name, hand), 960.0, walks=True).clip
    contacts = rig.character.contacts
    joints, offsets = np.array([c.joint for c in contacts]), np.stack([c.offset for c in contacts])
    points = points_on_joints(forward_kinematics(clip), joints, offsets)
    lowest, low = points[..., 1].argmin(axis=1), points[..., 1].min(axis=1)
    moved = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1)[
        np.arange(len(clip) - 1), lowest[1:]
    ]
    grounded = low[1:] < 1e-6
    steps = np.diff(clip.root_translations[:, [0, 2]], axis=0)
    way = float(np.linalg.norm(steps, axis=1).sum())
    return way, float(np.linalg.norm(steps.sum(axis=0))), 100.0 * float(moved[grounded].sum()) / way


def _end(rig: SpatialRig, set_name: str, hand: Hand, rate: float) -> float:
    roots = perform_path(rig, set_name, *_path(rig, set_name, hand), rate, walks=True).clip.root_translations
    return float(np.interp(SECONDS - 0.1, np.arange(len(roots)) / rate, roots[:, 2]) - roots[0, 2])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
