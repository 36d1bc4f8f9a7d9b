"""Jumps: how far poses turn for a cursor that barely moves, in all sets of the cast and in random rigs.

`python -m benchmarks jumps --paths 200 --rigs 100` searches longer.
"""

import argparse
from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.measures.jumps import Jump, find_jumps, play_set, random_paths
from benchmarks.synthetic.handle_rigs import NAME, drawn_rig, grown_rig
from kinegraph.perform.cast_sets import RIGGED, cast_rig
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.rig import SpatialRig

LARGEST_TARGET = 0.002  # [deg] for a cursor that moves by 4e-11 of its markers' reach


def main(arguments: Sequence[str] = ()) -> int:
    """Prints the largest turns at the finest scale; 1 where one misses the target."""
    parser = argparse.ArgumentParser(prog="benchmarks jumps")
    parser.add_argument("--paths", type=int, default=24, help="through the space of each set")
    parser.add_argument("--rigs", type=int, default=16, help="of each generator")
    parser.add_argument("--seed", type=int, default=500, help="of the first rig")
    chosen = parser.parse_args(list(arguments))
    print(f"{'':<26}{'largest turn':>14}{'at most':>16}{'where flagged':>16}{'pieces flagged':>16}")
    print(f"{'':<26}{'[deg]':>14}{'[rad / reach]':>16}{'[rad / reach]':>16}")
    missed = False
    for member in RIGGED:
        rig = cast_rig(member)
        for each in rig.sets:
            missed |= _row(f"{member}, {each.name}", _jumps(rig, each.name, chosen.paths, chosen.seed))
    makers: tuple[tuple[str, Callable[[int], SpatialRig]], ...] = (("grown", grown_rig), ("drawn", drawn_rig))
    for what, make in makers:
        seeds = range(chosen.seed, chosen.seed + chosen.rigs)
        found = [jump for seed in seeds for jump in _jumps(make(seed), NAME, chosen.paths, seed)]
        missed |= _row(f"{len(seeds)} {what} rigs", found)
    return int(missed)


def _jumps(rig: SpatialRig, name: str, paths: int, seed: int) -> list[Jump]:
    playable, rng = PlayableRig(rig), np.random.default_rng(seed)
    reach = playable.blends[name].layout.reach
    return find_jumps(play_set(playable, name), random_paths(playable, name, paths, rng), reach)


def _row(what: str, found: list[Jump]) -> bool:
    """Prints one line; whether a pose turned too far."""
    largest = max(jump.turn for jump in found)
    slopes = [
        max((_slope(j) for j in found if j.flagged == flagged), default=0.0) for flagged in (False, True)
    ]
    flagged, missed = sum(jump.flagged for jump in found), largest > LARGEST_TARGET
    print(
        f"{what:<26}{largest:>14.6f}{slopes[0]:>16.3g}{slopes[1]:>16.3g}{flagged:>9} of {len(found):<4}"
        f"{'   MISSED' if missed else ''}",
        flush=True,
    )
    return missed


def _slope(jump: Jump) -> float:
    """How fast a pose turns where it turns fastest [rad per reach of the markers]."""
    return float(np.radians(jump.turn)) / max(jump.move, 1e-300)


if __name__ == "__main__":
    raise SystemExit(main())
