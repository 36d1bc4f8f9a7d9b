"""Kinegraph in Blender: dense motion becomes the keyframes that an animator would set.

The installed `kinegraph` program does the work. `make addon` packs this folder into a zip.
"""

import bpy

from .live_link import LIVE_CLASSES, disconnect
from .operators import OPERATORS
from .panel import KINEGRAPH_PT_keys, register_previews, unregister_previews
from .settings import KinegraphPreferences, KinegraphSettings

_CLASSES = (KinegraphSettings, KinegraphPreferences, *OPERATORS, KINEGRAPH_PT_keys, *LIVE_CLASSES)


def register():
    for each in _CLASSES:
        bpy.utils.register_class(each)
    bpy.types.Scene.kinegraph = bpy.props.PointerProperty(type=KinegraphSettings)
    register_previews()


def unregister():
    disconnect()
    unregister_previews()
    del bpy.types.Scene.kinegraph
    for each in reversed(_CLASSES):
        bpy.utils.unregister_class(each)
