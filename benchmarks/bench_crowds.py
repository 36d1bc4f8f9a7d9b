"""Crowds on a GPU: equality with the processor, sizes against milliseconds, memory. `make bench-gpu` runs it.

Two steps, which may run on two machines: `--prepare FOLDER` needs the engine, `--measure FOLDER` a GPU, CuPy
and NumPy. Without either both are done, in a folder that is thrown away.
"""

import argparse
import pickle
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

KINDS, FRAMES, FRAME = 8, 600, 1.0 / 60.0
SIZES = (1_024, 10_240, 102_400, 512_000, 1_024_000)
TARGETS = {"double": 25.0, "mixed": 16.7}  # [ms] a frame of a million
WORST = {"double": 1e-9, "mixed": 0.01}  # error after all frames, of a creature's size in mixed precision
_CHECKED = (1, 60, 300, 600)  # frames after which poses are compared
_SIZE_COUNT = 4  # creatures of a kind whose commands differ, for the comparison


def main(arguments: list[str] | None = None) -> bool:
    """Prints the tables; whether a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks crowds")
    parser.add_argument("--prepare", type=Path)
    parser.add_argument("--measure", type=Path)
    chosen = parser.parse_args(arguments or [])
    if chosen.prepare:
        chosen.prepare.mkdir(parents=True, exist_ok=True)
        prepare(chosen.prepare)
        return False
    if chosen.measure:
        return measure(chosen.measure)
    from kinegraph.creatures.crowds.machines import Graphics, NoMachine

    try:
        Graphics("double")
    except NoMachine as missing:
        print(f"  {missing} Nothing was measured.")
        return False
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        return measure(Path(folder))


def prepare(folder: Path) -> None:
    """Writes crowds of some kinds, and how the processor steps them."""
    from kinegraph.creatures.animations import shipped_animations
    from kinegraph.creatures.binding.binding import DoesNotBind
    from kinegraph.creatures.crowds.lane_kinds import plan_crowd
    from kinegraph.creatures.gait.ground import bumps
    from kinegraph.creatures.generator.generate import generate
    from kinegraph.creatures.maker.maker import creature_from_plan
    from kinegraph.creatures.playing.actor import Actor

    animations = list(shipped_animations().values())
    creatures = [creature_from_plan(generate(880_000 + seed), skin=False) for seed in range(KINDS)]
    ground = bumps(0.08, 1.5, seed=2, extent=30.0)
    actors = []
    for number, creature in enumerate(creatures):
        for place in range(_SIZE_COUNT):
            actor = Actor(creature, ground if number % 2 else None, start=(place, number, 0.4 * place))
            actor.velocity, actor.turn = (0.05 * place - 0.1, 0.15 * place), 0.4 - 0.2 * place
            for animation in (*animations[7 * number :], *animations):
                try:
                    actor.play(animation)
                    break
                except DoesNotBind:
                    continue
            actors.append(actor)
    steps = [actor.own_arrays for actor in actors]
    plans = {name: plan_crowd(steps, mixed=name == "mixed") for name in TARGETS}
    wanted = []
    begun = time.process_time()
    for frame in range(1, FRAMES + 1):
        for actor in actors:
            actor.step(FRAME)
        if frame in _CHECKED:
            wanted.append((frame, [(actor.translations, actor.rotations) for actor in actors]))
    cost = (time.process_time() - begun) / FRAMES / len(actors)
    about = {
        "plans": plans,
        "wanted": wanted,
        "sizes": [float(actor.creature.size.max()) for actor in actors],
        "bodies": [len(actor.creature) for actor in actors],
        "cpu": cost,
    }
    (folder / "crowds.pickle").write_bytes(pickle.dumps(about))
    bodies = np.mean([len(actor.creature) for actor in actors])
    print(f"  {len(actors)} creatures, {bodies:.0f} bodies in the mean; {1e6 * cost:.1f} us each on a core")


def measure(folder: Path, code: Path | None = None) -> bool:
    """Compares with what was prepared, then times crowds."""
    from kinegraph.creatures.crowds.machines import CODE, Graphics

    about = pickle.loads((folder / "crowds.pickle").read_bytes())
    missed = False
    machines = {name: Graphics(name, code or CODE) for name in TARGETS}
    print("\n  | precision | frames | worst place [m] | worst turn | worst place, of the size | over 1 % |")
    print("  | --- | --- | --- | --- | --- | --- |")
    for name, machine in machines.items():
        missed |= _equality(name, machine, about)
    print("\n  | creatures | precision | ms a frame | ns a creature | GB | as cores |")
    print("  | --- | --- | --- | --- | --- | --- |")
    for name, machine in machines.items():
        for size in SIZES:
            missed |= _time(name, machine, about, size)
    return missed


def _equality(name: str, machine: Any, about: dict) -> bool:
    from kinegraph.creatures.crowds.lane_crowd import LaneCrowd

    crowd = LaneCrowd(machine, about["plans"][name])
    worst, frame = False, 0
    for until, poses in about["wanted"]:
        while frame < until:
            crowd.step(FRAME)
            frame += 1
        places = machine.to_host(crowd.poses("local_translations")).astype(float)
        turns = machine.to_host(crowd.poses("local_rotations")).astype(float)
        errors = []
        for n, (place, turn) in enumerate(poses):
            here = slice(int(crowd.starts[n]), int(crowd.starts[n + 1]))
            off = np.linalg.norm(places[here] - place, axis=1).max()
            turned = np.minimum(abs(turns[here] - turn), abs(turns[here] + turn)).max()
            errors.append((off, turned, off / about["sizes"][n]))
        found = np.array(errors)
        over = int((found[:, 2] > 0.01).sum())
        most = np.where(np.isfinite(found), found, np.inf).max(axis=0)
        words = " | ".join(f"{value:.1e}" for value in most)
        print(f"  | {name} | {until} | {words} | {over} of {len(found)} |", flush=True)
        worst |= not (most[:2] if name == "double" else most[2:]).max() <= WORST[name]
    return worst


def _time(name: str, machine: Any, about: dict, size: int) -> bool:
    from kinegraph.creatures.crowds.lane_crowd import LaneCrowd

    crowd = LaneCrowd(machine, about["plans"][name], copies=size // (KINDS * _SIZE_COUNT))
    spread(crowd)
    cost = milliseconds(crowd)
    turns = [crowd.memory.lanes(n, "local_rotations") for n in range(KINDS)]
    sound = all(bool(machine.xp.isfinite(each).all()) for each in turns)
    late = size == SIZES[-1] and cost > TARGETS[name]
    gigabytes, cores = crowd.memory.bytes / 1e9, 1e3 * about["cpu"] * len(crowd) / cost
    words = f"{cost:.2f} | {1e6 * cost / len(crowd):.1f} | {gigabytes:.2f} | {cores:,.0f} |"
    verdict = (" MISSED" if late else "") + ("" if sound else " NOT FINITE")
    print(f"  | {len(crowd):,} | {name} | {words}{verdict}", flush=True)
    return late or not sound


def spread(crowd: Any) -> None:
    """Gives every creature a place and commands of its own."""
    xp, count = crowd.machine.xp, len(crowd)
    rng = np.random.default_rng(5)
    side = np.sqrt(count)
    crowd.put(rng.uniform((-side, -side, -3.0), (side, side, 3.0), (count, 3)))
    crowd.commands[...] = xp.asarray(rng.uniform((-0.2, 0.0, -0.5), (0.2, 0.8, 0.5), (count, 3)))


def milliseconds(crowd: Any, warm: int = 20, frames: int = 9) -> float:
    """The median of some frames, by the GPU's own clock."""
    xp = crowd.machine.xp
    for _ in range(warm):
        crowd.step(FRAME)
    marks = [xp.cuda.Event() for _ in range(frames + 1)]
    marks[0].record()
    for mark in marks[1:]:
        crowd.step(FRAME)
        mark.record()
    marks[-1].synchronize()
    return float(np.median([xp.cuda.get_elapsed_time(*pair) for pair in pairwise(marks)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
