"""Runs inside Blender: makes .blend files as other people have them, with what Kinegraph must cope with."""

import os
import sys

import bpy
from mathutils import Euler, Matrix

FOLDER = sys.argv[-1]


def fresh(fps: int = 24) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = fps


def armature(name: str, bones):
    """bones: (name, head, tail, parent name or None) each, connected where head and parent's tail meet."""
    data = bpy.data.armatures.new(name)
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.mode_set(mode="EDIT")
    for bone, head, tail, parent in bones:
        edit = data.edit_bones.new(bone)
        edit.head, edit.tail, edit.roll = head, tail, 0.3
        if parent:
            edit.parent = data.edit_bones[parent]
            edit.use_connect = (edit.parent.tail - edit.head).length < 1e-6
    bpy.ops.object.mode_set(mode="OBJECT")
    return thing


def arm(name: str = "Arm"):
    return armature(
        name, [("upper", (0, 0, 1), (0, 0.1, 1.5), None), ("lower", (0, 0.2, 1.6), (0, 0, 2), "upper")]
    )


def save(name: str) -> None:
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(FOLDER, name + ".blend"), compress=True)


def key_bones(thing, frames: tuple[int, ...] = (1, 11, 25)) -> None:
    upper, lower = thing.pose.bones["upper"], thing.pose.bones["lower"]
    upper.rotation_mode = "ZYX"
    for number, frame in enumerate(frames):
        upper.rotation_euler = Euler((0.4 * number, -0.2 * number, 0.7))
        upper.location = (0.1 * number, 0.2, 0.0)
        upper.keyframe_insert("rotation_euler", frame=frame)
        upper.keyframe_insert("location", frame=frame)
        lower.rotation_quaternion = Euler((0.2, 0.5 * number, 0.1)).to_quaternion()
        lower.keyframe_insert("rotation_quaternion", frame=frame)


def keyed() -> None:
    """Auto handles, an object scaled, turned and moved, a channel posed but not keyed, a second armature."""
    fresh()
    thing = arm()
    thing.matrix_world = Matrix.LocRotScale((1, 2, 3), Euler((0.1, 0.2, 0.9)), (0.5, 0.5, 0.5))
    key_bones(thing)
    thing.pose.bones["lower"].location = (0.0, 0.25, 0.0)
    thing.animation_data.action.name = "wave"
    armature("Spare", [("only", (0, 0, 0), (0, 0, 1), None)])
    save("keyed")


def constrained() -> None:
    """A constraint moves what the keys don't tell."""
    fresh()
    thing = arm()
    key_bones(thing)
    target = bpy.data.objects.new("Target", None)
    target.location = (1, 1, 1)
    bpy.context.scene.collection.objects.link(target)
    constraint = thing.pose.bones["lower"].constraints.new("DAMPED_TRACK")
    constraint.target = target
    save("constrained")


def odd_inheritance() -> None:
    """A bone that does not inherit its parent's rotation: its keys alone would put its child elsewhere."""
    fresh()
    thing = armature(
        "Odd",
        [
            ("upper", (0, 0, 1), (0, 0.1, 1.5), None),
            ("lower", (0, 0.1, 1.5), (0, 0, 2), "upper"),
            ("tip", (0, 0, 2), (0, 0, 2.5), "lower"),
        ],
    )
    thing.data.bones["lower"].use_inherit_rotation = False
    key_bones(thing)
    save("odd_inheritance")


def two_roots() -> None:
    """Several bones without a parent, an object in motion, and a rigid mesh on a bone."""
    fresh(30)
    thing = armature("Pair", [("left", (1, 0, 0), (1, 0, 1), None), ("right", (-1, 0, 0), (-1, 0, 1), None)])
    for frame in (1, 31):
        thing.location.z = frame / 10
        thing.keyframe_insert("location", index=2, frame=frame)
        thing.pose.bones["left"].rotation_quaternion = Euler((frame / 30, 0, 0)).to_quaternion()
        thing.pose.bones["left"].keyframe_insert("rotation_quaternion", frame=frame)
    save("two_roots")


def objects() -> None:
    """No armature: a cube on a turning empty."""
    fresh(25)
    hub = bpy.data.objects.new("Hub", None)
    mesh = bpy.data.meshes.new("Block")
    mesh.from_pydata(
        [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    )
    block = bpy.data.objects.new("Block", mesh)
    block.parent, block.location, block.scale = hub, (2, 0, 0), (0.5, 0.5, 0.5)
    for thing in (hub, block):
        bpy.context.scene.collection.objects.link(thing)
    for frame in (1, 26):
        hub.rotation_euler.z = (frame - 1) / 25
        hub.keyframe_insert("rotation_euler", index=2, frame=frame)
    save("objects")


def empty() -> None:
    fresh()
    save("empty")


def scripted() -> None:
    """A text that would run by itself if the file were trusted."""
    fresh()
    arm()
    text = bpy.data.texts.new("evil.py")
    text.write(f"open({os.path.join(FOLDER, 'pwned')!r}, 'w').close()")
    text.use_module = True
    driver = bpy.data.objects["Arm"].driver_add("location", 0).driver
    driver.expression = f"len(open({os.path.join(FOLDER, 'pwned')!r}, 'w').name)"
    save("scripted")


for make in (keyed, constrained, odd_inheritance, two_roots, objects, empty, scripted):
    make()
os._exit(0)  # Blender's own way out can wait for ever
