"""Make a clay character: bones with thickness become a skinned, coloured mesh. Then pose it.

Run: python examples/03_a_character_of_your_own.py [FOLDER]
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

import kinegraph as kg
from kinegraph.characters import Blob, BodyPlan, Bone, Contact, Eye, Patch, character_from_plan, rendering
from kinegraph.core import Cap, quat_from_axis_angle, quat_multiply

# Write one side ("left_..."); the other is its mirror image.
SEEDLING = BodyPlan.symmetric(
    "seedling",
    bones=[
        Bone(
            "body",
            None,
            (0, 0.22, 0),
            (0, 0.48, 0),
            (0.16, 0.13),
            frozenset({Cap.ROOT, Cap.SPINE}),
            blend=0.05,
        ),
        Bone(
            "head",
            "body",
            (0, 0.52, 0),
            (0, 0.66, 0),
            (0.19, 0.17),
            frozenset({Cap.HEAD, Cap.SPINE}),
            blend=0.06,
        ),
        Bone("sprout", "head", (0, 0.84, 0), (0, 0.98, 0), (0.022, 0.016), color="#3f9b4b"),
        Bone(
            "left_leaf",
            "sprout",
            (0.01, 0.98, 0),
            (0.14, 1.06, 0),
            (0.02, 0.05),
            section=(1, 0.6, 1),
            color="#58bf5f",
        ),
        Bone(
            "left_arm",
            "body",
            (0.13, 0.42, 0),
            (0.30, 0.30, 0.06),
            (0.05, 0.055),
            frozenset({Cap.LIMB, Cap.GRASPER}),
        ),
        Bone(
            "left_leg",
            "body",
            (0.08, 0.14, 0),
            (0.09, 0.05, 0.03),
            (0.06, 0.065),
            frozenset({Cap.LIMB, Cap.FOOT}),
        ),
    ],
    blobs=[Blob("body", (0, 0.28, 0.03), (0.17, 0.15, 0.15))],
    patches=[Patch(("body",), (0, 0.30, 0.17), (0.11, 0.13, 0.08), "#fff0cf")],
    eyes=[Eye("left_eye", "head", (0.085, 0.62, 0.165), 0.045, (0, 0, 1))],
    contacts=[Contact("left sole", "left_leg", (0.09, 0, 0.03))],
    color="#e8b04a",
    sole=0.02,
)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    seedling = character_from_plan(SEEDLING)
    skin = seedling.skins[0]
    print(f"{len(seedling.skeleton)} joints, {len(skin.mesh.vertices)} vertices")
    kg.save(seedling, folder / "seedling.glb")

    rotations = np.array(seedling.rest.rotations)
    for joint, turn in {"head": (0.1, 0.4, 0.25), "left_arm": (0, 0, 1.6), "body": (0, 0, -0.12)}.items():
        index = seedling.skeleton.index(joint)
        rotations[index] = quat_multiply(rotations[index], quat_from_axis_angle(turn))
    waving = replace(seedling.rest, rotations=rotations)
    pictures = [rendering.render_pose(seedling, pose, size=(400, 400)) for pose in (seedling.rest, waving)]
    rendering.write_png(np.concatenate(pictures, axis=1), folder / "seedling.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
