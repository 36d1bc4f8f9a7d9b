"""Key poses to places, move a cursor among them, and let a script do the same for several characters.

Run: python examples/07_perform_with_a_script.py [FOLDER] [SCRIPT]
SCRIPT is a YAML file as docs/perform.md describes; without one, a dog meets a bear.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.core.clip import Clip
from kinegraph.core.math.euler import quat_from_euler
from kinegraph.core.math.rotations import quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene
from kinegraph.formats import save
from kinegraph.perform.files.package import Package, save_package
from kinegraph.perform.files.play_script import play_script
from kinegraph.perform.files.script_reading import load_script
from kinegraph.perform.performances.performance import perform_path
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import pose_set


def nodding_bear() -> tuple[SpatialRig, Clip]:
    """Three keys, a cursor that circles among them: the shortest way from nothing to a motion."""
    bear = character("bear")

    def looking(down: float, left: float) -> Pose:
        rotations = bear.rest.rotations.copy()
        head = bear.skeleton.index("head")
        rotations[head] = quat_multiply(rotations[head], quat_from_euler(np.radians([left, down, 0]), "YXZ"))
        return Pose(bear.skeleton, bear.rest.root_translation, rotations)

    places = [(0, 1.3, 0.6), (0.5, 0.8, 0.6), (-0.5, 0.8, 0.6)]
    keys = list(zip(places, [looking(-20, 0), looking(10, 35), looking(10, -35)], strict=True))
    rig = SpatialRig(bear, (pose_set(bear.skeleton, "look", keys),))
    times = np.linspace(0, 4, 121)
    circle = np.stack([0.5 * np.sin(np.pi * times), 1 + 0.3 * np.cos(np.pi * times), 0.6 + 0 * times], axis=1)
    return rig, perform_path(rig, "look", times, circle, fps=30).clip


def main(folder: Path, script: Path) -> None:
    rig, clip = nodding_bear()
    save(Scene(rig.character, clips=(clip,)), folder / "look.glb")
    save_package(Package(rig), folder / "bear.kinepack")  # for a friend to perform with
    print(f"3 keys gave {len(clip)} frames: look.glb; the keys themselves: bear.kinepack")

    for played in play_script(load_script(script)):
        name = played.performer.name
        save(Scene(played.performer.rig.character, clips=(played.clip,)), folder / f"{name}.glb")
        gone = played.clip.root_translations[-1] - played.clip.root_translations[0]
        layers = ", ".join(layer.set for layer in played.performance.layers)
        print(f"{name} went {np.hypot(gone[0], gone[2]):.2f} m with {layers}: {name}.glb")


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    main(folder, Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).with_suffix(".yaml"))
