"""Names of Kinegraph's channels in Blender.

Blender names an Euler order by what turns first: its "YXZ" is R = Rz Rx Ry, which is read "ZXY" here. It
stores the angles by axis (x, y, z), we by factor. Its quaternions are wxyz. It has the six orders of three
different axes; joints in one of the other six (XYX, ...) become quaternions.
"""

from kinegraph.core.animation import QUATERNION, Channel, Property

# PoseBone.rotation_mode, as the number that an F-curve on it holds.
MODE_NUMBERS = {QUATERNION: 0, "XYZ": 1, "XZY": 2, "YXZ": 3, "YZX": 4, "ZXY": 5, "ZYX": 6}


def blender_mode(mode: str) -> str:
    """Blender's rotation mode for ours; QUATERNION for orders that Blender does not have."""
    return mode[::-1] if mode != QUATERNION and len(set(mode)) == 3 else QUATERNION


def mode_from_blender(mode: str) -> str:
    """Our rotation mode for Blender's; QUATERNION for its axis and angle, which are never read as curves."""
    return mode[::-1] if mode in MODE_NUMBERS and mode != QUATERNION else QUATERNION


def blender_channel(channel: Channel, mode: str) -> tuple[str, int]:
    """The property and array index of a pose bone that `channel` is, for a joint in rotation mode `mode`."""
    if channel.property == Property.TRANSLATION:
        return "location", channel.axis
    if mode == QUATERNION:
        return "rotation_quaternion", (channel.axis + 1) % 4
    return "rotation_euler", "XYZ".index(mode[channel.axis])


def channel_from_blender(joint: int, name: str, index: int, mode: str) -> Channel | None:
    """The channel that a pose bone's property is; None where the rotation mode makes Blender ignore it."""
    if name == "location":
        return Channel(joint, Property.TRANSLATION, index)
    if name == "rotation_quaternion" and mode == QUATERNION:
        return Channel(joint, Property.ROTATION, (index - 1) % 4)
    if name == "rotation_euler" and mode != QUATERNION:
        return Channel(joint, Property.ROTATION, mode.index("XYZ"[index]))
    return None
