"""Ripple: how far bodies of every kind turn to and fro as they walk, and how far their feet slide.

Every kind of the generator, 13 seeds each (208 bodies), at four speeds, in a bend, reversing, and on bumps.
The table shows the worst of each kind; `--seeds 2 --first 900` measures other bodies.
"""

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from benchmarks.measures.ripple import Ripple, walk_ripple, walks
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.generator.kinds import KINDS
from kinegraph.creatures.maker.maker import creature_from_plan

SEEDS = 13  # of each kind
ANGLE, SPEED, SLIP = np.radians(8.0), np.radians(200.0), 0.01  # peak to peak, [rad/s], of the size


def main(options: Sequence[str] = ()) -> bool:
    """Prints the table; whether a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks ripple")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="bodies of each kind")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--kinds", default=",".join(KINDS), help="kinds to walk, by commas")
    parser.add_argument("--worst", type=int, default=8, help="worst walks to list")
    chosen = parser.parse_args(list(options))
    rows: list[tuple[float, str, str, int, Ripple]] = []
    print("    kind         yaw   pitch    roll    yaw/s  pitch/s   roll/s   slip %  walks over")
    for kind in chosen.kinds.split(","):
        found: list[Ripple] = []
        for seed in range(chosen.first, chosen.first + chosen.seeds):
            creature = creature_from_plan(generate(seed, kind), skin=False)
            for name, walk in walks().items():
                ripple = walk_ripple(creature, walk)
                found.append(ripple)
                rows.append((excess(ripple), kind, name, seed, ripple))
        over = sum(excess(ripple) > 1.0 for ripple in found)
        print(f"    {kind:11s}{_figures(_worst(found))}  {over:5d} of {len(found)}", flush=True)
    every = [row[-1] for row in rows]
    over = sum(row[0] > 1.0 for row in rows)
    print(f"    {'all':11s}{_figures(_worst(every))}  {over:5d} of {len(rows)}")
    angle, speed = f"{np.degrees(ANGLE):7.1f} ", f"{np.degrees(SPEED):8.0f} "
    print(f"    targets    {3 * angle}{3 * speed}{100 * SLIP:8.2f}")
    for size, kind, name, seed, ripple in sorted(rows, key=lambda row: -row[0])[: chosen.worst]:
        print(f"      {size:5.2f} of its limit: {kind} {seed}, {name}:{_figures(ripple)}")
    return over > 0


def excess(ripple: Ripple) -> float:
    """The worst figure of a walk as a share of its limit."""
    return max(max(ripple.angles) / ANGLE, max(ripple.speeds) / SPEED, ripple.slip / SLIP)


def _worst(ripples: Sequence[Ripple]) -> Ripple:
    angles = np.array([ripple.angles for ripple in ripples]).max(axis=0).tolist()
    speeds = np.array([ripple.speeds for ripple in ripples]).max(axis=0).tolist()
    return Ripple(
        (angles[0], angles[1], angles[2]), (speeds[0], speeds[1], speeds[2]), max(r.slip for r in ripples)
    )


def _figures(ripple: Ripple) -> str:
    angles = " ".join(f"{np.degrees(angle):7.1f}" for angle in ripple.angles)
    speeds = " ".join(f"{np.degrees(speed):8.0f}" for speed in ripple.speeds)
    return f" {angles} {speeds} {100 * ripple.slip:8.2f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
