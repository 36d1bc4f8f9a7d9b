"""Armatures that follow the live link: one for each character, or those of the scene with the same joints."""

import bpy
from mathutils import Matrix, Quaternion, Vector

# The studio's Y is up, Blender's Z.
_BLENDER_FROM_STUDIO = Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
_SHORTEST = 0.01  # metres of a bone


def _local(translation, rotation):
    x, y, z, w = rotation
    return Matrix.LocRotScale(Vector(translation), Quaternion((w, x, y, z)), None)


def world_matrices(parents, translations, rotations):
    """Matrices of all joints in Blender's world."""
    found = []
    for parent, place, turn in zip(parents, translations, rotations, strict=True):
        before = _BLENDER_FROM_STUDIO if parent < 0 else found[parent]
        found.append(before @ _local(place, turn))
    return found


def find_armature(character):
    """An armature of the scene that has all of a character's joints; None without one."""
    for thing in bpy.context.scene.objects:
        if thing.type == "ARMATURE" and set(character.joints) <= set(thing.data.bones.keys()):
            return thing
    return None


def make_armature(character):
    """A new armature in the rest pose; its bones are called as the joints are."""
    data = bpy.data.armatures.new(character.name)
    thing = bpy.data.objects.new(character.name, data)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.mode_set(mode="EDIT")
    rest = world_matrices(character.parents, character.translations, character.rotations)
    children = {}
    for joint, parent in enumerate(character.parents):
        children.setdefault(parent, []).append(joint)
    bones = []
    for joint, name in enumerate(character.joints):
        bone = data.edit_bones.new(name)
        here = rest[joint].translation
        ends = [(rest[child].translation - here).length for child in children.get(joint, ())]
        bone.head, bone.tail = (0, 0, 0), (0, max([_SHORTEST, *ends]), 0)
        bone.matrix = rest[joint]
        parent = character.parents[joint]
        bone.parent = bones[parent] if parent >= 0 else None
        bones.append(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in thing.pose.bones:
        bone.rotation_mode = "QUATERNION"
    return thing


class Follower:
    """An armature that follows a character.

    Its bones may lie otherwise than the joints do: what counts is how far they are from rest.
    """

    def __init__(self, character, thing):
        self.character, self.thing = character, thing
        rest = world_matrices(character.parents, character.translations, character.rotations)
        world = thing.matrix_world
        self._bone_from_joint = [
            rest[joint].inverted() @ world @ thing.data.bones[name].matrix_local
            for joint, name in enumerate(character.joints)
        ]

    def follow(self, pose):
        """Poses the armature, without keyframes."""
        placed = world_matrices(self.character.parents, pose.translations, pose.rotations)
        back = self.thing.matrix_world.inverted()
        wanted = [back @ at @ bone for at, bone in zip(placed, self._bone_from_joint, strict=True)]
        index = {name: joint for joint, name in enumerate(self.character.joints)}
        for name, joint in index.items():
            bone = self.thing.pose.bones[name]
            rest = bone.bone.matrix_local
            parent = bone.parent
            if parent is None:
                bone.matrix_basis = rest.inverted() @ wanted[joint]
                continue
            above = wanted[index[parent.name]] if parent.name in index else parent.matrix
            local = parent.bone.matrix_local.inverted() @ rest
            bone.matrix_basis = local.inverted() @ above.inverted() @ wanted[joint]
