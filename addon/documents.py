"""Opening and saving Kinegraph documents (.kine), through a .blend file that the program writes or reads."""

import os
import sys

import bpy

from .fcurves import active_action


def own_program():
    """The Blender through which kinegraph reads and writes .blend files: this one."""
    return bpy.app.binary_path or sys.executable


def append_contents(path):
    """Adds the objects and actions of a .blend file to this scene; returns its armatures and its rate."""
    with bpy.data.libraries.load(path) as (there, here):
        here.scenes = there.scenes[:1]
        here.actions = there.actions
    source, scene = here.scenes[0], bpy.context.scene
    rate = source.render.fps, source.render.fps_base, source.frame_start, source.frame_end
    things = list(source.objects)
    for thing in things:
        scene.collection.objects.link(thing)
    bpy.data.scenes.remove(source)
    for action in here.actions:
        action.use_fake_user = True
    return [thing for thing in things if thing.type == "ARMATURE"], rate


def write_selection(thing, path):
    """Writes an armature, what hangs on it, and the action that moves it, as a .blend file of their own."""
    scene = bpy.context.scene
    copy = bpy.data.scenes.new("Kinegraph")
    try:
        copy.render.fps, copy.render.fps_base = scene.render.fps, scene.render.fps_base
        copy.frame_start, copy.frame_end = scene.frame_start, scene.frame_end
        for each in (thing, *thing.children_recursive):
            copy.collection.objects.link(each)
        action = active_action(thing)
        bpy.data.libraries.write(path, {copy, *([action] if action else [])}, fake_user=True)
    finally:
        bpy.data.scenes.remove(copy)
    if not os.path.isfile(path):
        raise OSError(f"Blender wrote no file at {path}.")
