"""Key poses to places, move a cursor among them, and let a script do the same for several characters.

Run: python examples/07_perform_with_a_script.py [FOLDER] [SCRIPT]
SCRIPT is a YAML file as docs/perform.md describes; without one, a dog meets a bear.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import kinegraph as kg
from kinegraph import perform


def nodding_bear() -> tuple[perform.SpatialRig, kg.Clip]:
    """Three poses and a cursor that circles among them: the shortest program that makes a motion."""
    bear = kg.cast("bear")

    def looking(down: float, left: float) -> kg.Pose:
        rotations = bear.rest.rotations.copy()
        head = bear.skeleton.index("head")
        rotations[head] = kg.core.quat_multiply(
            rotations[head], kg.core.quat_from_euler(np.radians([left, down, 0]), "YXZ")
        )
        return kg.Pose(bear.skeleton, bear.rest.root_translation, rotations)

    places = [(0, 1.3, 0.6), (0.5, 0.8, 0.6), (-0.5, 0.8, 0.6)]
    poses = list(zip(places, [looking(-20, 0), looking(10, 35), looking(10, -35)], strict=True))
    rig = perform.SpatialRig(bear, (perform.pose_set(bear.skeleton, "look", poses),))
    times = np.linspace(0, 4, 121)
    circle = np.stack([0.5 * np.sin(np.pi * times), 1 + 0.3 * np.cos(np.pi * times), 0.6 + 0 * times], axis=1)
    return rig, perform.perform_path(rig, "look", times, circle, fps=30).clip


def main(folder: Path, script: Path) -> None:
    rig, clip = nodding_bear()
    kg.save(kg.Scene(rig.character, clips=(clip,)), folder / "look.glb")
    perform.save_package(perform.Package(rig), folder / "bear.kinepack")  # others can perform with it
    print(f"3 poses gave {len(clip)} frames: look.glb; the poses themselves: bear.kinepack")

    for played in perform.play_script(perform.load_script(script)):
        name = played.performer.name
        kg.save(kg.Scene(played.performer.rig.character, clips=(played.clip,)), folder / f"{name}.glb")
        gone = played.clip.root_translations[-1] - played.clip.root_translations[0]
        layers = ", ".join(layer.set for layer in played.performance.layers)
        print(f"{name} went {np.hypot(gone[0], gone[2]):.2f} m with {layers}: {name}.glb")


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    main(folder, Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).with_suffix(".yaml"))
