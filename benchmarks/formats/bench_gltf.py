"""Reading and writing GLB: against pygltflib, which only parses the JSON and leaves the rest to its user."""

import sys
import time
from collections.abc import Callable

import numpy as np

from benchmarks import REAL_DATA
from kinegraph.core.body import Body, Material, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.gltf.file import glb_bytes, read_gltf_bytes

CHARACTERS = REAL_DATA / "characters"
READ_TARGET, WRITE_TARGET = 0.3, 0.03  # [s] the largest shared file; a character of 10,000 vertices
REPEATS = 3


def main() -> int:
    """Prints the tables; 1 where a target was missed."""
    print(f"{'read':34} {'size':>9} {'kinegraph':>12} {'pygltflib':>12} {'ratio':>8}")
    missed = False
    for name, data in _files():
        ours = _best(lambda data=data, name=name: read_gltf_bytes(data, name))
        theirs = _pygltflib_seconds(data)
        missed |= ours > READ_TARGET
        words = f"{1e3 * theirs:9.1f} ms {theirs / ours:7.1f}x" if theirs else "     not installed"
        print(f"{name:34} {len(data) / 1e3:6.0f} kB {1e3 * ours:9.1f} ms {words}")
    scene = synthetic_scene()
    seconds = _best(lambda: glb_bytes(scene))
    missed |= seconds > WRITE_TARGET
    target = f"target {1e3 * WRITE_TARGET:.0f} ms"
    print(f"\nglb_bytes, 10,000 vertices, 60 joints: {1e3 * seconds:.1f} ms ({target})")
    return int(missed)


def synthetic_scene(vertices: int = 10_000, joints: int = 60, frames: int = 240) -> Scene:
    """A character of the size that the studio sends, with a clip."""
    rng = np.random.default_rng(1)
    parents = [-1, *range(joints - 1)]
    bones = Skeleton.from_offsets([f"j{i}" for i in range(joints)], parents, rng.normal(size=(joints, 3)))
    points = rng.normal(size=(vertices, 3))
    normals = points / np.linalg.norm(points, axis=1, keepdims=True)
    colors = rng.random((vertices, 4))
    mesh = Mesh(points, rng.integers(0, vertices, (2 * vertices, 3)), normals, colors, material=Material())
    weights = rng.random((vertices, 4))
    weights /= weights.sum(axis=1, keepdims=True)
    bind = np.tile(np.eye(4), (joints, 1, 1))
    skin = Skin(mesh, rng.integers(0, joints, (vertices, 4)), weights, bind)
    turns = rng.normal(size=(frames, joints, 4))
    turns /= np.linalg.norm(turns, axis=-1, keepdims=True)
    character = Character("synthetic", bones, tuple(Body() for _ in range(joints)), (skin,))
    return Scene(character, (Clip(bones, 60.0, rng.normal(size=(frames, 3)), turns),))


def _files() -> list[tuple[str, bytes]]:
    """The shared characters where they are at hand, largest last, else one that we make."""
    found = sorted(CHARACTERS.glob("*.glb"), key=lambda path: path.stat().st_size)
    if found:
        return [(path.name, path.read_bytes()) for path in found[-5:]]
    print("The shared characters are not here; a synthetic one stands in.")
    return [("synthetic.glb", glb_bytes(synthetic_scene()))]


def _best(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def _pygltflib_seconds(data: bytes) -> float | None:
    try:
        from pygltflib import GLTF2
    except ImportError:
        return None
    return _best(lambda: GLTF2.load_from_bytes(data))


if __name__ == "__main__":
    sys.exit(main())
