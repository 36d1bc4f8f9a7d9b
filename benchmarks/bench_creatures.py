"""Creatures: what a whole frame costs: keys, blends, gait, inverse kinematics, volume, jiggles, local pose.

Times are CPU time, the best of several runs, as the machine may be busy; what a herd takes of the frame is
printed in wall time as well. Beside it stands the same frame put together in Python from its parts, each
compiled by itself (the twin of the tests), and the paper's figure: 200 us on a 1.7 GHz Pentium-M, 25 bodies.
"""

import sys
import time
from collections.abc import Callable, Sequence

import numpy as np
from tests.creatures.playing.slow_actor import SlowActor

from benchmarks.synthetic.creature_parts import PARTS, repeat_part
from kinegraph.creatures.animations import shipped_animations
from kinegraph.creatures.binding.binding import BoundAnimation, DoesNotBind, bind
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.crowds.herd import Herd
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.step_kernels import step_creatures

ALONE, BATCH, PAPER = 100e-6, 20e-6, 200e-6  # [s] for a creature of 25 bodies
LINEAR = 1.3  # the cost grows at most with this power of the number of bodies
FRAME = 1.0 / 60.0
CROWD, CORES = 1000, 2
MOST = 0.6  # share of a frame that a crowd may take of both cores


def main() -> bool:
    """Prints the tables; whether a target was missed."""
    creatures = [creature_from_plan(generate(seed), skin=False) for seed in range(CROWD)]
    middle = [creature for creature in creatures if 24 <= len(creature) <= 26][:16]
    return any([_whole_frame(middle), _growth(creatures), _crowd(creatures)])


def acting(creatures: Sequence[Creature]) -> Herd:
    """Creatures that walk and play one of the shipped animations, each another, stepped for half a second."""
    herd = Herd([Actor(creature) for creature in creatures], threads=1)
    for number, actor in enumerate(herd.actors):
        actor.velocity, actor.turn = (0.0, 0.5), 0.2
        act = an_act(actor.creature, number)
        if act is not None:
            actor.play(act)
    for _ in range(30):
        herd.step(FRAME)
    return herd


def an_act(creature: Creature, number: int) -> BoundAnimation | None:
    """The first animation that binds to a creature, from a number on."""
    animations = list(shipped_animations().values())
    for n in range(len(animations)):
        try:
            return bind(animations[(number + n) % len(animations)], creature).play()
        except DoesNotBind:
            continue
    return None


def _whole_frame(creatures: Sequence[Creature]) -> bool:
    bodies = np.mean([len(creature) for creature in creatures])
    print(f"  {len(creatures)} creatures of {bodies:.1f} bodies walk and play; CPU time of a frame at 60 Hz")
    herd = acting(creatures)
    batch = best(lambda: herd.step(FRAME), 40) / len(herd)
    lone = [Actor(creature) for creature in creatures]
    for actor, other in zip(lone, herd.actors, strict=True):
        actor.velocity, actor.turn = (0.0, 0.5), 0.2
        for layer in other.layers:
            actor.play(layer.bound)
    alone = float(
        np.mean([best(lambda a=actor: (a.step(FRAME), a.translations, a.rotations), 40) for actor in lone])
    )
    twin = _twin(creatures[0], herd.actors[0])
    rows = (
        ("in a batch", batch, f"target {1e6 * BATCH:.0f}: {_verdict(batch, BATCH)}"),
        ("alone, with its pose read", alone, f"target {1e6 * ALONE:.0f}: {_verdict(alone, ALONE)}"),
        ("its parts, put together in Python", twin, f"{twin / batch:.0f} times the batch"),
        ("the paper's, on its machine", PAPER, f"{PAPER / batch:.0f} times the batch"),
    )
    for name, cost, words in rows:
        print(f"    {name:34s} {1e6 * cost:7.1f} us   {words}")
    _shares(herd, batch)
    return batch > BATCH or alone > ALONE


def _twin(creature: Creature, actor: Actor) -> float:
    twin = SlowActor(creature, [layer.bound for layer in actor.layers])
    twin.velocity, twin.turn = (0.0, 0.5), 0.2
    return best(lambda: twin.step(FRAME), 20)


def _shares(herd: Herd, batch: float) -> None:
    """What each part takes, run by itself many times over."""
    addresses = np.array([actor.address for actor in herd.actors])
    count = 20
    costs = {
        name: best(lambda p=part: repeat_part(addresses, p, count), 8) / count / len(herd)
        for part, name in enumerate(PARTS)
    }
    total = sum(costs.values())
    words = ", ".join(f"{name} {100 * cost / total:.0f} %" for name, cost in costs.items())
    print(f"    by part: {words}; together {1e6 * total:.1f} of {1e6 * batch:.1f} us (paper: 35 % for IK)")


def _growth(creatures: Sequence[Creature]) -> bool:
    """How the cost of a frame grows with the number of bodies."""
    print("  Growth: creatures in a batch, walking and playing")
    counts, costs = [], []
    for low in (20, 30, 40, 50, 60, 70, 80):
        chosen = [creature for creature in creatures if low - 3 <= len(creature) <= low + 3][:12]
        if not chosen:
            continue
        herd = acting(chosen)
        bodies = float(np.mean([len(creature) for creature in chosen]))
        cost = best(lambda herd=herd: herd.step(FRAME), 30) / len(herd)
        counts.append(bodies)
        costs.append(cost)
        print(f"    {bodies:5.1f} bodies: {1e6 * cost:6.1f} us, {1e6 * cost / bodies:.2f} us a body")
    power = float(np.polyfit(np.log(counts), np.log(costs), 1)[0])
    bad = power > LINEAR
    print(
        f"    grows with the power {power:.2f} of the bodies (target {LINEAR}: {'MISSED' if bad else 'ok'})"
    )
    return bad


def _crowd(creatures: Sequence[Creature]) -> bool:
    """A thousand different creatures at 60 Hz."""
    start = time.process_time()
    single = acting(creatures)
    made = time.process_time() - start
    addresses = np.array([actor.address for actor in single.actors])
    one = best(lambda: single.step(FRAME), 5)
    near = sum(best(lambda n=n: step_creatures(addresses, n, n + 1), 4) for n in range(len(creatures)))
    with Herd(single.actors, threads=CORES) as herd:
        both = min(_wall(lambda: herd.step(FRAME)) for _ in range(10))
    bodies = np.mean([len(creature) for creature in creatures])
    print(f"  {len(creatures)} different creatures ({bodies:.0f} bodies in the mean) at 60 Hz")
    print(f"    prepared in {made:.0f} s of CPU; a frame of 16.7 ms is taken")
    half = one / CORES
    print(f"    {100 * one / FRAME:4.0f} % by one core ({1e3 * one:.1f} ms of CPU)")
    words = f"target {100 * MOST:.0f}: {_verdict(half, MOST * FRAME)}"
    print(f"    {100 * half / FRAME:4.0f} % by {CORES} idle cores ({1e3 * half:.1f} ms each)   {words}")
    near_half = near / CORES
    print(
        f"    {100 * near_half / FRAME:4.0f} % if each were stepped again and again by itself "
        f"({1e3 * near:.1f} ms of CPU): memory and branches of a thousand are more than caches hold"
    )
    print(
        f"    {100 * both / FRAME:4.0f} % by {CORES} threads here and now ({1e3 * both:.1f} ms of wall time)"
    )
    return half > MOST * FRAME


def _verdict(cost: float, target: float) -> str:
    return "MISSED" if cost > target else "ok"


def best(call: Callable[[], object], repeats: int) -> float:
    """CPU seconds of one call: the least of many."""
    least = np.inf
    for _ in range(repeats):
        start = time.process_time()
        call()
        least = min(least, time.process_time() - start)
    return float(least)


def _wall(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
