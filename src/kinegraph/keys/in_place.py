"""In place: a keyed stretch inside the dense motion that it came from, on the frames of that."""

import numpy as np

from kinegraph.core.animation import Animation, KeyTag
from kinegraph.core.animation_posing import pose_at
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, slerp
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.motion_layers import MotionLayer, merge_layers
from kinegraph.keys.splicing import splice

# Outside the stretch, what its ends differ from the original by fades over this time [s].
BLEND = 0.25


def put_in_place(original: Clip, keyed: Animation, blend: float = BLEND) -> Animation:
    """The original with the keyed stretch in place of its own frames there.

    Outside it has a key on every frame. Where a hand has changed the pose at an end of the stretch, the
    original is led there and back over `blend` [s], so that nothing jumps.

    keyed: Of the same skeleton, in the original's time.
    """
    if keyed.skeleton != original.skeleton:
        raise InvalidValue("Keys can only be put back into a motion of the same skeleton.")
    if not np.isfinite(blend) or blend < 0.0:
        raise InvalidValue(f"Ends are blended over zero or more seconds, not {blend}.")
    start, stop = keyed.start, keyed.end
    if start < 0.0 or stop > original.duration + 0.5 / original.fps:
        raise InvalidValue(
            f"The keys from {start:g} to {stop:g} s do not lie in the motion, which ends at "
            f"{original.duration:g} s."
        )
    bent = original
    for time, side in ((start, -1.0), (stop, 1.0)):
        bent = merge_layers(bent, [_lead(original, keyed, time, side, blend)])
    return splice(_dense(bent, keyed), keyed)


def _lead(original: Clip, keyed: Animation, time: float, side: float, blend: float) -> MotionLayer:
    """The lead from the original to the pose of the keys at an end. side: -1 before it, 1 after it."""
    frame = min(round(time * original.fps), len(original) - 1)
    pose, local = pose_at(keyed, time), local_translations(original)
    away = side * (original.times - time)
    share: Floats = np.where(
        away < -0.5 / original.fps, 0.0, 1.0 - np.clip(away / max(blend, 1e-9), 0.0, 1.0)
    )
    share = share * share * (3.0 - 2.0 * share)
    turn = quat_multiply(quat_conjugate(original.rotations[frame]), pose.rotations)
    still = np.zeros_like(turn)
    still[:, 3] = 1.0
    moves = share[:, None, None] * (local_translations(pose) - local[frame])
    sliding = original.translations is not None or np.abs(moves[:, 1:]).max(initial=0.0) > 1e-9
    turns = slerp(still[None], turn[None], share[:, None])
    return MotionLayer("lead", turns, moves if sliding else moves[:, 0])


def _dense(clip: Clip, like: Animation) -> Animation:
    """A clip as an animation with a key on every frame and straight lines between."""
    rig = rig_channels(clip, like.rotation_modes)
    curves = {
        channel: Curve.linear(clip.times, values)
        for channel, values in zip(rig.channels, rig.values, strict=True)
    }
    tags = (KeyTag.DETAIL,) * len(clip)
    return Animation(clip.skeleton, clip.fps, curves, like.rotation_modes, clip.times, tags, clip.name)
