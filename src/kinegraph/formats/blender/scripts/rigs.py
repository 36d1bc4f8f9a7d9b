"""The things that carry the motion: the bones of an armature, or plain objects without one."""

import bpy
import numpy as np


def in_view(thing):
    """Makes sure that an object is evaluated: linked to this scene, not hidden."""
    top = bpy.context.scene.collection.objects
    if thing.name not in bpy.context.view_layer.objects and thing.name not in top:
        top.link(thing)
    thing.hide_viewport = False


def set_frame(frame):
    """Moves the scene to a frame that may lie between whole ones."""
    whole = int(np.floor(frame))
    bpy.context.scene.frame_set(whole, subframe=min(float(frame - whole), 0.999999))
    return bpy.context.evaluated_depsgraph_get()


def parents_first(names, parents):
    """Indices of a forest's nodes with every parent before its children, else in the order given."""
    children = {name: [] for name in names}
    roots = []
    for index, parent in enumerate(parents):
        (roots if parent is None else children[parent]).append(index)
    order, pending = [], roots[::-1]
    while pending:
        index = pending.pop()
        order.append(index)
        pending.extend(reversed(children[names[index]]))
    return order


class ArmatureRig:
    """The bones of one armature."""

    kind = "armature"

    def __init__(self, thing):
        self.thing = thing
        bones = list(thing.data.bones)
        order = parents_first([b.name for b in bones], [b.parent.name if b.parent else None for b in bones])
        self.names = [bones[index].name for index in order]
        place = {bone.name: number for number, bone in enumerate(thing.pose.bones)}
        self.places = np.array([place[name] for name in self.names])
        self.objects = [thing]

    def owns(self, thing):
        """True if an object is part of the rig."""
        return thing == self.thing

    def describe(self):
        """Names, parents and rest frames."""
        bones = [self.thing.data.bones[name] for name in self.names]
        index = {name: number for number, name in enumerate(self.names)}
        result = {
            "kind": self.kind,
            "name": self.thing.name,
            "joints": self.names,
            "parents": [index[bone.parent.name] if bone.parent else -1 for bone in bones],
            "lengths": [bone.length for bone in bones],
            "about": self.about(),
            "modes": {bone.name: bone.rotation_mode for bone in self.thing.pose.bones},
        }
        arrays = {"rest": np.array([bone.matrix_local for bone in bones]), "world": self.placement()}
        return result, arrays

    def about(self):
        """The notes of Kinegraph's writer; empty for files of other writers."""
        noted = self.thing.data.get("kinegraph") or self.thing.get("kinegraph")
        return noted if isinstance(noted, str) else ""

    def placement(self):
        """World from armature, as it stands without its own animation."""
        return np.array(self.thing.matrix_world)

    def matrices(self, frame):
        """(J, 4, 4) world from bone at a frame, as Blender evaluates it."""
        evaluated = self.thing.evaluated_get(set_frame(frame))
        flat = np.empty(16 * len(self.names), dtype=np.float32)
        evaluated.pose.bones.foreach_get("matrix", flat)  # column by column
        armature_from_bone = flat.reshape(-1, 4, 4).swapaxes(1, 2)[self.places]
        return np.array(evaluated.matrix_world) @ armature_from_bone.astype(np.float64)

    def rest(self):
        """Puts every bone to rest, for as long as no action moves it."""
        for bone in self.thing.pose.bones:
            bone.location, bone.scale = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
            bone.rotation_euler, bone.rotation_quaternion = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)


class ObjectsRig:
    """Objects as joints, for files in which nothing but objects moves."""

    kind = "objects"

    def __init__(self, things):
        order = parents_first([t.name for t in things], [t.parent.name if t.parent else None for t in things])
        self.objects = [things[index] for index in order]
        self.names = [thing.name for thing in self.objects]

    def owns(self, thing):
        """True if an object is one of the joints."""
        return thing in self.objects

    def describe(self):
        """Names, parents and the frames at the scene's start, which stand for rest."""
        index = {name: number for number, name in enumerate(self.names)}
        result = {
            "kind": self.kind,
            "name": bpy.context.scene.name,
            "joints": self.names,
            "parents": [index[thing.parent.name] if thing.parent else -1 for thing in self.objects],
            "lengths": [0.0] * len(self.names),
            "about": self.about(),
        }
        return result, {"rest": self.matrices(bpy.context.scene.frame_start), "world": np.eye(4)}

    def matrices(self, frame):
        """(J, 4, 4) world from object at a frame."""
        graph = set_frame(frame)
        return np.array([thing.evaluated_get(graph).matrix_world for thing in self.objects])

    def about(self):
        """Kinegraph writes armatures: there is nothing of it on objects."""
        return ""

    def rest(self):
        """Objects have no rest to return to."""
