"""The live link in Blender: armatures follow the studio while the window is used."""

import bpy

from .live_armature import Follower, find_armature, make_armature
from .live_stream import LiveStream

_EVERY = 1 / 60  # seconds between two looks at the stream
_stream = None
_followers = {}


def connected():
    """True while armatures follow."""
    return _stream is not None and _stream.running


def take_poses():
    """Poses all armatures as the studio said last; makes those that are missing."""
    for number, character in list(_stream.characters.items()):
        known = _followers.get(number)
        if known is None or known.character is not character:
            thing = find_armature(character) or make_armature(character)
            known = _followers[number] = Follower(character, thing)
        pose = _stream.poses.get(number)
        if pose is not None:
            known.follow(pose)
    for number in set(_followers) - set(_stream.characters):
        del _followers[number]


def connect(address):
    """Opens the link; raises OSError or ValueError where it cannot be opened."""
    global _stream
    disconnect()
    _stream = LiveStream(address)
    if not bpy.app.background:
        bpy.app.timers.register(_tick)
    return _stream


def disconnect():
    """Closes the link; armatures stay as they are."""
    global _stream
    if _stream is not None:
        _stream.close()
    _stream = None
    _followers.clear()


def _tick():
    if not connected():
        return None
    try:
        take_poses()
    except ReferenceError:  # an armature was deleted
        _followers.clear()
    return _EVERY


class KINEGRAPH_OT_live_connect(bpy.types.Operator):
    """Let armatures follow the characters on the studio's stage"""

    bl_idname, bl_label = "kinegraph.live_connect", "Connect"

    def execute(self, context):
        try:
            connect(context.scene.kinegraph.live_address.strip())
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, f"The studio does not answer at this address: {error}")
            return {"CANCELLED"}
        return {"FINISHED"}


class KINEGRAPH_OT_live_disconnect(bpy.types.Operator):
    """Leave all armatures as they are"""

    bl_idname, bl_label = "kinegraph.live_disconnect", "Disconnect"

    def execute(self, _context):
        disconnect()
        return {"FINISHED"}


class KINEGRAPH_PT_live(bpy.types.Panel):
    """The live link"""

    bl_label, bl_category = "Kinegraph Live Link", "Kinegraph"
    bl_space_type, bl_region_type = "VIEW_3D", "UI"

    def draw(self, context):
        layout = self.layout
        layout.prop(context.scene.kinegraph, "live_address", text="")
        if connected():
            layout.operator("kinegraph.live_disconnect", icon="UNLINKED")
        else:
            layout.operator("kinegraph.live_connect", icon="LINKED")


LIVE_CLASSES = (KINEGRAPH_OT_live_connect, KINEGRAPH_OT_live_disconnect, KINEGRAPH_PT_live)
