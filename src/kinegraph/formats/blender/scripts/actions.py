"""One way to reach the F-curves of an action, whichever Blender this is.

Until 4.3 an action holds its F-curves; from 4.4 it holds layers of strips, with a bag of F-curves per slot,
and a slot per animated thing; 5.0 took the old way out.
"""

import bpy


def new_action(name, target, group_names):
    """An empty action that moves the object `target`; returns it and a function that adds an F-curve to it.

    The function takes the data path, the array index and one of `group_names`.
    """
    action = bpy.data.actions.new(name)
    action.use_fake_user = True  # otherwise Blender drops unused actions when the file is saved
    if not hasattr(action, "slots"):
        return action, lambda path, index, group: action.fcurves.new(path, index=index, action_group=group)
    slot = action.slots.new(id_type="OBJECT", name=target.name)
    strip = action.layers.new("Layer").strips.new(type="KEYFRAME")
    bag = strip.channelbag(slot, ensure=True)
    groups = {name: bag.groups.new(name) for name in group_names}

    def add(path, index, group):
        curve = bag.fcurves.new(path, index=index)
        curve.group = groups[group]
        return curve

    return action, add


def assign(target, action):
    """Makes `action` (or None) what moves the object, alone: no NLA strip has a say."""
    data = target.animation_data or target.animation_data_create()
    data.use_nla = False
    data.action = action
    if action is not None and hasattr(data, "action_slot"):
        slot = slot_for(action, target)
        if slot is not None:
            data.action_slot = slot


def slot_for(action, target):
    """The slot of a layered action that moves `target`: its own by name, else the first one that may."""
    slots = [slot for slot in action.slots if slot.target_id_type in ("OBJECT", "UNSPECIFIED")]
    own = [slot for slot in slots if slot.identifier == "OB" + target.name]
    return (own or slots or [None])[0]


def curves_for(action, target):
    """The F-curves with which `action` moves `target`."""
    if not hasattr(action, "slots"):
        return list(action.fcurves)
    slot = slot_for(action, target)
    if slot is None:
        return []
    bags = [strip.channelbag(slot) for layer in action.layers for strip in layer.strips]
    return [curve for bag in bags if bag is not None for curve in bag.fcurves]
