"""Runs inside Blender, and knows nothing of Kinegraph: where bones are at every frame, and what keys are."""

import json
import os
import sys

import bpy


def curves_of(action):
    if not hasattr(action, "slots"):
        return action.fcurves
    return action.layers[0].strips[0].channelbag(action.slots[0]).fcurves


def main():
    source, target, frames = sys.argv[-3], sys.argv[-2], int(sys.argv[-1])
    bpy.ops.wm.open_mainfile(filepath=source)
    armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    scene, action = bpy.context.scene, armature.animation_data.action
    points = [point for curve in curves_of(action) for point in curve.keyframe_points]
    motion = []
    for frame in range(frames):
        for _ in range(2):  # twice: a keyed rotation mode settles at the second look
            scene.frame_set(frame)
        posed = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
        motion.append({bone.name: list(posed.matrix_world @ bone.head) for bone in posed.pose.bones})
    types = {}
    for point in points:
        types.setdefault(str(round(point.co[0], 3)), set()).add(point.type)
    found = {
        "version": bpy.app.version_string,
        "fps": scene.render.fps / scene.render.fps_base,
        "motion": motion,
        "types": {frame: sorted(names) for frame, names in types.items()},
        "handles": sorted({kind for p in points for kind in (p.handle_left_type, p.handle_right_type)}),
        "interpolations": sorted({point.interpolation for point in points}),
    }
    with open(target, "w", encoding="utf-8") as file:
        json.dump(found, file)


main()
os._exit(0)  # Blender's own way out can wait for ever
