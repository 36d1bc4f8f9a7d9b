"""The types of the public names, which `__init__.py` imports when they are first used."""

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.bake import animation_from_clip, bake
from kinegraph.core.body import Body, Cap, Material, Mesh, Skin
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.contacts import (
    ContactLimits,
    Contacts,
    character_height,
    detect_contacts,
    joint_points,
    standing_height,
)
from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.editing import with_key_at
from kinegraph.core.errors import FormatError, InvalidValue, KinegraphError, UnknownJoint, UnknownName
from kinegraph.core.kinematics.forward import (
    WorldTransforms,
    end_positions,
    forward_kinematics,
    points_on_joints,
    transform_matrices,
)
from kinegraph.core.kinematics.inverse import (
    AimGoal,
    Goal,
    IkSolution,
    OrientationGoal,
    PositionGoal,
    solve_ik,
)
from kinegraph.core.kinematics.skinning import deform, deform_normals
from kinegraph.core.marker_clip import MarkerClip, MarkerEvent
from kinegraph.core.mass import center_of_mass, mass_shares
from kinegraph.core.math.euler import EULER_ORDERS, euler_from_quat, quat_from_euler, unroll_euler
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    matrix_from_quat,
    nearest_rotation,
    quat_between,
    quat_conjugate,
    quat_from_axis_angle,
    quat_from_matrix,
    quat_multiply,
    quat_normalize,
    quat_rotate,
    slerp,
    unroll_quats,
)
from kinegraph.core.mirror import mirrored
from kinegraph.core.pose import Pose
from kinegraph.core.resample import resample, retime, sampled_at
from kinegraph.core.rest_frames import unrotated_rest, with_unrotated_rest
from kinegraph.core.scaling import scaled
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton

__all__ = [
    "EULER_ORDERS",
    "QUATERNION",
    "AimGoal",
    "Animation",
    "Body",
    "Cap",
    "Channel",
    "Character",
    "Clip",
    "ContactLimits",
    "ContactPoint",
    "Contacts",
    "Curve",
    "FormatError",
    "Goal",
    "IkSolution",
    "InvalidValue",
    "KeyTag",
    "KinegraphError",
    "MarkerClip",
    "MarkerEvent",
    "Material",
    "Mesh",
    "OrientationGoal",
    "Pose",
    "PositionGoal",
    "Property",
    "Scene",
    "Skeleton",
    "Skin",
    "Symmetry",
    "UnknownJoint",
    "UnknownName",
    "WorldTransforms",
    "animation_from_clip",
    "axis_angle_from_quat",
    "bake",
    "center_of_mass",
    "character_height",
    "deform",
    "deform_normals",
    "detect_contacts",
    "end_positions",
    "euler_from_quat",
    "forward_kinematics",
    "joint_points",
    "local_translations",
    "mass_shares",
    "matrix_from_quat",
    "mirrored",
    "nearest_rotation",
    "points_on_joints",
    "quat_between",
    "quat_conjugate",
    "quat_from_axis_angle",
    "quat_from_euler",
    "quat_from_matrix",
    "quat_multiply",
    "quat_normalize",
    "quat_rotate",
    "resample",
    "retime",
    "sampled_at",
    "scaled",
    "slerp",
    "solve_ik",
    "standing_height",
    "transform_matrices",
    "unroll_euler",
    "unroll_quats",
    "unrotated_rest",
    "with_key_at",
    "with_unrotated_rest",
]
