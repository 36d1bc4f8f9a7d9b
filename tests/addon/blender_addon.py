"""Runs inside Blender: installs the add-on's zip as a user would, and does what the steps say.

python blender_addon.py ZIP KINEGRAPH FOLDER: results go to FOLDER/found.json.
"""

import json
import os
import sys
import traceback

import bpy
import numpy as np

ZIP, KINEGRAPH, FOLDER = sys.argv[-3:]
MODULE = "bl_ext.user_default.kinegraph"
FRAMES = 60


def place(name):
    return os.path.join(FOLDER, name)


def install():
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.preferences.addon_enable(
        module="bl_pkg"
    ) if "bl_pkg" not in bpy.context.preferences.addons else None
    bpy.ops.extensions.package_install_files(filepath=ZIP, repo="user_default", enable_on_install=True)
    bpy.context.preferences.addons[MODULE].preferences.program = KINEGRAPH


def new_rig():
    """Three bones that turn in different modes, on an armature that is scaled and turned, with dense keys."""
    bpy.ops.wm.read_homefile(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps, scene.render.fps_base = 30, 1.0
    scene.frame_start, scene.frame_end = 1, FRAMES
    data = bpy.data.armatures.new("Rig")
    thing = bpy.data.objects.new("Rig", data)
    scene.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    thing.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for name, head, tail in (
        ("hips", (0, 0, 1), (0, 0, 1.4)),
        ("arm", (0.1, 0, 1.4), (0.6, 0, 1.4)),
        ('ha"nd', (0.6, 0, 1.4), (0.8, 0.05, 1.4)),
    ):
        bone = data.edit_bones.new(name)
        bone.head, bone.tail, bone.parent = head, tail, parent
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    thing.scale, thing.rotation_euler = (0.5, 0.5, 0.5), (0.0, 0.0, 0.3)
    bones = thing.pose.bones
    bones["arm"].rotation_mode, bones['ha"nd'].rotation_mode = "XZY", "QUATERNION"
    bones["hips"].rotation_mode = "YXZ"
    thing.animation_data_create().action = bpy.data.actions.new("capture")
    for frame in range(1, FRAMES + 1):
        t = (frame - 1) / 30.0
        bones["hips"].location = 0.2 * np.sin(2.0 * t), 0.1 * np.cos(3.0 * t), 0.8 * t
        bones["arm"].rotation_euler = 0.3 * np.sin(9.0 * t), 0.9 * np.sin(4.0 * t * t), 0.2
        turn = 0.7 * np.sin(5.0 * t)
        bones['ha"nd'].rotation_quaternion = np.cos(turn), 0.6 * np.sin(turn), 0.0, 0.8 * np.sin(turn)
        for bone, prop in (("hips", "location"), ("arm", "rotation_euler"), ('ha"nd', "rotation_quaternion")):
            bones[bone].keyframe_insert(prop, frame=frame)
    return thing


def bags(action):
    if not hasattr(action, "slots"):
        return action.fcurves
    return action.layers[0].strips[0].channelbag(action.slots[0]).fcurves


def places(thing, frames=range(1, FRAMES + 1)):
    """Head and tail of each bone in the world."""
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        posed = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
        found.append(
            [[list(posed.matrix_world @ b.head), list(posed.matrix_world @ b.tail)] for b in posed.pose.bones]
        )
    return np.array(found)


def keys_of(action):
    return {
        f"{curve.data_path} {curve.array_index}": [
            [point.co[0], point.type, point.interpolation] for point in curve.keyframe_points
        ]
        for curve in bags(action)
    }


def refusal(operator, **options):
    """What the operator says when it refuses, and what the panel shows."""
    try:
        operator(**options)
    except RuntimeError as error:
        return [str(error).strip().removeprefix("Error: "), bpy.context.scene.kinegraph.message]
    return ["", bpy.context.scene.kinegraph.message]


def check_whole_action():
    thing = new_rig()
    before, old = places(thing), thing.animation_data.action
    dense = keys_of(old)
    settings = bpy.context.scene.kinegraph
    bpy.ops.kinegraph.find_keys()
    curve, automatic = json.loads(settings.curve), settings.message
    settings.wanted, settings.count = "COUNT", 6
    bpy.ops.kinegraph.apply_keys()
    new = thing.animation_data.action
    after = places(thing)
    return {
        "curve": curve,
        "automatic": automatic,
        "message": settings.message,
        "lines": panel_lines(thing),
        "picture": picture(),
        "old": [old.name, old.use_fake_user, keys_of(old) == dense],
        "new": [new.name, new.use_fake_user],
        "modes": {bone.name: bone.rotation_mode for bone in thing.pose.bones},
        "keys": keys_of(new),
        "apart_mm": float(1000.0 * np.linalg.norm(after - before, axis=-1).max()),
        "stated_mm": [settings.largest_mm, settings.mean_mm],
        "programs_mm": json.loads(settings.figures),
        "failed": settings.failed,
    }


def panel_lines(thing):
    from importlib import import_module

    return import_module(MODULE + ".panel").panel_lines(bpy.context.scene.kinegraph, thing)


def picture():
    """The picture of the error curve, also as a file."""
    from importlib import import_module

    ErrorCurve = import_module(MODULE + ".error_curve").ErrorCurve
    settings = bpy.context.scene.kinegraph
    pixels = ErrorCurve.of_text(settings.curve).picture(settings.count)
    image = bpy.data.images.new("curve", pixels.shape[1], pixels.shape[0], alpha=True)
    image.pixels.foreach_set(pixels.ravel())
    image.filepath_raw, image.file_format = place("curve.png"), "PNG"
    image.save()
    panel = import_module(MODULE + ".panel")
    return {
        "shape": list(pixels.shape),
        "drawn": int((pixels[..., 3] > 0).sum()),
        "icon": panel.curve_icon(settings) is not None,
    }


def check_range():
    thing = new_rig()
    before, halves = places(thing), between(thing)
    scene = bpy.context.scene
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 20, 40
    scene.kinegraph.use_range = True
    bpy.ops.kinegraph.apply_keys()
    apart = 1000.0 * np.linalg.norm(places(thing) - before, axis=-1).max(axis=(1, 2))
    outside = np.r_[0:19, 40:FRAMES]
    return {
        "keys": keys_of(thing.animation_data.action),
        "outside_mm": float(apart[outside].max()),
        "inside_mm": float(apart.max()),
        "between_mm": float(1000.0 * np.abs(between(thing) - halves).max()),
        "message": scene.kinegraph.message,
    }


def between(thing):
    """Places at half frames outside the span, and where it is entered and left."""
    found = []
    for frame in (18, 19, 40, 41):
        bpy.context.scene.frame_set(frame, subframe=0.5)
        posed = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
        found.append(
            [[list(posed.matrix_world @ b.head), list(posed.matrix_world @ b.tail)] for b in posed.pose.bones]
        )
    return np.array(found)


def check_constraints():
    """A hand that is held on a target: as channels, and as it is seen."""
    thing = new_rig()
    target = bpy.data.objects.new("Target", None)
    bpy.context.scene.collection.objects.link(target)
    for frame in (1, FRAMES):
        target.location = (0.2, 0.1 * frame / FRAMES, 0.8)
        target.keyframe_insert("location", frame=frame)
    look = thing.pose.bones["arm"].constraints.new("DAMPED_TRACK")
    look.target, look.track_axis = target, "TRACK_Y"
    before = places(thing)
    bpy.ops.kinegraph.apply_keys()
    settings = bpy.context.scene.kinegraph
    channels = {
        "mm": float(1000.0 * np.linalg.norm(places(thing) - before, axis=-1).max()),
        "message": settings.message,
    }
    thing.animation_data.action = bpy.data.actions["capture"]
    settings.visual = True
    settings.wanted, settings.max_error = "ERROR", 2.0
    bpy.ops.kinegraph.apply_keys()
    look.mute = True
    muted = {
        "mm": float(1000.0 * np.linalg.norm(places(thing) - before, axis=-1).max()),
        "message": settings.message,
    }
    return {"channels": channels, "visual": muted, "stated_mm": settings.largest_mm}


def check_moving_object():
    """An armature whose object moves, with two roots: both survive."""
    thing = new_rig()
    for frame, x in ((1, 0.0), (FRAMES, 2.0)):
        thing.location.x = x
        thing.keyframe_insert("location", index=0, frame=frame)
    before = places(thing)
    settings = bpy.context.scene.kinegraph
    settings.wanted, settings.max_error = "ERROR", 5.0
    bpy.ops.kinegraph.apply_keys()
    apart = 1000.0 * np.linalg.norm(places(thing) - before, axis=-1).max()
    own = [key for key in keys_of(thing.animation_data.action) if key.startswith("location")]
    return {"mm": float(apart), "stated_mm": settings.largest_mm, "own": own}


def check_undo():
    new_rig()
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.kinegraph.apply_keys()
    bpy.ops.ed.undo_push(message="Set Keys")
    with_keys = bpy.data.objects["Rig"].animation_data.action.name
    bpy.ops.ed.undo()
    return [with_keys, bpy.data.objects["Rig"].animation_data.action.name, "capture keys" in bpy.data.actions]


def check_refusals():
    found = {}
    bpy.ops.wm.read_homefile(use_empty=True)
    found["nothing selected"] = refusal(bpy.ops.kinegraph.apply_keys)
    thing = new_rig()
    action = thing.animation_data.action
    thing.animation_data.action = None
    found["no action"] = refusal(bpy.ops.kinegraph.apply_keys)
    thing.animation_data.action = action
    scene = bpy.context.scene
    scene.kinegraph.use_range, scene.frame_start, scene.frame_end = True, 7, 7
    found["one frame"] = refusal(bpy.ops.kinegraph.find_keys)
    scene.kinegraph.use_range = False
    scene.kinegraph.wanted, scene.kinegraph.count = "COUNT", 500
    found["too many keys"] = refusal(bpy.ops.kinegraph.apply_keys)
    preferences = bpy.context.preferences.addons[MODULE].preferences
    preferences.program = place("no such program")
    found["wrong program"] = refusal(bpy.ops.kinegraph.apply_keys)
    preferences.program = ""
    path, home = os.environ["PATH"], os.environ.get("HOME", "")
    os.environ["PATH"] = os.environ["HOME"] = FOLDER
    found["no program"] = refusal(bpy.ops.kinegraph.find_keys)
    os.environ["PATH"], os.environ["HOME"] = path, home
    preferences.program = KINEGRAPH
    with open(place("broken.kine"), "w", encoding="utf-8") as file:
        file.write("not a document")
    found["broken document"] = refusal(bpy.ops.kinegraph.open_document, filepath=place("broken.kine"))
    found["still keyed by"] = [thing.animation_data.action.name, ""]
    return found


def check_documents():
    thing = new_rig()
    before = places(thing)
    bpy.ops.kinegraph.save_document(filepath=place("saved.kine"))
    scenes = len(bpy.data.scenes)
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.kinegraph.open_document(filepath=place("saved.kine"))
    scene = bpy.context.scene
    thing = bpy.context.active_object
    names = [bone.name for bone in thing.pose.bones]
    again = places(thing, range(FRAMES + 1))
    apart = [
        float(1000.0 * np.linalg.norm(again[start : start + FRAMES, :, 0] - before[:, :, 0], axis=-1).max())
        for start in (0, 1)
    ]
    return {
        "bones": names,
        "apart_mm": min(apart),
        "fps": scene.render.fps / scene.render.fps_base,
        "scenes": scenes,
    }


CHECKS = {
    name.removeprefix("check_"): function
    for name, function in list(globals().items())
    if name.startswith("check_")
}


def main():
    found = {"version": bpy.app.version_string}
    try:
        install()
        for name, check in CHECKS.items():
            try:
                found[name] = check()
            except Exception:
                found[name] = {"traceback": traceback.format_exc()}
    except Exception:
        found["traceback"] = traceback.format_exc()
    with open(place("found.json"), "w", encoding="utf-8") as file:
        json.dump(found, file)


main()
sys.stdout.flush()
os._exit(0)  # Blender's own way out can wait for ever
