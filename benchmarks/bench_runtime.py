"""The compiled runtime: sizes, and microseconds of processor time a creature and a rig in each host.

All hosts play the replay of `tests/runtime/zoo.py`, and must get the same bits.
"""

import hashlib
import shutil
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

from tests.runtime.zoo import FRAMES, RIGS, SEEDS, replay, zoo, zoo_creatures

from kinegraph.creatures.crowds.herd import Herd
from kinegraph.creatures.playing.actor import Actor
from kinegraph.runtime.hosts.python import LiveFile
from kinegraph.runtime.libraries import BUILT, LIBRARY, STATIC_LIBRARY, WASM, NotBuilt, built

_ROOT = Path(__file__).parents[1]
_ROUNDS = 10


def main() -> int:
    """Prints the tables; 1 where a host gets other bits."""
    try:
        found = [built(path) for path in (LIBRARY, STATIC_LIBRARY, WASM, BUILT / "kinegraph.js")]
    except NotBuilt as missing:
        print(missing)
        return 1
    print("| file | bytes | gzip |\n| --- | --- | --- |")
    for path in found:
        raw = path.read_bytes()
        print(f"| {path.name} | {len(raw):,} | {len(zlib.compress(raw, 9)):,} |")
    print(f"| zoo.kinelive | {len(zoo()):,} | {len(zlib.compress(zoo(), 9)):,} |")
    print(f"\n{len(SEEDS)} creatures and {len(RIGS)} rigs, {FRAMES} frames, best of {_ROUNDS}\n")
    print("| host | us a creature and frame | us a rig and frame | bits |\n| --- | --- | --- | --- |")
    poses = replay(LiveFile(zoo())).tobytes()
    wanted = hashlib.sha256(poses).hexdigest()[:12]
    print(f"| Python, ctypes | | | {wanted} |")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, command in _hosts(Path(folder)).items():
            out = Path(folder) / name
            times = subprocess.run(
                [*command, str(out), str(_ROUNDS)], check=True, capture_output=True, text=True
            )
            digest = hashlib.sha256(out.read_bytes()).hexdigest()[:12]
            wrong |= digest != wanted
            print(f"| {name} | {' | '.join(times.stdout.split())} | {digest} |")
    print(f"| Numba in the engine | {_numba():.3f} | | |")
    return int(wrong)


def _hosts(folder: Path) -> dict[str, list[str]]:
    """Commands that play a file, all but the names of their results."""
    live, program = folder / "zoo.kinelive", folder / "replay"
    live.write_bytes(zoo())
    hosts = {}
    if compiler := shutil.which("cc"):
        source = _ROOT / "src" / "kinegraph" / "runtime" / "hosts" / "replay.c"
        library = [str(source), str(STATIC_LIBRARY), "-lm", "-o", str(program)]
        subprocess.run([compiler, "-O2", "-std=c11", *library], check=True)
        hosts["C"] = [str(program), str(live)]
    if shutil.which("node"):
        script = _ROOT / "web" / "scripts" / "replay.mjs"
        hosts["WebAssembly in Node"] = ["node", *map(str, (script, BUILT / "kinegraph.js", WASM, live))]
    return hosts


def _numba() -> float:
    """Microseconds that a creature and frame take in the engine."""
    best = float("inf")
    for _ in range(_ROUNDS):
        actors = [Actor(each.creature) for each in zoo_creatures()]
        for actor, each in zip(actors, zoo_creatures(), strict=True):
            actor.velocity, actor.turn = (0.0, 0.5), 0.3125
            for animation, variant in each.layer_sets["first"].layers:
                actor.play(animation, variant=variant)
        with Herd(actors, threads=1) as herd:
            begun = time.process_time()
            for _ in range(FRAMES):
                herd.step(1 / 64)
            best = min(best, time.process_time() - begun)
    return 1e6 * best / FRAMES / len(SEEDS)
