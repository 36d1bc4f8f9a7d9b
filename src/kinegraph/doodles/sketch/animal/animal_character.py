"""Drawn animals: a four-legged drawing becomes a character that creatures' motion can move, with its own ink
as skin."""

from collections.abc import Mapping, Sequence

import numpy as np

from kinegraph.characters.color import linear_rgba
from kinegraph.core.arrays import Floats, read_only
from kinegraph.core.body import Body, Skin
from kinegraph.core.character import Character
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.ink.ribbons import FlatMesh, ribbon, sheet_of_paper
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.animal_body import (
    AnimalBody,
    across,
    animal_caps,
    animal_contacts,
    animal_proportions,
    animal_skeleton,
    animal_symmetry,
    measure_animal,
    sole_of,
    stand_points,
)
from kinegraph.doodles.sketch.animal.animal_plan import AnimalPlan, mirror_plan
from kinegraph.doodles.sketch.animal.parts import (
    FIRST_LEG,
    HEAD,
    TAIL,
    TRUNK,
    AnimalParts,
    find_parts,
    leg_shares,
    part_weights,
)
from kinegraph.doodles.sketch.drawn_body import face_right
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter
from kinegraph.doodles.sketch.drawn_skin import (
    DETAIL_LIFT,
    INK,
    INK_LIFT,
    INK_WIDTH,
    PAPER,
    SkinPiece,
    make_skins,
)
from kinegraph.doodles.sketch.front.silhouette import Silhouette
from kinegraph.doodles.sketch.link_shape import link_shape
from kinegraph.doodles.sketch.proportions import SIDES

_HALF_TURN = np.array([0.0, 1.0, 0.0, 0.0])  # about the vertical
_HEAD_LAYER = -0.004  # x of head and tail over the trunk, as a share of the height
_RADIUS = 0.02  # of a joint's capsule, likewise
_SOFT = 0.5  # length over which the neck bends, as a share of it


def animal_character(strokes: Sequence[Stroke], plan: AnimalPlan, name: str = "doodle") -> DrawnCharacter:
    """The character of an animal. strokes: All of the drawing."""
    facing = plan.facing
    if facing < 0:
        mirrored = [face_right(stroke, facing) for stroke in strokes]
        strokes, plan = mirrored, mirror_plan(plan, strokes, mirrored)
    body = measure_animal(plan)
    skeleton = animal_skeleton(body)
    skins = make_skins(_pieces(strokes, find_parts(plan), body, skeleton), skeleton)
    character = Character(
        name,
        skeleton,
        _bodies(body, skeleton, skins),
        skins,
        animal_contacts(body, skeleton),
        animal_symmetry(skeleton),
    )
    bones = {joint: index for index, joint in enumerate(skeleton.names)}
    pose = _drawn_pose(body, skeleton, facing)
    place = read_only(pose.root_translation * [0.0, 0.0, 1.0])
    return DrawnCharacter(character, animal_proportions(body), bones, pose, place, facing)


def _drawn_pose(body: AnimalBody, skeleton: Skeleton, facing: int) -> Pose:
    """The pose of the drawing: the animal stands as it was drawn, at its place on the sheet."""
    rest = Pose.rest(skeleton)
    rotations = np.array(rest.rotations)
    if facing < 0:
        rotations[0] = quat_multiply(_HALF_TURN, rotations[0])
    up = body.joints["hips"][1] + body.ground
    return Pose(skeleton, np.array([0.0, up, facing * body.origin]), rotations)


def _bodies(body: AnimalBody, skeleton: Skeleton, skins: Sequence[Skin]) -> tuple[Body, ...]:
    """The body of each joint: the box of the ink that follows this joint most."""
    owners = np.concatenate([skin.joints[:, 0] for skin in skins])
    places = np.concatenate([skin.mesh.vertices for skin in skins])
    binding = skins[0].joint_from_mesh
    bodies = []
    for joint, name in enumerate(skeleton.names):
        ink = places[owners == joint] + binding[joint, :3, 3]
        ink = ink if len(ink) else np.zeros((1, 3))
        if name.endswith("foot"):
            ink = np.concatenate([ink, sole_of(body, name.removesuffix("_foot"))[None]])
        box = np.stack([ink.min(axis=0), ink.max(axis=0)])
        bodies.append(Body(animal_caps(name), box, _RADIUS * body.height))
    return tuple(bodies)


def _pieces(
    strokes: Sequence[Stroke], parts: AnimalParts, body: AnimalBody, skeleton: Skeleton
) -> list[SkinPiece]:
    width = INK_WIDTH * body.height
    pieces: list[SkinPiece] = []
    sizes = {number: int(inside.sum()) for number, inside in parts.plan.silhouette.loops.items()}
    for number, stroke in enumerate(strokes):
        inner = is_inside(parts.plan.silhouette, stroke, number, sizes)
        if number in sizes and not inner:
            paper = sheet_of_paper(link_shape(stroke).outline)
            if paper is not None:
                pieces += _with_copies(stroke, paper, parts, body, skeleton, 0.0, paper=True)
        lift = (DETAIL_LIFT if inner else INK_LIFT) * body.height
        flat = ribbon(stroke, width)
        for way in (-1.0, 1.0):
            pieces += _with_copies(stroke, flat, parts, body, skeleton, way * lift, paper=False)
    return pieces


def is_inside(silhouette: Silhouette, stroke: Stroke, number: int, sizes: Mapping[int, int]) -> bool:
    """True if a stroke is inside of another one's outline: an eye, a spot.

    sizes: Cells of each outline, by the number of its stroke.
    """
    cells = silhouette.cells_of(stroke.points)
    return any(
        other != number
        and sizes.get(number, 0) < sizes[other]
        and silhouette.loops[other][cells[:, 0], cells[:, 1]].mean() > 0.9
        for other in sizes
    )


def _with_copies(
    stroke: Stroke,
    flat: FlatMesh,
    parts: AnimalParts,
    body: AnimalBody,
    skeleton: Skeleton,
    depth: float,
    *,
    paper: bool,
) -> list[SkinPiece]:
    """Ink or paper on the body, and again on far legs that are not drawn."""
    shares = part_weights(parts, stroke, flat.vertices)
    pieces = []
    for copy in (False, True):
        slots = list(body.slots)
        if copy:
            again = {number: slot for slot, number in body.copies.items()}
            on_copied = shares[:, FIRST_LEG:] @ [float(number in again) for number in range(len(slots))]
            kept = on_copied[flat.triangles].mean(axis=1) > 0.5
            if not kept.any():
                continue
            slots = [again.get(number, slot) for number, slot in enumerate(slots)]
            flat = FlatMesh(flat.vertices, flat.triangles[kept])
        weights, places = _bind(parts, body, skeleton, flat.vertices, shares, slots)
        layer = shares[:, [HEAD, TAIL]].sum(axis=1) * _HEAD_LAYER * body.height
        across_ = weights @ [across(body, joint) for joint in skeleton.names]
        at = np.column_stack([across_ + layer + depth, places[:, 1], places[:, 0] - body.origin])
        tone = SIDES[1] if copy else SIDES[0]
        pieces.append(
            SkinPiece(at, flat.triangles, weights, linear_rgba((PAPER if paper else INK)[tone]), paper)
        )
    return pieces


def _bind(
    parts: AnimalParts,
    body: AnimalBody,
    skeleton: Skeleton,
    points: Floats,
    shares: Floats,
    slots: Sequence[str],
) -> tuple[Floats, Floats]:
    """(P, J) weights of the joints and (P, 2) places at rest of points of the drawing."""
    weights = np.zeros((len(points), len(skeleton)))
    places = points - [0.0, body.ground]
    index = skeleton.index
    hips, chest = body.joints["hips"], body.joints["chest"]
    forward = _ramp((places[:, 0] - hips[0]) / (chest[0] - hips[0]), 0.3, 0.7)
    weights[:, index("hips")] = shares[:, TRUNK] * (1.0 - forward)
    weights[:, index("chest")] = shares[:, TRUNK] * forward
    _bind_chain(weights, shares[:, HEAD], places, body, skeleton, ("chest", "neck", "head"))
    if "tail" in body.joints:
        _bind_chain(weights, shares[:, TAIL], places, body, skeleton, ("hips", "tail", "tail_tip"))
    else:
        weights[:, index("hips")] += shares[:, TAIL]
    for number, slot in enumerate(slots):
        share = shares[:, FIRST_LEG + number]
        own = share > 0.0
        if not own.any():
            continue
        drawn = parts.plan.legs[number]
        links = leg_shares(drawn, points[own])
        for part, link in zip(("upper_leg", "lower_leg", "foot"), links.T, strict=True):
            weights[own, index(f"{slot}_{part}")] += share[own] * link
        stood = stand_points(drawn, points[own], body.ground)
        places[own] += share[own, None] * (stood - places[own])
    return weights, places


def _bind_chain(
    weights: Floats,
    shares: Floats,
    places: Floats,
    body: AnimalBody,
    skeleton: Skeleton,
    chain: tuple[str, str, str],
) -> None:
    """Shares a neck with its head, or a tail, between the joint before, its first and its second joint."""
    own = shares > 0.0
    first, second = body.joints[chain[1]], body.joints[chain[2]]
    way = second - first
    length = max(float(np.linalg.norm(way)), 1e-9)
    along = (places[own] - first) @ way / length
    begun = _ramp(along, -_SOFT * length, 0.3 * length)
    done = _ramp(along, (1.0 - _SOFT) * length, length + 0.1 * _SOFT * length)
    for joint, share in zip(chain, (1.0 - begun, begun * (1.0 - done), begun * done), strict=True):
        weights[own, skeleton.index(joint)] += shares[own] * share


def _ramp(values: Floats, low: float, high: float) -> Floats:
    return smoothstep(np.clip((values - low) / (high - low), 0.0, 1.0))
