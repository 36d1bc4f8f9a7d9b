"""Channel space: poses as the channels of the rig, each channel on its own scale.

Motion that was keyed and baked has its keys where all channels bend at the same time, however little each of
them moves the body. In this space all channels count alike, and the Bezier objective recovers such keys.
Captured motion was never keyed; positions of joints suit it better.
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
