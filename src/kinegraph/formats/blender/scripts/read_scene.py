"""Opens a .blend or .fbx file and hands back what moves in it: joints, actions, meshes."""

import bpy
from job_folder import Refused
from locators import read_locators
from read_actions import read_takes
from read_meshes import read_meshes
from rigs import ArmatureRig, ObjectsRig, in_view

# What a scene shows with but no character is made of.
STAGE = {"CAMERA", "LIGHT", "LIGHT_PROBE", "SPEAKER", "LATTICE", "GREASEPENCIL", "GPENCIL"}


def read_scene(job):
    """Returns the result and its arrays, as kinegraph's reader expects them."""
    notes = []
    if job["kind"] == "fbx":
        _import_fbx(job["path"], notes)
    else:
        bpy.ops.wm.open_mainfile(filepath=job["path"], load_ui=False, use_scripts=False)
    rig = _choose_rig(notes)
    result, arrays = rig.describe()
    scene = bpy.context.scene
    result["fps"] = scene.render.fps / scene.render.fps_base
    result["frame_start"], result["tails"] = scene.frame_start, job["kind"] == "blend"
    result["meshes"], result["materials"] = read_meshes(rig, job, arrays, notes)
    _stop_evaluating_meshes(rig)
    result["takes"] = read_takes(rig, job, arrays, notes)
    result["locators"] = read_locators(rig, arrays)
    result["notes"] = notes
    return result, arrays


def _import_fbx(path, notes):
    """The importer that came with 4.5 reads ASCII and old files too; before, only Python's was there."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if "fbx_import" in dir(bpy.ops.wm):
        bpy.ops.wm.fbx_import(filepath=path, use_custom_props=True, import_subdivision=False)
        return
    try:
        bpy.ops.import_scene.fbx(filepath=path, use_custom_props=True, use_image_search=False)
    except RuntimeError as error:
        version = bpy.app.version_string
        raise Refused(
            f"Blender {version} cannot import it; 4.5 and newer read text and old FBX too."
        ) from error
    notes.append("Read with Blender's older FBX importer.")


def _choose_rig(notes):
    armatures = [thing for thing in bpy.data.objects if thing.type == "ARMATURE" and thing.data.bones]
    if armatures:
        armatures.sort(key=lambda thing: (-len(thing.data.bones), thing.name))
        for other in armatures[1:]:
            notes.append(
                f"The armature {other.name!r} was left out: {armatures[0].name!r} has as many bones or more."
            )
        in_view(armatures[0])
        return ArmatureRig(armatures[0])
    carriers = [thing for thing in bpy.data.objects if thing.type not in STAGE]
    if not carriers:
        raise Refused("holds no armature and no object that could move.")
    wanted = set()
    for thing in carriers:
        while thing is not None and thing not in wanted:
            wanted.add(thing)
            thing = thing.parent
    for thing in wanted:
        in_view(thing)
    notes.append("There is no armature: the objects became the joints.")
    return ObjectsRig([thing for thing in bpy.data.objects if thing in wanted])


def _stop_evaluating_meshes(rig):
    """Hides meshes, which baking does not need at each frame; constraints' targets still evaluate."""
    for thing in bpy.data.objects:
        if thing.type != "ARMATURE" and not rig.owns(thing):
            thing.hide_viewport = True
        elif thing.type == "MESH":
            for modifier in thing.modifiers:
                modifier.show_viewport = False
