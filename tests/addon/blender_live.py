"""Runs inside Blender: follows a live link. python blender_live.py ADDRESS REPOSITORY OUT."""

import json
import sys
import time

import bpy

ADDRESS, REPOSITORY, OUT = sys.argv[-3:]
sys.path.insert(0, REPOSITORY)

from addon import live_link  # noqa: E402

bpy.ops.wm.read_homefile(use_empty=True)
stream = live_link.connect(ADDRESS)
until = time.monotonic() + 30
while not stream.poses and time.monotonic() < until:
    time.sleep(0.05)
found = []
for _ in range(2):
    heard, until = stream.heard, time.monotonic() + 10
    while stream.heard == heard and time.monotonic() < until:
        time.sleep(0.01)
    live_link.take_poses()
    bpy.context.view_layer.update()
    (thing,) = (each for each in bpy.context.scene.objects if each.type == "ARMATURE")
    heads = {bone.name: list(thing.matrix_world @ bone.head) for bone in thing.pose.bones}
    found.append({"time": stream.poses[0].time, "heads": heads})
live_link.disconnect()
with open(OUT, "w") as file:
    json.dump({"name": thing.name, "moments": found}, file)
