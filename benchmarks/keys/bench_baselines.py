"""The optimal selection beside every baseline on the captures of the thesis: it is never worse, at any count.

Quick methods are held to every count, the two that search at random to those up to a fifth of the frames.
"""

import numpy as np
from tests.keys.captures import CAPTURES, capture

from benchmarks import REAL_DATA
from kinegraph.keys.baselines import BASELINES
from kinegraph.keys.compare import OPTIMAL, compare
from kinegraph.keys.selection.pose_space import pose_space

SLOW = ("genetic", "kmeans")
# Errors are added up in another order than the search does.
ROUNDING = 1e-9


def main() -> int:
    """Prints how many times the optimum each method's error is; 1 where one was better."""
    if not REAL_DATA.is_dir():
        print("needs the captures in ../shared/data, which is not here")
        return 0
    print("clip        method          counts  least excess  median ratio up to a fifth of the frames")
    worse = False
    for name in CAPTURES:
        clip = capture(REAL_DATA, name)
        space, fifth = pose_space(clip), len(clip) // 5
        for method in BASELINES:
            counts = list(range(2, (fifth if method in SLOW else len(clip)) + 1))
            found = compare(space, counts, methods=[method])
            excess = float(found.excess(method).min())
            # A method that has no selection of a count, as speed minima run out, has an infinite error there.
            few = slice(0, fifth - 1)
            ratio = float(np.median(found.errors[method][few] / found.errors[OPTIMAL][few]))
            print(f"{name:<11} {method:<14} {len(counts):>7} {excess:>13.2g} {ratio:>13.2f}", flush=True)
            worse |= excess < -ROUNDING
    print("The optimum is never worse:", "no, see above" if worse else "ok")
    return int(worse)
