"""Runs inside Blender, and knows nothing of Kinegraph: writes down what a .blend holds, as JSON."""

import json
import os
import sys

import bpy
import numpy as np

FRAMES = [0.0, 1.0, 3.5, 7.25, 12.0, 18.0, 23.5, 30.0, 36.0, 47.75]


def curves_of(action):
    if not hasattr(action, "slots"):
        return action.fcurves
    return action.layers[0].strips[0].channelbag(action.slots[0]).fcurves


def keys_of(curve):
    return {
        "path": curve.data_path,
        "index": curve.array_index,
        "points": [[[*p.handle_left], [*p.co], [*p.handle_right]] for p in curve.keyframe_points],
        "handle_types": sorted(
            {t for p in curve.keyframe_points for t in (p.handle_left_type, p.handle_right_type)}
        ),
        "interpolations": [p.interpolation for p in curve.keyframe_points],
        "types": [p.type for p in curve.keyframe_points],
    }


def evaluated(armature, frame):
    scene = bpy.context.scene
    for _ in range(2):  # twice: a keyed rotation mode settles at the second look
        scene.frame_set(int(frame // 1), subframe=frame % 1)
    graph = bpy.context.evaluated_depsgraph_get()
    posed = armature.evaluated_get(graph)
    meshes = {}
    for thing in bpy.data.objects:
        if thing.type == "MESH":
            shown = thing.evaluated_get(graph)
            mesh = shown.to_mesh()
            meshes[thing.name] = [list(shown.matrix_world @ vertex.co) for vertex in mesh.vertices]
    heads = {bone.name: list(posed.matrix_world @ bone.head) for bone in posed.pose.bones}
    return {"heads": heads, "meshes": meshes}


def main() -> None:
    source, target = sys.argv[-2:]
    bpy.ops.wm.open_mainfile(filepath=source)
    armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    found = {
        "active": armature.animation_data.action.name,
        "fps": bpy.context.scene.render.fps / bpy.context.scene.render.fps_base,
        "modes": {bone.name: bone.rotation_mode for bone in armature.pose.bones},
        "rest": {bone.name: np.array(bone.matrix_local).tolist() for bone in armature.data.bones},
        "frames": FRAMES,
        "actions": {a.name: [keys_of(c) for c in curves_of(a)] for a in bpy.data.actions},
        "motion": {},
    }
    for action in bpy.data.actions:
        armature.animation_data.action = action
        if hasattr(action, "slots"):
            armature.animation_data.action_slot = action.slots[0]
        found["motion"][action.name] = [evaluated(armature, frame) for frame in FRAMES]
    with open(target, "w", encoding="utf-8") as file:
        json.dump(found, file)


main()
os._exit(0)  # Blender's own way out can wait for ever
