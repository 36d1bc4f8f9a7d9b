"""Runs inside Blender: leaves a number of keys on each F-curve of a file, by Blender's own decimate.

blender_decimate.py SOURCE TARGET COUNT
"""

import os
import sys

import bpy


def main() -> None:
    """Decimates the action that plays, and saves the file under another name."""
    source, target, count = sys.argv[-3], sys.argv[-2], int(sys.argv[-1])
    bpy.ops.wm.open_mainfile(filepath=source, load_ui=False)
    armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    bpy.context.view_layer.objects.active = armature
    armature.select_set(True)
    for bone in armature.data.bones:
        bone.select = True
    action = armature.animation_data.action
    bag = action.layers[0].strips[0].channelbag(action.slots[0]) if hasattr(action, "slots") else action
    curves = [curve for curve in bag.fcurves if len(curve.keyframe_points) > count]
    for curve in bag.fcurves:
        for point in curve.keyframe_points:
            point.select_control_point = curve in curves
    window = bpy.context.window_manager.windows[0]
    area = window.screen.areas[0]
    area.type = "GRAPH_EDITOR"
    area.spaces.active.dopesheet.show_only_selected = False
    region = next(region for region in area.regions if region.type == "WINDOW")
    length = max(len(curve.keyframe_points) for curve in curves)
    with bpy.context.temp_override(window=window, area=area, region=region):
        bpy.ops.graph.decimate(mode="RATIO", factor=1.0 - count / length)
    bpy.ops.wm.save_as_mainfile(filepath=target, check_existing=False)


main()
os._exit(0)
