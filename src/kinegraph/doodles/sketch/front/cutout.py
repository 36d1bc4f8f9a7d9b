"""Cut-outs: a body seen from the front becomes a character whose arms and legs hang beside it on the sheet.

It has the joints of every doodle. Shoulders and hips are apart along the sheet (z), not across it (x):
this is how the performing knows a front view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.color import linear_rgba
from kinegraph.core.arrays import Floats, read_only
from kinegraph.core.body import Body
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.ink.ribbons import FlatMesh, ribbon, sheet_of_paper
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter, ink_bodies
from kinegraph.doodles.sketch.drawn_skin import (
    DETAIL_LIFT,
    INK,
    INK_LIFT,
    INK_WIDTH,
    PAPER,
    SkinPiece,
    make_skins,
    rest_places,
)
from kinegraph.doodles.sketch.front.cutout_parts import LINKS, CutoutParts, find_parts, stroke_weights
from kinegraph.doodles.sketch.front.front_plan import FrontPlan
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.link_shape import link_shape
from kinegraph.doodles.sketch.proportions import (
    SIDES,
    UPPER_BACK,
    WAIST,
    Proportions,
    doodle_symmetry,
)

_LEAST = 0.015  # least length of a bone, as a share of the height
_LEAST_APART = 0.004  # least distance of a hip from the middle, likewise: a front view has hips apart
_LAYERS = {
    "arm": -0.008,
    "head": -0.004,
    "torso": 0.0,
    "leg": 0.004,
    "foot": 0.003,
}  # x, as shares of the height
_BEND = 0.15  # half of the length over which two joints share the torso, as a share of the torso


@dataclass(frozen=True, eq=False)
class CutoutBody:
    """A front view, measured.

    maps: (L, 2, 3) drawn-from-rest of each of LINKS; angles: of each, from rest to drawing, x to y [rad].
    shoulders, hips: (2,) distance of each side from the middle, negative at the left of the sheet [m].
    hip: (2,) the middle of the hips in the drawing [m].
    """

    proportions: Proportions
    maps: Floats
    angles: Mapping[str, float]
    shoulders: Floats
    hips: Floats
    hip: Floats


def front_character(strokes: Sequence[Stroke], plan: FrontPlan, name: str = "doodle") -> DrawnCharacter:
    """The character of a front view. strokes: All of the drawing."""
    parts = find_parts(plan)
    body = measure_cutout(plan)
    skeleton = cutout_skeleton(body)
    skins = make_skins(_pieces(strokes, parts, body, skeleton), skeleton)
    bodies = _with_legs(ink_bodies(body.proportions, skeleton, skins), body, skeleton)
    character = Character(name, skeleton, bodies, skins, _soles(body, skeleton), doodle_symmetry(skeleton))
    bones = {joint: index for index, joint in enumerate(skeleton.names)}
    pose = _drawn_pose(body, skeleton)
    place = read_only(pose.root_translation * [0.0, 0.0, 1.0])
    return DrawnCharacter(character, body.proportions, bones, pose, place, 1)


def measure_cutout(plan: FrontPlan) -> CutoutBody:
    """The measures of a front view; arms are as long as their mean, and so are legs."""
    arms, legs = plan.arms, plan.legs
    hip = 0.5 * (legs[0].way[0] + legs[1].way[0])
    neck, top = _trunk_ends(plan, hip)
    height = float(
        np.mean([leg.length for leg in legs]) + np.linalg.norm(neck - hip) + np.linalg.norm(top - neck)
    )
    least = _LEAST * height
    torso = max(float(np.linalg.norm(neck - hip)), 2.0 * least)
    head = max(float(np.linalg.norm(top - neck)), 2.0 * least)
    up = _unit(neck - hip)
    angles = {"torso": _angle_from((0.0, 1.0), up), "head": _angle_from((0.0, 1.0), top - neck)}
    across = np.array([up[1], -up[0]])
    shares = np.array([(arm.way[0] - hip) @ up for arm in arms])
    shoulder = float(np.clip(shares.mean(), 0.15 * torso, 1.15 * torso))
    shoulders = np.array([(arm.way[0] - hip) @ across for arm in arms])
    hips = np.array([(leg.way[0] - hip) @ across for leg in legs])
    hips = np.array([min(hips[0], -_LEAST_APART * height), max(hips[1], _LEAST_APART * height)])
    upper_arm, lower_arm = _mean_lengths(arms, least)
    upper_leg, lower_leg = _mean_lengths(legs, least)
    drops = [leg.way[leg.ankle, 1] - leg.way[leg.ankle :, 1].min() for leg in legs]
    ankle = max(least, float(np.mean(drops)))
    reach = max(float(np.ptp(leg.way[leg.ankle :, 0])) for leg in legs)
    width = _half_width(plan)
    p = Proportions(
        upper_leg=upper_leg, lower_leg=lower_leg, ankle=ankle, heel=0.03 * height,
        toe=max(0.06 * height, 0.5 * reach), torso=torso, shoulder=shoulder, head=head,
        upper_arm=upper_arm, lower_arm=lower_arm, hip_width=0.02 * height, shoulder_width=0.06 * height,
        head_radius=plan.radius, torso_radius=max(width, least), arm_radius=least, leg_radius=least,
    )  # fmt: skip
    maps = {
        "torso": _map(hip, (0.0, p.hip_height), angles["torso"], 1.0),
        "head": _map(neck, (0.0, p.hip_height + torso), angles["head"], 1.0),
    }
    for k, side in enumerate(SIDES):
        _add_limb(maps, angles, f"{side}_upper_arm", f"{side}_lower_arm", arms[k], (upper_arm, lower_arm),
                  (shoulders[k], p.hip_height + shoulder))  # fmt: skip
        _add_limb(maps, angles, f"{side}_upper_leg", f"{side}_lower_leg", legs[k], (upper_leg, lower_leg),
                  (hips[k], p.hip_height))  # fmt: skip
        leg = legs[k]
        angles[f"{side}_foot"] = 0.0
        maps[f"{side}_foot"] = _map(leg.way[leg.ankle], (hips[k], ankle), 0.0, 1.0)
    return CutoutBody(p, np.array([maps[link] for link in LINKS]), angles, shoulders, hips, hip)


def _trunk_ends(plan: FrontPlan, hip: Floats) -> tuple[Floats, Floats]:
    """The neck and the top of the head. A tadpole's neck is a little above the middle of its head."""
    up = _unit(plan.centre - hip)
    top = plan.centre + plan.radius * up
    if plan.tadpole:
        return plan.centre + 0.2 * plan.radius * up, top
    return plan.centre - min(plan.radius, 0.9 * float(np.linalg.norm(plan.centre - hip))) * up, top


def _half_width(plan: FrontPlan) -> float:
    """Half of the body's width between hips and head [m]."""
    low = plan.silhouette.cells_of(np.array([leg.way[0] for leg in plan.legs]))[:, 0].min()
    rows, columns = np.nonzero(plan.silhouette.mask & ~plan.head)
    deep = plan.silhouette.depth[rows, columns][rows >= low]
    width = float(deep.max()) * plan.silhouette.cell if len(deep) else 0.0
    return max(width, plan.radius) if plan.tadpole else width


def _mean_lengths(limbs: Sequence[Limb], least: float) -> tuple[float, float]:
    """Lengths of the upper and the lower links, straight from joint to joint [m]."""
    upper = np.mean([np.linalg.norm(limb.way[limb.bend] - limb.way[0]) for limb in limbs])
    lower = np.mean([np.linalg.norm(limb.way[limb.ankle] - limb.way[limb.bend]) for limb in limbs])
    return max(float(upper), least), max(float(lower), least)


def _add_limb(
    maps: dict[str, Floats],
    angles: dict[str, float],
    upper: str,
    lower: str,
    limb: Limb,
    lengths: tuple[float, float],
    rest: tuple[float, float],
) -> None:
    start, middle, end = limb.way[0], limb.way[limb.bend], limb.way[limb.ankle]
    below = (rest[0], rest[1] - lengths[0])
    for link, one, other, length, place in (
        (upper, start, middle, lengths[0], rest), (lower, middle, end, lengths[1], below)
    ):  # fmt: skip
        angles[link] = _angle_from((0.0, -1.0), other - one)
        maps[link] = _map(one, place, angles[link], float(np.linalg.norm(other - one)) / length)


def _map(drawn: Floats, rest: tuple[float, float], angle: float, stretch: float) -> Floats:
    """(2, 3) drawn-from-rest of a link that is turned, and stretched along its bone."""
    cos, sin = np.cos(angle), np.sin(angle)
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.diag([1.0, float(np.clip(stretch, 0.4, 2.5))])
    return np.column_stack([linear, drawn - linear @ np.array(rest)])


def _unit(way: Floats) -> Floats:
    length = float(np.linalg.norm(way))
    return way / length if length > 1e-9 else np.array([0.0, 1.0])


def _angle_from(rest: tuple[float, float], bone: Floats) -> float:
    cross = rest[0] * bone[1] - rest[1] * bone[0]
    return float(np.arctan2(cross, np.dot(bone, rest))) if np.linalg.norm(bone) > 1e-9 else 0.0


def cutout_skeleton(body: CutoutBody) -> Skeleton:
    """The joints of every doodle, with shoulders and hips apart along z."""
    p = body.proportions
    waist, back = WAIST * p.torso, UPPER_BACK * p.torso
    joints: list[tuple[str, str | None, tuple[float, float, float]]] = [
        ("hips", None, (0.0, p.hip_height, 0.0)),
        ("waist", "hips", (0.0, waist, 0.0)),
        ("upper_back", "waist", (0.0, back - waist, 0.0)),
        ("head", "upper_back", (0.0, p.torso - back, 0.0)),
    ]
    ends = {"head": (0.0, p.head, 0.0)}
    low = 0.75 * p.ankle
    for k, side in enumerate(SIDES):
        arm, leg, foot = f"{side}_upper_arm", f"{side}_upper_leg", f"{side}_foot"
        joints += [
            (arm, "upper_back", (0.0, p.shoulder - back, float(body.shoulders[k]))),
            (f"{side}_lower_arm", arm, (0.0, -p.upper_arm, 0.0)),
            (leg, "hips", (0.0, 0.0, float(body.hips[k]))),
            (f"{side}_lower_leg", leg, (0.0, -p.upper_leg, 0.0)),
            (foot, f"{side}_lower_leg", (0.0, -p.lower_leg, 0.0)),
            (f"{side}_ball", foot, (0.0, -low, 0.0)),
        ]
        ends[f"{side}_lower_arm"] = (0.0, -p.lower_arm, 0.0)
        ends[f"{side}_ball"] = (0.0, low - p.ankle, 0.0)
    index = {name: i for i, (name, _, _) in enumerate(joints)}
    return Skeleton.from_offsets(
        list(index),
        [-1 if parent is None else index[parent] for _, parent, _ in joints],
        [offset for _, _, offset in joints],
        [(index[name], offset) for name, offset in ends.items()],
    )


def _soles(body: CutoutBody, skeleton: Skeleton) -> tuple[ContactPoint, ...]:
    low = -body.proportions.ankle
    return tuple(
        ContactPoint(f"{side} sole", skeleton.index(f"{side}_foot"), np.array([0.0, low, 0.0]))
        for side in SIDES
    )


def _with_legs(bodies: Sequence[Body], body: CutoutBody, skeleton: Skeleton) -> tuple[Body, ...]:
    """The bodies of the joints; those of feet reach to the ground even where no foot is drawn."""
    from dataclasses import replace

    result = list(bodies)
    for side in SIDES:
        joint = skeleton.index(f"{side}_foot")
        box = result[joint].box.copy()
        box[0, 1] = -body.proportions.ankle
        result[joint] = replace(
            result[joint], box=np.stack([np.minimum(box[0], 0.0), np.maximum(box[1], 0.0)])
        )
    return tuple(result)


def _pieces(
    strokes: Sequence[Stroke], parts: CutoutParts, body: CutoutBody, skeleton: Skeleton
) -> list[SkinPiece]:
    height = body.proportions.height
    width = INK_WIDTH * height
    pieces: list[SkinPiece] = []
    loops = parts.plan.silhouette.loops
    inner = _inner_strokes(parts, strokes)
    for number, stroke in enumerate(strokes):
        if number in loops and number not in inner:
            paper = sheet_of_paper(link_shape(stroke).outline)
            if paper is not None:
                pieces.append(_piece(stroke, paper, parts, body, skeleton, 0.0, paper=True))
        lift = (DETAIL_LIFT if number in inner else INK_LIFT) * height
        flat = ribbon(stroke, width)
        pieces += [_piece(stroke, flat, parts, body, skeleton, way * lift) for way in (-1.0, 1.0)]
    return pieces


def _inner_strokes(parts: CutoutParts, strokes: Sequence[Stroke]) -> set[int]:
    """Strokes inside of another stroke's outline: eyes, buttons."""
    silhouette = parts.plan.silhouette
    inner = set()
    for number, stroke in enumerate(strokes):
        cells = silhouette.cells_of(stroke.points)
        for other, inside in silhouette.loops.items():
            own = silhouette.loops.get(number)
            smaller = own is None or own.sum() < inside.sum()
            if other != number and smaller and inside[cells[:, 0], cells[:, 1]].mean() > 0.9:
                inner.add(number)
    return inner


def _piece(
    stroke: Stroke,
    flat: FlatMesh,
    parts: CutoutParts,
    body: CutoutBody,
    skeleton: Skeleton,
    depth: float,
    *,
    paper: bool = False,
) -> SkinPiece:
    shares = stroke_weights(parts, stroke, flat.vertices)
    rest = rest_places(body.maps, flat.vertices, shares)
    height = body.proportions.height
    layers = np.array([_layer(link) for link in LINKS]) * height
    places = np.column_stack([shares @ layers + depth, np.maximum(rest[:, 1], 0.0), rest[:, 0]])
    color = linear_rgba((PAPER if paper else INK)["right"])
    return SkinPiece(places, flat.triangles, _joint_weights(body, skeleton, rest, shares), color, paper)


def _layer(link: str) -> float:
    return next(depth for part, depth in _LAYERS.items() if link.endswith(part))


def _joint_weights(body: CutoutBody, skeleton: Skeleton, rest: Floats, shares: Floats) -> Floats:
    """(V, J) weights of the joints; the torso bends at the waist and the back."""
    from kinegraph.core.math.easing import smoothstep

    weights = np.zeros((len(rest), len(skeleton)))
    p = body.proportions
    along = (rest[:, 1] - p.hip_height) / p.torso
    waist = smoothstep((along - WAIST + _BEND) / (2.0 * _BEND))
    back = smoothstep((along - UPPER_BACK + _BEND) / (2.0 * _BEND))
    for k, link in enumerate(LINKS):
        if link == "torso":
            weights[:, skeleton.index("hips")] += shares[:, k] * (1.0 - waist)
            weights[:, skeleton.index("waist")] += shares[:, k] * waist * (1.0 - back)
            weights[:, skeleton.index("upper_back")] += shares[:, k] * waist * back
        else:
            weights[:, skeleton.index(link)] += shares[:, k]
    return weights


def _drawn_pose(body: CutoutBody, skeleton: Skeleton) -> Pose:
    """The pose with every limb in its drawn direction."""
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (len(skeleton), 1))
    same = {"hips": "torso", "waist": "torso", "upper_back": "torso"}
    named = [same.get(name, name.replace("ball", "foot")) for name in skeleton.names]
    angles = np.array([body.angles[link] for link in named])
    for joint, parent in enumerate(skeleton.parents.tolist()):
        turn = angles[joint] - (angles[parent] if parent >= 0 else 0.0)
        rotations[joint] = quat_from_axis_angle(np.array([-turn, 0.0, 0.0]))
    return Pose(skeleton, np.array([0.0, body.hip[1], body.hip[0]]), rotations)
