"""An armature's motion as Kinegraph needs it: a rest skeleton in metres with Y up, and channels per frame."""

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Euler, Matrix, Quaternion

from .fcurves import PROPERTIES, active_action, curves_of, slot_of, target_of

# Y up from Z up: what Blender calls up is y in Kinegraph, and its back (+Y) is -z.
Y_FROM_Z = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))
_STILL = 1e-6  # how far an object's matrix may change while it stands still


@dataclass
class Sampled:
    """A rig's motion over a range of frames.

    joints: Per joint (name, parent, offset [m], rest quaternion xyzw); the first may stand for the object.
    ends: (joint, offset [m]) of each tail at which no bone starts.
    bones: Name of each joint's bone; None for a joint that stands for the object.
    channels: {(joint, property, index): values}, lengths in metres.
    modes: Blender's rotation mode of each joint; axis and angle are sampled as quaternions.
    scale: Metres per unit of the armature.
    first, last: The frames.
    world: (F, B, 2, 3) head and tail of every bone as Blender shows them, in its own axes [m].
    notes: Sentences about what the keys will not hold.
    """

    joints: list
    ends: list
    bones: list
    channels: dict
    modes: list
    scale: float
    first: int
    last: int
    world: np.ndarray
    notes: list


def frame_span(thing, scene, use_range):
    """First and last frame to key: of the scene's range or preview range, else of the action."""
    if use_range:
        if scene.use_preview_range:
            return scene.frame_preview_start, scene.frame_preview_end
        return scene.frame_start, scene.frame_end
    curves = curves_of(active_action(thing), slot_of(thing))
    ends = [edge for curve in curves if len(curve.keyframe_points) for edge in curve.range()]
    return int(np.ceil(min(ends) - 1e-3)), int(np.floor(max(ends) + 1e-3))


def keyed_bones(thing):
    """Names of the bones that the active action moves or turns."""
    curves = curves_of(active_action(thing), slot_of(thing))
    targets = [target_of(curve) for curve in curves]
    return {bone for bone, prop in targets if bone and bone in thing.pose.bones and prop in PROPERTIES}


def sample(thing, scene, first, last, visual):
    """Samples every frame from `first` to `last`, and goes back to the frame that was shown.

    visual: Whether to sample where constraints and drivers put bones, and not the channels of the bones.
    """
    order = _parents_first(thing)
    shown = scene.frame_current, scene.frame_subframe
    placements, poses, world, raw = [], [], [], {bone.name: [] for bone in order}
    try:
        for frame in range(first, last + 1):
            scene.frame_set(frame)
            posed = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
            bones = [posed.pose.bones[bone.name] for bone in order]
            placements.append(Y_FROM_Z @ posed.matrix_world)
            world.append([[posed.matrix_world @ b.head, posed.matrix_world @ b.tail] for b in bones])
            poses.append([_basis(b) if visual else b.matrix_basis.copy() for b in bones])
            for bone in bones:
                raw[bone.name].append(tuple(bone.rotation_euler))
    finally:
        scene.frame_set(shown[0], subframe=shown[1])
    placement, moving = placements[0], _moves(placements)
    scale = abs(placement.to_3x3().determinant()) ** (1.0 / 3.0) or 1.0
    joints, ends, bones, channels, modes = [], [], [], {}, []
    index = {}
    roots = [bone for bone in order if bone.parent is None]
    above = moving or len(roots) > 1
    if above:
        joints.append((_free_name(thing), -1, *_place(placement)))
        bones.append(None)
        modes.append("QUATERNION")
        if moving:
            _add_object_channels(channels, placements)
    for number, bone in enumerate(order):
        joint = index[bone.name] = len(joints)
        local = bone.bone.matrix_local
        if bone.parent is not None:
            parent, frame = index[bone.parent.name], bone.parent.bone.matrix_local.inverted() @ local
        else:
            parent, frame = (0, local) if above else (-1, placement @ local)
        unit = 1.0 if parent < 0 else scale
        joints.append((bone.name, parent, *_place(frame, unit)))
        bones.append(bone.name)
        if not bone.children:
            ends.append((joint, (0.0, scale * bone.bone.length, 0.0)))
        mode = bone.rotation_mode if bone.rotation_mode != "AXIS_ANGLE" else "QUATERNION"
        modes.append(mode)
        euler = raw[bone.name] if not visual and bone.rotation_mode == mode != "QUATERNION" else None
        matrices = [pose[number] for pose in poses]
        connected = bone.bone.use_connect and bone.parent is not None
        _add_bone_channels(channels, joint, mode, matrices, euler, 0.0 if connected and not visual else scale)
    notes = _notes(thing, order, visual)
    return Sampled(joints, ends, bones, channels, modes, scale, first, last, np.array(world), notes)


def heads_and_tails(thing, scene, first, last):
    """(F, B, 2, 3) head and tail of every bone at every frame as Blender shows them [m]."""
    order = [bone.name for bone in _parents_first(thing)]
    shown, world = (scene.frame_current, scene.frame_subframe), []
    for frame in range(first, last + 1):
        scene.frame_set(frame)
        posed = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
        bones = [posed.pose.bones[name] for name in order]
        world.append([[posed.matrix_world @ bone.head, posed.matrix_world @ bone.tail] for bone in bones])
    scene.frame_set(shown[0], subframe=shown[1])
    return np.array(world)


def _parents_first(thing):
    order, waiting = [], [bone for bone in thing.pose.bones if bone.parent is None]
    while waiting:
        bone = waiting.pop(0)
        order.append(bone)
        waiting[:0] = list(bone.children)
    return order


def _basis(bone):
    """The channels that put a bone where it is shown, as a matrix, for a bone without constraints."""
    rest = bone.bone.matrix_local
    if bone.parent is None:
        return rest.inverted() @ bone.matrix
    above = bone.parent.bone.matrix_local.inverted() @ rest
    return (bone.parent.matrix @ above).inverted() @ bone.matrix


def _moves(placements):
    flat = np.array([list(map(list, matrix)) for matrix in placements])
    return bool(np.abs(flat - flat[0]).max() > _STILL)


def _place(matrix, unit=1.0):
    """Offset [m] and quaternion xyzw of a rest frame."""
    turn = matrix.to_quaternion().normalized()
    return tuple(unit * value for value in matrix.to_translation()), (turn.x, turn.y, turn.z, turn.w)


def _free_name(thing):
    name = thing.name
    while name in thing.pose.bones:
        name += " object"
    return name


def _add_object_channels(channels, placements):
    rest = placements[0].to_quaternion().normalized()
    back = rest.inverted()
    start = placements[0].to_translation()
    turns = _continuous([back @ matrix.to_quaternion().normalized() for matrix in placements])
    places = np.array([back @ (matrix.to_translation() - start) for matrix in placements])
    for axis in range(3):
        channels[0, "location", axis] = places[:, axis]
    for axis in range(4):
        channels[0, "rotation_quaternion", axis] = turns[:, axis]


def _add_bone_channels(channels, joint, mode, matrices, eulers, scale):
    """eulers: The bone's own angles, where these and not matrices are its channels."""
    places = np.array([matrix.to_translation() for matrix in matrices]) * scale
    for axis in range(3):
        channels[joint, "location", axis] = places[:, axis]
    quaternions = [matrix.to_quaternion().normalized() for matrix in matrices]
    if mode == "QUATERNION":
        turns, prop = _continuous(quaternions), "rotation_quaternion"
    else:
        if eulers is None:
            eulers, last = [], Euler((0.0, 0.0, 0.0), mode)
            for turn in quaternions:
                last = turn.to_euler(mode, last)
                eulers.append(tuple(last))
        turns, prop = np.array(eulers), "rotation_euler"
    for axis in range(turns.shape[1]):
        channels[joint, prop, axis] = turns[:, axis]


def _continuous(quaternions):
    """(F, 4) wxyz without changes of sign."""
    turns = np.array([list(Quaternion(turn)) for turn in quaternions])
    for frame in range(1, len(turns)):
        if np.dot(turns[frame], turns[frame - 1]) < 0.0:
            turns[frame] *= -1.0
    return turns


def _notes(thing, order, visual):
    notes = []
    held = [b.name for b in order if any(not c.mute and c.influence > 0.0 for c in b.constraints)]
    if held:
        bones = f"{held[0]!r}" if len(held) == 1 else f"{len(held)} bones"
        act = "Mute them to see the keys alone." if visual else "They act on the keys as on the original."
        notes.append(f"Constraints hold {bones}. {act}")
    curves = curves_of(active_action(thing), slot_of(thing))
    if any(target_of(curve)[1] == "scale" for curve in curves):
        notes.append("Keys of scale stay as they are.")
    if any(bone.rotation_mode == "AXIS_ANGLE" for bone in order):
        notes.append("Bones that turn by axis and angle keep their own keys.")
    return notes
