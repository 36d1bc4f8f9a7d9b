"""Compares a take in a GLB that a page wrote with the engine: python compare_take.py GLB PACK.

Prints the largest distance of a joint in the world [m]. A flow of the browser calls it.
"""

import sys

import numpy as np

from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.formats import load
from kinegraph.perform.files.package_reading import load_package
from kinegraph.perform.performances.performance import perform


def largest_distance(glb: str, pack: str) -> float:
    """The largest distance over all takes [m]."""
    package, clips = load_package(pack), load(glb).clips
    assert len(clips) == len(package.performances)
    worst = 0.0
    for clip, performance in zip(clips, package.performances.values(), strict=True):
        ours = forward_kinematics(perform(performance, clip.fps).clip).positions
        theirs = forward_kinematics(clip).positions
        names = list(clip.skeleton.names)
        order = [names.index(name) for name in performance.rig.character.skeleton.names]
        assert abs(len(ours) - len(theirs)) <= 1
        count = min(len(ours), len(theirs))
        worst = max(worst, float(np.abs(ours[:count] - theirs[:count][:, order]).max()))
    return worst


if __name__ == "__main__":
    print(largest_distance(*sys.argv[1:3]))
