"""The Skeleton of a USD file: UsdSkel joints with their rest transforms, in metres and Y up."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import FormatError
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.mapping.joint_names import unique_names
from kinegraph.formats.mapping.rigid_tree import (
    RigidTree,
    affine,
    rigid_tree,
    trs_from_matrix,
)
from kinegraph.formats.usd.splines import KEY

_MOST_JOINTS = 20_000
_AGREES = 1e-6  # how well our own exact numbers must fit the matrices beside them to be believed
_Y_UP_FROM_Z_UP = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])


@dataclass(frozen=True)
class UsdJoints:
    """A skeleton and where it came from.

    tokens_in_file: The joint tokens in the order of the file, which skin weights count by.
    joint_of_token: Joint index per joint token.
    joint_from_bind: (J, 4, 4) rigid joint from the skeleton's space at bind time, the scale that remains
    included.
    tree: How scaled local motion maps to the skeleton's.
    """

    skeleton: Skeleton
    tokens_in_file: tuple[str, ...]
    joint_of_token: dict[str, int]
    joint_from_bind: Floats
    tree: RigidTree
    scales: Floats
    notes: tuple[str, ...]


def usd_joints(prim: Any, stage: Any, source: str) -> UsdJoints:
    """Reads the UsdSkel Skeleton at `prim`."""
    from pxr import UsdSkel

    schema = UsdSkel.Skeleton(prim)
    in_file = _tokens(schema, source)
    above = _parents(in_file)
    order = _parents_first(above)
    rest, bind = (values[order] for values in _transforms(schema, above, order, source))
    place = {old: new for new, old in enumerate(order)}
    parents = [place.get(above[joint], -1) for joint in order]
    names = _names(schema, in_file)
    names, notes = [names[joint] for joint in order], []
    first = int(parents.count(-1) > 1)
    if first:  # several roots hang on one that the file does not have
        notes.append(f"The skeleton has {parents.count(-1)} roots; they were joined under one named 'root'.")
        names, parents = ["root", *names], [-1, *(parent + 1 for parent in parents)]
        rest, bind = (np.concatenate([np.eye(4)[None], values]) for values in (rest, bind))
    unique, renamed = unique_names(names)
    if renamed:
        notes.append(f"{renamed} joints had the name of another and were numbered.")
    translations, rotations, stretches = trs_from_matrix(rest)
    placement = world_from_file(stage) @ _world_from(prim)
    tree = rigid_tree(np.array(parents), translations, rotations, stretches, placement)
    return UsdJoints(
        _exact(prim, unique, np.array(parents, dtype=np.int64), tree),
        tuple(in_file),
        {in_file[joint]: place[joint] + first for joint in order},
        affine(tree.residuals) @ _inverse(bind, source),
        tree,
        np.diagonal(stretches, axis1=1, axis2=2),
        tuple(notes),
    )


def _tokens(schema: Any, source: str) -> list[str]:
    tokens = [str(token) for token in schema.GetJointsAttr().Get() or ()]
    if not 0 < len(tokens) <= _MOST_JOINTS:
        raise FormatError(source, f"the skeleton {schema.GetPath()} has {len(tokens)} joints.")
    if len(set(tokens)) < len(tokens):
        raise FormatError(source, f"the skeleton {schema.GetPath()} has a joint twice.")
    return tokens


def world_from_file(stage: Any) -> Floats:
    """(4, 4) metres and Y up from the file's unit and up axis."""
    from pxr import UsdGeom

    scale = float(UsdGeom.GetStageMetersPerUnit(stage))
    scale = scale if np.isfinite(scale) and 1e-9 < scale < 1e9 else 1.0
    upright = _Y_UP_FROM_Z_UP if UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.z else np.eye(4)
    return upright @ np.diag([scale, scale, scale, 1.0])


def matrices(values: Any) -> Floats:
    """(..., 4, 4) column-vector matrices of USD's row-vector ones."""
    return np.swapaxes(np.array(values, dtype=np.float64).reshape(-1, 4, 4), 1, 2)


def _world_from(prim: Any) -> Floats:
    """(4, 4) where a prim is at the stage's start, in file units."""
    from pxr import Usd, UsdGeom

    return matrices(UsdGeom.XformCache(Usd.TimeCode.EarliestTime()).GetLocalToWorldTransform(prim))[0]


def _parents(tokens: list[str]) -> list[int]:
    """The nearest joint above each in its path; -1 where there is none."""
    index = {token: i for i, token in enumerate(tokens)}
    parents = []
    for token in tokens:
        above = token.rpartition("/")[0]
        while above and above not in index:
            above = above.rpartition("/")[0]
        parents.append(index[above] if above else -1)
    return parents


def _parents_first(parents: list[int]) -> list[int]:
    if all(parent < joint for joint, parent in enumerate(parents)):
        return list(range(len(parents)))
    children: dict[int, list[int]] = {}
    for joint, parent in enumerate(parents):
        children.setdefault(parent, []).append(joint)
    order, stack = [], list(reversed(children.get(-1, [])))
    while stack:
        joint = stack.pop()
        order.append(joint)
        stack.extend(reversed(children.get(joint, [])))
    return order


def _transforms(schema: Any, parents: list[int], order: list[int], source: str) -> tuple[Floats, Floats]:
    """(J, 4, 4) local rest and skeleton-space bind transforms; a missing one follows from the other."""
    count = len(parents)
    rest, bind = (
        matrices(schema.GetRestTransformsAttr().Get() or ()),
        matrices(schema.GetBindTransformsAttr().Get() or ()),
    )
    for what, values in (("rest", rest), ("bind", bind)):
        if len(values) not in (0, count):
            raise FormatError(source, f"the skeleton has {len(values)} {what} transforms for {count} joints.")
        if not (np.abs(values) < 1e12).all():
            raise FormatError(source, f"a {what} transform of the skeleton is not of finite numbers.")
        if len(values) and np.abs(values[:, 3] - [0.0, 0.0, 0.0, 1.0]).max() > 1e-6:
            raise FormatError(source, f"a {what} transform of the skeleton is no affine matrix.")
    if not len(rest) and not len(bind):
        raise FormatError(source, "the skeleton has neither rest nor bind transforms.")
    if not len(rest):
        above = np.array([np.eye(4) if parent < 0 else bind[parent] for parent in parents])
        rest = _inverse(above, source) @ bind
    if not len(bind):
        bind = rest.copy()
        for joint in order:
            if parents[joint] >= 0:
                bind[joint] = bind[parents[joint]] @ rest[joint]
    return rest, bind


def _inverse(values: Floats, source: str) -> Floats:
    try:
        inverse = np.asarray(np.linalg.inv(values), dtype=np.float64)
    except np.linalg.LinAlgError as error:
        raise FormatError(source, "a bind transform of the skeleton cannot be inverted.") from error
    if not np.isfinite(inverse).all():
        raise FormatError(source, "a bind transform of the skeleton cannot be inverted.")
    return inverse


def _names(schema: Any, tokens: list[str]) -> list[str]:
    given = [str(name) for name in schema.GetJointNamesAttr().Get() or ()]
    if len(given) == len(tokens) and all(given):
        return given
    return [token.rpartition("/")[2] or token or "joint" for token in tokens]


def _exact(prim: Any, names: list[str], parents: Ints, tree: RigidTree) -> Skeleton:
    """The skeleton, with the very numbers that Kinegraph wrote beside the matrices where they still agree."""
    own = prim.GetCustomDataByKey(KEY) or {}
    offsets, rotations = tree.offsets, tree.rotations
    try:
        exact_offsets = np.array(own["offsets"], dtype=np.float64).reshape(-1, 3)
        exact_rotations = np.array(own["rotations"], dtype=np.float64).reshape(-1, 4)
        apart = np.abs(np.abs(np.sum(exact_rotations * rotations, axis=1)) - 1.0)
        if np.abs(exact_offsets - offsets).max() < _AGREES and apart.max() < _AGREES:
            offsets, rotations = exact_offsets, exact_rotations
    except (KeyError, ValueError, TypeError):
        pass  # not ours, or of another skeleton: the matrices are all there is
    end_joints, end_offsets = _ends(own, len(names))
    return Skeleton(tuple(names), parents, offsets, rotations, end_joints, end_offsets)


def _ends(own: dict[str, Any], count: int) -> tuple[Ints, Floats]:
    try:
        joints = np.array(own.get("endJoints", ()), dtype=np.int64)
        offsets = np.array(own.get("endOffsets", ()), dtype=np.float64).reshape(-1, 3)
    except (ValueError, TypeError):
        joints, offsets = np.empty(0, dtype=np.int64), np.empty((0, 3))
    fits = (
        joints.shape == (len(offsets),)
        and ((joints >= 0) & (joints < count)).all()
        and np.isfinite(offsets).all()
    )
    return (joints, offsets) if fits else (np.empty(0, dtype=np.int64), np.empty((0, 3)))
