"""Reading BVH: against the readers that Python users have, then memory, then a file of 100 MB.

Each reader does what it takes to hold all motion as numbers: `bvh` leaves its frames as text, so they are
turned into floats; `bvhio` gives positions and quaternions, as Kinegraph does. All run on one thread, and
times are of the processor, so that a busy machine does not decide. A neighbour on the same physical core may
still slow all of them by up to two, for seconds at a time: so the readers take turns, and a ratio is the
median of those within each round.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks import REAL_DATA
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import load, save

CAPTURES = REAL_DATA / "cmu"
TARGETS = {"bvhio": 20.0, "bvh": 10.0}
MEMORY_TARGET = 3.0
REPEATS = 7
LARGE_FRAMES = 105_000  # about 100 MB of text for 31 joints

MEASURE_MEMORY = """
import sys
from kinegraph.formats import load
def status(field):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(field))
load(sys.argv[1])  # code and compiled kernels are not what is measured
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")  # the high-water mark starts anew
before = status("VmRSS")
clip = load(sys.argv[2]).clips[0]
print(status("VmHWM") - before, clip.rotations.nbytes + clip.root_translations.nbytes)
"""


def main() -> int:
    """Prints the tables; 1 where a target was missed."""
    with tempfile.TemporaryDirectory() as folder:
        missed = _against_others(_captures(Path(folder)))
        missed |= _large(Path(folder))
    return int(missed)


def _captures(folder: Path) -> list[Path]:
    """The CMU's captures where they are at hand, else motions of their size that we make."""
    found = sorted(CAPTURES.glob("*.bvh"))
    if found:
        return found
    print("The CMU captures are not here; synthetic motions of their size stand in.")
    paths = [folder / f"synthetic_{frames}.bvh" for frames in (200, 500, 800)]
    for path, frames in zip(paths, (200, 500, 800), strict=True):
        save(synthetic_clip(frames), path)
    return paths


def _against_others(paths: list[Path]) -> bool:
    readers = {"kinegraph": load, "bvh": _read_with_bvh, "bvhio": _read_with_bvhio}
    for read in readers.values():
        read(paths[0])  # imports, and compiles or loads the compiled
    rounds = [{name: _seconds(read, paths) for name, read in readers.items()} for _ in range(REPEATS)]
    size = sum(path.stat().st_size for path in paths) / 1e6
    print(f"{len(paths)} files, {size:.1f} MB, {REPEATS} rounds")
    print(f"{'reader':<12}{'best CPU s':>12}{'MB/s':>8}{'ours is faster by':>20}")
    missed = False
    for name in readers:
        best = min(times[name] for times in rounds)
        print(f"{name:<12}{best:>12.4f}{size / best:>8.1f}", end="")
        if name not in TARGETS:
            print()
            continue
        ratio = median(times[name] / times["kinegraph"] for times in rounds)
        verdict = f"target {TARGETS[name]:g}x: {'ok' if ratio >= TARGETS[name] else 'MISSED'}"
        print(f"{ratio:>19.0f}x  ({verdict})")
        missed |= ratio < TARGETS[name]
    return missed


def _seconds(read: Callable[[Path], object], paths: list[Path]) -> float:
    """Processor time of reading all files once [s]."""
    start = time.process_time()
    for path in paths:
        read(path)
    return time.process_time() - start


def _read_with_bvh(path: Path) -> np.ndarray:
    from bvh import Bvh  # pyright: ignore[reportMissingImports]  # installed by `make bench`

    return np.array(Bvh(path.read_text()).frames, dtype=np.float64)


def _read_with_bvhio(path: Path) -> object:
    import bvhio  # pyright: ignore[reportMissingImports]

    return bvhio.readAsBvh(str(path))


def synthetic_clip(frames: int) -> Clip:
    """Smooth motion of a chain of 31 joints."""
    names = tuple(f"joint_{index}" for index in range(31))
    skeleton = Skeleton.from_offsets(names, range(-1, 30), np.tile([0.0, 0.05, 0.0], (31, 1)))
    times = np.arange(frames)[:, None, None] / 120.0
    waves = np.sin(times * np.linspace(0.5, 3.0, 93).reshape(31, 3) + np.arange(31)[:, None])
    return Clip(skeleton, 120.0, np.ascontiguousarray(waves[:, 0]), quat_from_axis_angle(waves))


def _large(folder: Path) -> bool:
    small, large = folder / "small.bvh", folder / "large.bvh"
    save(synthetic_clip(100), small)
    clip = synthetic_clip(LARGE_FRAMES)
    start = time.process_time()
    save(clip, large)
    writing = time.process_time() - start
    del clip
    size = large.stat().st_size / 1e6
    reading = min(_seconds(load, [large]) for _ in range(REPEATS))
    print(f"\nA file of {size:.0f} MB: read in {reading:.2f} s ({size / reading:.0f} MB/s), ", end="")
    print(f"written in {writing:.2f} s ({size / writing:.0f} MB/s)")
    if not Path("/proc/self/clear_refs").exists():
        print("Peak memory is measured on Linux only.")
        return False
    command = [sys.executable, "-c", MEASURE_MEMORY, str(small), str(large)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    peak, arrays = map(int, output.split())
    ratio = peak / arrays
    verdict = f"target at most {MEMORY_TARGET:g}: {'ok' if ratio <= MEMORY_TARGET else 'MISSED'}"
    sizes = f"{peak / 1e6:.0f} MB, {ratio:.2f} times its {arrays / 1e6:.0f} MB of arrays"
    print(f"Peak memory while loading it: {sizes} ({verdict})")
    return ratio > MEMORY_TARGET


if __name__ == "__main__":
    sys.exit(main())
