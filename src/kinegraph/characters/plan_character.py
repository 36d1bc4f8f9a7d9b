"""From a body plan to a character: skeleton, bodies, clay skin, eyes, ornaments, contacts, symmetry."""

from collections.abc import Sequence

import numpy as np

from kinegraph.characters.body_plan import BodyPlan, Bone, Eye, other_side
from kinegraph.characters.clay.skin import clay_skin
from kinegraph.characters.shapes import CATCH_LIGHT_OUT, eyeball, half_shell, merged, moved
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body, Cap, Mesh, Skin
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.skeleton import Skeleton

EYELID_SUFFIX = "_lid"
LID_LOWERED = 1.75  # turn of an eyelid about x from open to shut [rad]
_LID_SIZE = 1.1  # of a lid's half-ball, as a share of its eye
_LID_AXIS = np.array([0.0, 0.55, -1.0])  # an open lid's half-ball bulges up and back, hidden in the head


def character_from_plan(plan: BodyPlan, *, skin: bool = True) -> Character:
    """The character that a plan describes. All joints rest unrotated, so left and right mirror exactly.

    skin: Whether it gets a skin, eyeballs and ornaments, which take far longer than joints and bodies.
    """
    skeleton = _skeleton(plan)
    heads = np.concatenate([[bone.head for bone in plan.bones], _eye_places(plan)])
    rigid = _rigid_meshes(plan) if skin else {}
    bodies = [_body(plan, bone, rigid.get(bone.name, ())) for bone in plan.bones]
    bodies += [_eye_body(eye, name, rigid.get(name, ())) for eye in plan.eyes for name in _joints_of(eye)]
    contacts = [
        ContactPoint(c.name, skeleton.index(c.bone), c.point - heads[skeleton.index(c.bone)])
        for c in plan.contacts
    ]
    skins = _skins(plan, heads) if skin else ()
    return Character(plan.name, skeleton, tuple(bodies), skins, tuple(contacts), _symmetry(skeleton))


def _rigid_meshes(plan: BodyPlan) -> dict[str, list[Mesh]]:
    """Ornaments and eyes by the joint that carries them, in rest-world coordinates."""
    meshes: dict[str, list[Mesh]] = {}
    for ornament in plan.ornaments:
        meshes.setdefault(ornament.bone, []).append(ornament.mesh)
    for eye in plan.eyes:
        ball = eyeball(eye.center, eye.radius, eye.gaze, eye.iris, eye.pupil, eye.white, eye.shine)
        meshes.setdefault(eye.name, []).append(ball)
        if eye.lid is not None:
            shell = half_shell(eye.center, _LID_SIZE * eye.radius, _LID_AXIS, eye.lid)
            meshes.setdefault(eye.name + EYELID_SUFFIX, []).append(shell)
    return meshes


def _joints_of(eye: Eye) -> list[str]:
    return [eye.name] if eye.lid is None else [eye.name, eye.name + EYELID_SUFFIX]


def _eye_joints(plan: BodyPlan) -> list[tuple[str, str, Floats]]:
    """(name, parent, place) of the joints that eyes add after the bones."""
    joints = []
    for eye in plan.eyes:
        joints += [(name, eye.bone, eye.center) for name in _joints_of(eye)]
    return joints


def _eye_places(plan: BodyPlan) -> Floats:
    return np.array([place for _, _, place in _eye_joints(plan)]).reshape(-1, 3)


def _skeleton(plan: BodyPlan) -> Skeleton:
    joints = [(bone.name, bone.parent, bone.head) for bone in plan.bones]
    joints += _eye_joints(plan)
    index = {name: i for i, (name, _, _) in enumerate(joints)}
    parents = [-1 if parent is None else index[parent] for _, parent, _ in joints]
    places = np.array([place for _, _, place in joints])
    offsets = places - places[parents]
    offsets[0] = places[0]
    carriers = {parent for _, parent, _ in joints[: len(plan.bones)]}
    ends = [
        (index[bone.name], (bone.tail - bone.head).tolist())
        for bone in plan.bones
        if bone.name not in carriers
    ]
    return Skeleton.from_offsets([name for name, _, _ in joints], parents, offsets, ends)


def _body(plan: BodyPlan, bone: Bone, meshes: Sequence[Mesh]) -> Body:
    local = tuple(moved(mesh, -bone.head) for mesh in merged(meshes)) if meshes else ()
    ends = [bone.head, bone.tail]
    if bone.radii is not None:
        for place, radius in ((bone.head, bone.radii[0]), (bone.tail, bone.radii[1])):
            reach = radius * np.asarray(bone.section)
            ends += [place - reach, place + reach]
    for blob in plan.blobs:
        if blob.bone == bone.name:
            ends += [blob.center - blob.radii, blob.center + blob.radii]
    for ornament in plan.ornaments:
        if ornament.bone == bone.name:
            ends += [ornament.mesh.vertices.min(axis=0), ornament.mesh.vertices.max(axis=0)]
    points = np.array(ends)
    box = np.stack([points.min(axis=0), points.max(axis=0)]) - bone.head
    radius = 0.1 * float((box[1] - box[0]).max()) if bone.radii is None else sum(bone.radii) / 2
    return Body(frozenset(bone.caps), box, radius, local)


def _eye_body(eye: Eye, name: str, meshes: Sequence[Mesh]) -> Body:
    local = tuple(moved(mesh, -eye.center) for mesh in meshes)
    caps = frozenset({Cap.EYE}) if name == eye.name else frozenset()
    size = max(1.0, CATCH_LIGHT_OUT + eye.shine) if name == eye.name else _LID_SIZE
    reach = np.full(3, size * eye.radius)
    return Body(caps, np.stack([-reach, reach]), eye.radius, local)


def _skins(plan: BodyPlan, heads: Floats) -> tuple[Skin, ...]:
    clay = clay_skin(plan)
    if clay is None:
        return ()
    joint_from_mesh = np.tile(np.eye(4), (len(heads), 1, 1))
    joint_from_mesh[:, :3, 3] = -heads
    return (Skin(clay.mesh, clay.joints, clay.weights, joint_from_mesh),)


def _symmetry(skeleton: Skeleton) -> Symmetry:
    mirror = [
        skeleton.index(other_side(name)) if other_side(name) in skeleton else i
        for i, name in enumerate(skeleton.names)
    ]
    sides = [name.startswith("left_") - name.startswith("right_") for name in skeleton.names]
    return Symmetry(np.array(mirror), np.array(sides, dtype=np.int64))
