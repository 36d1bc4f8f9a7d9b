"""Key an animation by hand, with Bezier handles, and write it as glTF and USD.

Run: python examples/02_keys_with_handles.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import kinegraph as kg


def bow(skeleton: kg.Skeleton) -> kg.Animation:
    """The bear bows: a quick dip with a soft landing, a hold, and a slow return."""
    times = np.array([0.0, 0.5, 1.0, 2.0])
    lean = np.radians([0.0, 50.0, 50.0, 0.0])
    # A handle is an absolute (time, value) point; long flat handles make slow ins and outs.
    incoming = np.stack([times - np.array([0.0, 0.3, 0.1, 0.6]), lean], axis=-1)
    outgoing = np.stack([times + np.array([0.1, 0.1, 0.2, 0.0]), lean], axis=-1)
    curve = kg.Curve(times, lean, incoming, outgoing, np.zeros(4, dtype=bool))
    return kg.Animation(
        skeleton,
        fps=30.0,
        curves={kg.Channel(skeleton.index("spine"), kg.Property.ROTATION, 0): curve},
        rotation_modes=("XYZ",) * len(skeleton),
        column_times=times,
        column_tags=(kg.KeyTag.KEYPOSE, kg.KeyTag.KEYPOSE, kg.KeyTag.BREAKDOWN, kg.KeyTag.KEYPOSE),
        name="bow",
    )


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    bear = kg.cast("bear")
    animation = bow(bear.skeleton)
    print(f"{len(animation.column_times)} key columns, {len(kg.bake(animation))} frames when baked")
    for name in ("bow.glb", "bow.usda"):
        kg.save(kg.Scene(character=bear, animations=(animation,)), folder / name)
        back = kg.load(folder / name).animations[0]
        print(f"{name}: tags {[str(tag) for tag in back.column_tags]}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
