"""Plain twin of the mixing kernels: one pose at a time, from the definition."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate, slerp
from kinegraph.core.resample import sample_at
from kinegraph.scenes.mixing.ground_placement import headings
from kinegraph.scenes.mixing.passes import Pass

Placed = tuple[Floats, Floats]
IDENTITY = np.array([0.0, 0.0, 0.0, 1.0])


def ease(elapsed: float, fade: float) -> float:
    return 1.0 if fade <= 0.0 else float(smoothstep(elapsed / fade))


def slow_base(passes: list[Pass], time: float) -> Placed:
    """(3,) place of the root and (J, 4) rotations of a base."""
    begun = [each for each in passes if each.start <= time] or passes[:1]
    pose = begun[0].pose_at(time)
    root, turns = pose.root_translations[0], pose.rotations[0]
    for each in begun[1:]:
        pose, share = each.pose_at(time), ease(time - each.start, each.fade_in)
        root = (1.0 - share) * root + share * pose.root_translations[0]
        turns = slerp(turns, pose.rotations[0], np.full((len(turns), 1), share)[:, 0])
    return root, turns


def layer_weight(each: Pass, time: float) -> float:
    if not each.start <= time <= each.end:
        return 0.0
    return each.weight * ease(time - each.start, each.fade_in) * ease(each.end - time, each.fade_out)


def slow_override(each: Pass, mask: Floats, time: float, root: Floats, turns: Floats) -> Placed:
    weight, pose = layer_weight(each, time), each.pose_at(time)
    root = root + weight * mask[-1] * (pose.root_translations[0] - root)
    return root, slerp(turns, pose.rotations[0], weight * mask[:-1])


def slow_additive(each: Pass, mask: Floats, time: float, root: Floats, turns: Floats) -> Placed:
    clip: Clip = each.clip
    weight = layer_weight(each, time)
    now = sample_at(clip, [each.moment(time)], clip.fps)
    then = sample_at(clip, [each.reference], clip.fps)
    change = quat_multiply(quat_conjugate(then.rotations[0]), now.rotations[0])
    partly = slerp(np.broadcast_to(IDENTITY, change.shape), change, weight * mask[:-1])
    turn = headings(clip.skeleton, turns[0]) - headings(clip.skeleton, then.rotations[0, 0])
    about = np.array([0.0, np.sin(0.5 * turn), 0.0, np.cos(0.5 * turn)])
    shift = quat_rotate(about, now.root_translations[0] - then.root_translations[0])
    return root + weight * mask[-1] * shift, quat_multiply(turns, partly)
