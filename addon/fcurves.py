"""The F-curves with which an action moves an object, in Blender 4.2 to 5.x.

Until 4.3 an action holds its F-curves; from 4.4 on it has slots, with a bag of F-curves for each.
"""

import bpy

TURNS = {"rotation_quaternion": 4, "rotation_euler": 3}
PROPERTIES = {"location": 3, **TURNS}


def active_action(thing):
    """The action that moves an object; None without one."""
    return thing.animation_data.action if thing.animation_data else None


def slot_of(thing):
    """The slot of its action that moves an object; None in Blender before 4.4."""
    return getattr(thing.animation_data, "action_slot", None)


def curves_of(action, slot):
    """The F-curves of an action and slot."""
    if not hasattr(action, "slots"):
        return list(action.fcurves)
    bags = [strip.channelbag(slot) for layer in action.layers for strip in layer.strips] if slot else []
    return [curve for bag in bags if bag is not None for curve in bag.fcurves]


def new_curve(action, slot, path, index, group):
    """A further F-curve of an action and slot."""
    if not hasattr(action, "slots"):
        return action.fcurves.new(path, index=index, action_group=group)
    bag = action.layers[0].strips[0].channelbag(slot, ensure=True)
    curve = bag.fcurves.new(path, index=index)
    curve.group = bag.groups.get(group) or bag.groups.new(group)
    return curve


def assign(thing, action, identifier=None):
    """Makes an action what moves the object. identifier: Name of the slot, in Blender from 4.4 on."""
    data = thing.animation_data or thing.animation_data_create()
    data.action = action
    if identifier is not None:
        data.action_slot = action.slots[identifier]


def target_of(curve):
    """(bone, property) of an F-curve on a pose bone; (None, path) of any other."""
    head, _, prop = curve.data_path.rpartition(".")
    if head.startswith('pose.bones["') and head.endswith('"]'):
        return bpy.utils.unescape_identifier(head[len('pose.bones["') : -len('"]')]), prop
    return None, curve.data_path


def path_to(bone, prop):
    """The data path of a pose bone's property."""
    return f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{prop}'
