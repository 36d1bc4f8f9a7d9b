"""The skin of a drawn character: its strokes as ribbons, bound to the bones, in three layers of depth.

The drawing shows the near side; the far arm and leg are lighter copies. Ink is on both faces of the
paper, so that the character can turn around.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.color import linear_rgba
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Material, Mesh, Skin
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.ink.ribbons import FlatMesh, ribbon, sheet_of_paper
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.annotations import link_weights
from kinegraph.doodles.sketch.drawn_body import DrawnBody
from kinegraph.doodles.sketch.proportions import SIDES, UPPER_BACK, WAIST

INK = {"right": "#2c2b35", "middle": "#2c2b35", "left": "#63626c"}
PAPER = {"right": "#fdfaf3", "middle": "#fbf7ee", "left": "#f1ece0"}
INK_WIDTH = 0.012  # as a share of the height
INK_LIFT, DETAIL_LIFT = 0.0012, 0.0024  # of ink and of annotations over the paper, likewise
_PAPER_MATERIAL = Material(roughness=1.0, double_sided=True, name="paper")
_INK_MATERIAL = Material(roughness=0.95, double_sided=True, name="ink")
_BEND = 0.15  # half of the length over which two joints share the torso, as a share of the torso


@dataclass(frozen=True, eq=False)
class SkinPiece:
    """A flat part of a skin.

    places: (V, 3) at rest [m]; weights: (V, J); color: (4,); paper: whether it is a filling.
    """

    places: Floats
    triangles: Ints
    weights: Floats
    color: Floats
    paper: bool


def drawn_skins(body: DrawnBody, annotations: Sequence[Stroke], skeleton: Skeleton) -> tuple[Skin, ...]:
    """The skins of a body: the paper inside of its outlines, and the ink on it."""
    pieces: list[SkinPiece] = []
    width = INK_WIDTH * body.proportions.height
    for link, stroke in body.strokes.items():
        sides = SIDES if link.endswith(("arm", "leg", "foot")) else ("middle",)
        own = np.array([[float(link == other) for other in body.frames]])
        flat = ribbon(stroke, width)
        paper = sheet_of_paper(body.shapes[link].outline) if body.shapes[link].closed else None
        for side in sides:
            if paper is not None:
                pieces.append(_piece(body, skeleton, paper, own, side, 0.0, paper=True))
            pieces += _both_faces(body, skeleton, flat, own, side, INK_LIFT)
    for stroke in annotations:
        flat = ribbon(stroke, width)
        weights, links = link_weights(flat.vertices, body)
        on_limb = weights @ [float(link not in ("torso", "head")) for link in links]
        pieces += _both_faces(
            body, skeleton, flat, weights, SIDES[0] if on_limb.any() else "middle", DETAIL_LIFT
        )
        again = FlatMesh(flat.vertices, flat.triangles[on_limb[flat.triangles].mean(axis=1) > 0.5])
        if len(again.triangles):  # the far limb gets it too; annotations on the torso appear once
            pieces += _both_faces(body, skeleton, again, weights, SIDES[1], DETAIL_LIFT)
    return make_skins(pieces, skeleton)


def _both_faces(
    body: DrawnBody, skeleton: Skeleton, flat: FlatMesh, weights: Floats, side: str, lift: float
) -> list[SkinPiece]:
    height = body.proportions.height
    return [_piece(body, skeleton, flat, weights, side, way * lift * height) for way in (-1.0, 1.0)]


def _piece(
    body: DrawnBody,
    skeleton: Skeleton,
    flat: FlatMesh,
    link_shares: Floats,
    side: str,
    depth: float,
    *,
    paper: bool = False,
) -> SkinPiece:
    shares = np.broadcast_to(link_shares, (len(flat.vertices), len(body.frames)))
    maps = np.array([frame.drawn_from_rest() for frame in body.frames.values()])
    rest = rest_places(maps, flat.vertices, shares)
    shank = shares[:, list(body.frames).index("lower_leg")] > 0.5
    rest[shank, 1] = np.maximum(
        rest[shank, 1], 0.0
    )  # keeps a shank that was drawn past its foot above the ground
    joints = _joint_weights(body, skeleton, rest, shares, side)
    across = shares @ np.array([_across(body, link, side) for link in body.frames])
    places = np.column_stack([across + depth, rest[:, 1], rest[:, 0]])
    color = linear_rgba((PAPER if paper else INK)[side])
    return SkinPiece(places, flat.triangles, joints, color, paper)


def rest_places(maps: Floats, points: Floats, shares: Floats) -> Floats:
    """(P, 2) rest places of points of the drawing: the drawn pose brings them back to their drawn places.

    maps: (L, 2, 3) drawn-from-rest of each link; shares: (P, L) weight of each link for each point.
    """
    blended = np.einsum("pl,lij->pij", shares, maps)
    linear, shift = blended[:, :, :2], blended[:, :, 2]
    determinants = np.linalg.det(linear)
    # Two links half a turn apart blend to a singular map; then the link with the largest weight decides.
    lost = determinants < 0.2
    if lost.any():
        alone = maps[shares[lost].argmax(axis=1)]
        linear, shift = linear.copy(), shift.copy()
        linear[lost], shift[lost] = alone[:, :, :2], alone[:, :, 2]
    return np.linalg.solve(linear, (points - shift)[..., None])[..., 0]


def _across(body: DrawnBody, link: str, side: str) -> float:
    """The world's x of a link at rest [m]."""
    sign = {"right": -0.5, "left": 0.5}.get(side, 0.0)
    if link.endswith("arm"):
        return sign * body.proportions.shoulder_width
    return sign * body.proportions.hip_width if link.endswith(("leg", "foot")) else 0.0


def _joint_weights(body: DrawnBody, skeleton: Skeleton, rest: Floats, shares: Floats, side: str) -> Floats:
    """(V, J) weights of the joints: torsos bend at the waist and the back, feet at the ball."""
    weights = np.zeros((len(rest), len(skeleton)))
    p = body.proportions
    limb = side if side in SIDES else SIDES[0]
    for k, link in enumerate(body.frames):
        share = shares[:, k]
        if link == "torso":
            along = (rest[:, 1] - p.hip_height) / p.torso
            above_waist = _ramp(along, WAIST - _BEND, WAIST + _BEND)
            above_back = _ramp(along, UPPER_BACK - _BEND, UPPER_BACK + _BEND)
            weights[:, skeleton.index("hips")] += share * (1.0 - above_waist)
            weights[:, skeleton.index("waist")] += share * above_waist * (1.0 - above_back)
            weights[:, skeleton.index("upper_back")] += share * above_waist * above_back
        elif link == "foot":
            before = _ramp(rest[:, 0], p.ball - 0.2 * p.toe, p.ball + 0.2 * p.toe)
            weights[:, skeleton.index(f"{limb}_foot")] += share * (1.0 - before)
            weights[:, skeleton.index(f"{limb}_ball")] += share * before
        else:
            weights[:, skeleton.index("head" if link == "head" else f"{limb}_{link}")] += share
    return weights


def _ramp(values: Floats, low: float, high: float) -> Floats:
    return smoothstep((values - low) / (high - low))


def make_skins(pieces: Sequence[SkinPiece], skeleton: Skeleton) -> tuple[Skin, ...]:
    """The skins of flat parts: that of paper, and that of ink."""
    return tuple(
        _skin([piece for piece in pieces if piece.paper is paper], skeleton, material)
        for paper, material in ((True, _PAPER_MATERIAL), (False, _INK_MATERIAL))
        if any(piece.paper is paper for piece in pieces)
    )


def _skin(pieces: Sequence[SkinPiece], skeleton: Skeleton, material: Material) -> Skin:
    counts = np.cumsum([0] + [len(piece.places) for piece in pieces])
    triangles = [piece.triangles + first for piece, first in zip(pieces, counts, strict=False)]
    weights = np.concatenate([piece.weights for piece in pieces])
    joints = np.argsort(-weights, axis=1, kind="stable")[:, :4]
    strongest = np.take_along_axis(weights, joints, axis=1)
    places = np.concatenate([piece.places for piece in pieces])
    mesh = Mesh(
        places,
        np.concatenate(triangles),
        np.tile([-1.0, 0.0, 0.0], (len(places), 1)),
        np.concatenate([np.tile(piece.color, (len(piece.places), 1)) for piece in pieces]),
        material=material,
    )
    return Skin(mesh, joints, strongest / strongest.sum(axis=1, keepdims=True), rest_binding(skeleton))


def rest_binding(skeleton: Skeleton) -> Floats:
    """(J, 4, 4) joint-from-mesh at rest of a skeleton whose joints all rest unrotated."""
    places = np.zeros((len(skeleton), 3))
    for joint, parent in enumerate(skeleton.parents.tolist()):
        places[joint] = skeleton.offsets[joint] + (places[parent] if parent >= 0 else 0.0)
    binding = np.tile(np.eye(4), (len(skeleton), 1, 1))
    binding[:, :3, 3] = -places
    return binding
