"""Builds armatures with their actions and meshes, and saves them as .blend."""

import bpy
import numpy as np
from actions import assign, new_action
from locators import add_locators
from mathutils import Matrix
from write_meshes import add_meshes

INTERPOLATIONS = ("BEZIER", "CONSTANT", "LINEAR")
UP = 0.5 * np.pi  # turns Y up into Blender's Z up, about X


def write_scene(job, arrays):
    """Builds everything in an empty file. Returns a result with nothing in it: the file is the result."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps, scene.render.fps_base = job["fps"], job["fps_base"]
    scene.frame_start = 0
    scene.frame_end = max(1, *(character["frame_end"] for character in job["characters"]))
    for number, character in enumerate(job["characters"]):
        prefix = f"{number}/"
        own = {name[len(prefix) :]: values for name, values in arrays.items() if name.startswith(prefix)}
        _add_character(character, own)
    scene.frame_set(0)
    bpy.ops.wm.save_as_mainfile(filepath=job["path"], compress=True, check_existing=False)
    return {}


def _add_character(job, arrays):
    armature = _add_armature(job, arrays["rest"])
    add_meshes(job, arrays, armature)
    bones = [bone["name"] for bone in job["bones"]]
    made = [_add_action(n, action, bones, arrays, armature) for n, action in enumerate(job["actions"])]
    assign(armature, made[0] if made else None)
    add_locators(job, arrays, armature)


def _add_armature(job, rest):
    """rest: (J, 4, 4) armature-from-joint at rest. The bones' frames are the joints' frames, axis by axis."""
    data = bpy.data.armatures.new(job["name"])
    armature = bpy.data.objects.new(job["name"], data)
    armature.rotation_euler[0] = UP
    armature.show_in_front = True
    bpy.context.scene.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    made = []
    for bone, matrix in zip(job["bones"], rest, strict=True):
        edit = data.edit_bones.new(bone["name"])
        edit.head, edit.tail = (0.0, 0.0, 0.0), (0.0, bone["length"], 0.0)
        edit.matrix = Matrix(matrix.tolist())
        edit.use_connect = False  # a connected bone ignores its location channels
        if bone["parent"] >= 0:
            edit.parent = made[bone["parent"]]
        made.append(edit)
    names = [edit.name for edit in made]
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone, name in zip(job["bones"], names, strict=True):
        bone["name"] = name  # as Blender has it: it cuts long names
        armature.pose.bones[name].rotation_mode = bone["mode"]
    data["kinegraph"] = job["about"]
    return armature


def _add_action(number, action, bones, arrays, armature):
    made, add_curve = new_action(action["name"], armature, bones)
    made["kinegraph"] = action["about"]
    keys = {name: arrays[f"action{number}/{name}"] for name in ("points", "interpolations", "types")}
    for curve in action["curves"]:
        part = slice(curve["start"], curve["start"] + curve["count"])
        bone = bones[curve["joint"]]
        path = f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{curve["property"]}'
        points = add_curve(path, curve["index"], bone).keyframe_points
        _set_keys(points, {name: values[part] for name, values in keys.items()}, action["types"])
    made.frame_start, made.frame_end = action["range"]
    made.use_frame_range = True  # time zero stays time zero
    return made


def _set_keys(points, keys, type_names):
    """keys: arrays of a curve's keys; points: (K, 3, 2) left handle, key, right handle as (frame, value)."""
    count = len(keys["points"])
    points.add(count)
    for column, name in enumerate(("handle_left", "co", "handle_right")):
        points.foreach_set(name, np.ascontiguousarray(keys["points"][:, column], dtype=np.float32).ravel())
    points.foreach_set("interpolation", _numbers("interpolation", INTERPOLATIONS)[keys["interpolations"]])
    points.foreach_set("type", _numbers("type", type_names)[keys["types"]])
    for side in ("handle_left_type", "handle_right_type"):
        points.foreach_set(side, np.full(count, _numbers(side, ("FREE",))[0]))


def _numbers(name, wanted):
    """Blender's numbers for a key property's values, in the order of `wanted`."""
    values = {item.identifier: item.value for item in bpy.types.Keyframe.bl_rna.properties[name].enum_items}
    lesser = {"GENERATED": "JITTER"}  # 4.3 brought GENERATED
    return np.array([values[item if item in values else lesser[item]] for item in wanted], dtype=np.int32)
