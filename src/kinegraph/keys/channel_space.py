"""Channel space: poses told by what the rig is keyed on, every channel on its own scale.

Motion that was keyed once and baked has its keys where all channels bend at the same time, however little
each of them moves the body. In this space all speak alike, and the Bezier objective finds such keys again.
Captured motion was never keyed: there the positions of joints tell more of what is seen.
"""

import numpy as np

from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.selection.pose_space import PoseSpace

# Channels that move less than this share of a typical channel's deviation are not scaled up any further:
# they would be noise.
_LEAST = 0.02


def channel_space(rig: RigChannels) -> PoseSpace:
    """(N, C) poses, each channel divided by its standard deviation; angles and lengths do not mix."""
    deviations = rig.values.std(axis=1)
    kinds = np.array([channel.property for channel in rig.channels])
    scales = np.ones(len(deviations))
    for kind in set(kinds.tolist()):
        own = kinds == kind
        scales[own] = np.maximum(deviations[own], _LEAST * np.median(deviations[own]))
    return PoseSpace((rig.values / np.where(scales > 0.0, scales, 1.0)[:, None]).T, rig.clip.fps)
