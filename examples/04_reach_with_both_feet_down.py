"""Pose by inverse kinematics: the bear reaches for a butterfly while both feet stay where they stand.

Run: python examples/04_reach_with_both_feet_down.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import kinegraph as kg
from kinegraph.characters import rendering


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    bear = kg.cast("bear")
    skeleton, world = bear.skeleton, kg.forward_kinematics(bear.rest)
    butterfly = np.array([0.38, 0.92, 0.22])
    goals: list[kg.core.Goal] = [kg.PositionGoal(skeleton.index("left_paw"), butterfly)]
    for foot in map(skeleton.index, ("left_foot", "right_foot")):
        goals.append(kg.PositionGoal(foot, world.positions[foot], weight=4.0))
        goals.append(kg.OrientationGoal(foot, world.rotations[foot]))
    solution = kg.solve_ik(bear.rest, goals, move_root=True, root_stiffness=2.0, rest_pull=0.1)
    missed, slipped = solution.errors[0] * 1000, max(solution.errors[1], solution.errors[3]) * 1000
    print(f"the paw misses its goal by {missed:.1f} mm, a foot slips {slipped:.2f} mm")
    rendering.write_png(rendering.render_pose(bear, solution.motion, size=(480, 480)), folder / "reach.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
