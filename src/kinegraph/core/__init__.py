"""The vocabulary that all of Kinegraph shares, and the mathematics of motion on it.

Data types are frozen and hold read-only arrays; everything else is functions over them, batched over leading
axes. Conventions (frames, units, orders) are on one page: docs/conventions.md.

Names are imported from their modules when they are first used, because Numba takes half a second to import
and `kinegraph --help` needs none of it; `__init__.pyi` tells type checkers where they are.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_PUBLIC = {
    "animation": ("QUATERNION", "Animation", "Channel", "KeyTag", "Property"),
    "bake": ("animation_from_clip", "bake"),
    "body": ("Body", "Cap", "Material", "Mesh", "Skin"),
    "character": ("Character", "ContactPoint", "Symmetry"),
    "clip": ("Clip", "local_translations"),
    "contacts": (
        "ContactLimits",
        "Contacts",
        "character_height",
        "detect_contacts",
        "joint_points",
        "standing_height",
    ),
    "curves.curve": ("Curve",),
    "curves.editing": ("with_key_at",),
    "errors": ("FormatError", "InvalidValue", "KinegraphError", "UnknownJoint", "UnknownName"),
    "math.euler": ("EULER_ORDERS", "euler_from_quat", "quat_from_euler", "unroll_euler"),
    "kinematics.forward": (
        "WorldTransforms",
        "end_positions",
        "forward_kinematics",
        "points_on_joints",
        "transform_matrices",
    ),
    "kinematics.inverse": ("AimGoal", "Goal", "IkSolution", "OrientationGoal", "PositionGoal", "solve_ik"),
    "marker_clip": ("MarkerClip", "MarkerEvent"),
    "mass": ("center_of_mass", "mass_shares"),
    "mirror": ("mirrored",),
    "pose": ("Pose",),
    "resample": ("resample", "retime", "sampled_at"),
    "rest_frames": ("unrotated_rest", "with_unrotated_rest"),
    "math.rotations": (
        "axis_angle_from_quat",
        "matrix_from_quat",
        "nearest_rotation",
        "quat_between",
        "quat_conjugate",
        "quat_from_axis_angle",
        "quat_from_matrix",
        "quat_multiply",
        "quat_normalize",
        "quat_rotate",
        "slerp",
        "unroll_quats",
    ),
    "scaling": ("scaled",),
    "scene": ("Scene",),
    "skeleton": ("Skeleton",),
    "kinematics.skinning": ("deform", "deform_normals"),
}
_HOMES = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = sorted(_HOMES)  # pyright: ignore[reportUnsupportedDunderAll]  # the stub lists them


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"{__name__} has no {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Surface(ModuleType):
    """Importing a submodule binds it to its package; a public function of the same name goes first."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and _HOMES.get(name) == name:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Surface
