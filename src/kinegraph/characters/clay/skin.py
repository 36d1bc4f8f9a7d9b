"""Clay: a smooth skin over a body plan's bones. An implicit surface, meshed, with weights and colours.

The field (see `field_kernels`) is sampled in a narrow band, meshed by marching cubes, and every vertex is
then moved onto the field's zero level; normals are the field's gradient. A plan that is its own mirror image
is meshed as one half with its rim on x = 0 and doubled: the skin is exactly symmetric, and half the work.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Patch, other_side
from kinegraph.characters.clay import field_kernels as kernels
from kinegraph.characters.clay.flesh_tree import FleshTree, flesh_tree
from kinegraph.characters.clay.mesh import fitted, lump_sizes, march_cubes, neighbors, smoothed
from kinegraph.characters.clay.weights import pulls_of, strongest_four
from kinegraph.characters.color import linear_rgba
from kinegraph.characters.shapes import MATTE
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Mesh

_FLESH_OVERLAP = 0.55  # share of the lumps' summed area that is seen: a guess that only sets the resolution
_WEIGHT_ROUNDS = 4


@dataclass(frozen=True, eq=False)
class ClaySkin:
    """A meshed body plan.

    mesh: In rest-world coordinates, watertight, with normals and colours.
    joints: (V, 4) bone indices (as in plan.bones) that move each vertex.
    weights: (V, 4) their weights.
    step: Spacing of the grid it was meshed on [m].
    """

    mesh: Mesh
    joints: Ints
    weights: Floats
    step: float


def clay_skin(plan: BodyPlan) -> ClaySkin | None:
    """The skin of a plan; None where no bone has flesh."""
    tree = flesh_tree(plan)
    fleshed = tree.bones
    if not len(fleshed):
        return None
    clay, lump_colors = clay_arrays(plan)
    step = _step(plan, clay)
    clay = clay._replace(crease=2.0 * step)
    half = _is_symmetric(plan)
    vertices, triangles = march_cubes(clay, step, half)
    links = neighbors(triangles, len(vertices))
    vertices, normals, owners = fitted(clay, vertices, links, step, half)
    weights, colors = np.zeros((len(vertices), len(clay.bones))), np.zeros((len(vertices), 4))
    scratch = kernels.make_scratch(clay)
    kernels.vertex_shares(
        clay, pulls_of(tree), vertices, owners, lump_colors, 0.8 * step, scratch, weights, colors
    )
    rows = np.zeros((len(vertices), len(plan.bones)))
    rows[:, fleshed] = smoothed(weights, links, _WEIGHT_ROUNDS)
    mirror = _mirror_bones(plan)
    if half:
        rim = vertices[:, 0] == 0.0
        rows[rim] = 0.5 * (rows[rim] + rows[rim][:, mirror])
    joints, strongest = strongest_four(rows)
    if half:
        double = _Doubling(vertices)
        triangles = double.triangles(triangles)
        joints, strongest = double.rows(joints, mirror), double.rows(strongest)
        colors, owners = double.rows(colors), double.owners(owners, plan, fleshed)
        vertices, normals = double.points(vertices), double.points(normals)
    colors = _paint(plan, vertices, fleshed[owners], colors, step)
    mesh = Mesh(vertices, triangles, normals, colors, material=MATTE)
    return ClaySkin(mesh, joints, strongest, step)


class _Lump(NamedTuple):
    """One primitive on its way into the arrays: its row, the softness it asks for [m], its colour."""

    row: Floats
    blend: float
    color: Floats


def _lump_of_bone(bone: Bone, radii: tuple[float, float], color: str) -> _Lump:
    scale = np.asarray(bone.section, float)
    axis = (bone.tail - bone.head) / scale
    length = float(np.linalg.norm(axis))
    head, tail = radii
    if length <= abs(tail - head) * 1.02:  # one ball swallows the other: only the larger is seen
        origin = bone.head if head >= tail else bone.tail
        return _ball(origin, scale * max(head, tail), 0.0, 0.5 * head, color)
    trim = min(0.25 * (head + tail) / length, 0.3)
    row = _row(bone.head, np.diag(1.0 / scale), axis / length, length, head, (tail - head) / length, trim)
    return _Lump(row, 0.5 * head, linear_rgba(color))


def _lump_of_blob(blob: Blob, color: str) -> _Lump:
    blend = 0.5 * float(blob.radii.min()) if blob.blend is None else blob.blend
    return _ball(blob.center, blob.radii, blob.tilt, blend, color)


def _ball(center: Floats, radii: Floats, tilt: float, blend: float, color: str) -> _Lump:
    frame = _turn_about_x(tilt).T / radii[:, None]
    return _Lump(
        _row(center, frame, np.array([0.0, 1.0, 0.0]), 0.0, 1.0, 0.0, 0.0), blend, linear_rgba(color)
    )


def _row(
    origin: Floats, frame: Floats, axis: Floats, length: float, radius: float, slope: float, trim: float
) -> Floats:
    row = np.zeros(kernels.LUMP_WIDTH)
    row[kernels.ORIGIN : kernels.FRAME] = origin
    row[kernels.FRAME : kernels.AXIS] = frame.ravel()
    row[kernels.AXIS : kernels.LENGTH] = axis
    row[kernels.LENGTH : kernels.DELAY] = length, radius, slope, slope / np.sqrt(1.0 - slope**2), trim
    row[kernels.LEAST_SCALE] = 1.0 / np.linalg.norm(frame, axis=1).max()
    return row


def _turn_about_x(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def clay_arrays(plan: BodyPlan) -> tuple[kernels.ClayArrays, Floats]:
    """The plan's flesh for the kernels, with sharp creases, and the colour (P, 4) of each lump."""
    tree = flesh_tree(plan)
    fleshed = tree.bones
    lumps, starts, blends = [], [0], []
    for index in fleshed:
        bone = plan.bones[index]
        base = bone.color or plan.color
        own = [] if bone.radii is None else [_lump_of_bone(bone, bone.radii, base)]
        own += [_lump_of_blob(blob, blob.color or base) for blob in plan.blobs if blob.bone == bone.name]
        lumps += own
        starts.append(len(lumps))
        blends.append(max((lump.blend for lump in own[1:]), default=own[0].blend))
    bone_of = np.repeat(np.arange(len(fleshed)), np.diff(starts))
    first = np.zeros(len(lumps), dtype=bool)
    first[starts[:-1]] = True
    delays = np.array([blends[b] - lump.blend for b, lump in zip(bone_of, lumps, strict=True)])
    delays[first] = 0.0
    bones, around = _neighborhoods(plan, tree)
    bones = np.column_stack([np.maximum(blends, 1e-4), bones])
    widest = np.maximum.reduceat(bones[around["links"], kernels.BONE_BLEND], around["link_starts"][:-1])
    rows = np.array([lump.row for lump in lumps])
    rows[:, kernels.DELAY] = np.maximum(delays, 0.0)
    rows[:, kernels.INFLUENCE] = np.maximum(widest, blends)[bone_of]
    clay = kernels.ClayArrays(rows, np.array(starts), bones, crease=1e-9, sole=plan.sole, **around)
    return clay, np.array([lump.color for lump in lumps])


def _neighborhoods(plan: BodyPlan, tree: FleshTree) -> tuple[Floats, dict[str, np.ndarray]]:
    """Links of bones whose flesh blends, and (B, 2) blend sizes of each. A pair's blend is the child's."""
    parents, thickness = tree.parents, tree.thickness
    asked = [plan.bones[index].blend for index in tree.bones]
    joint = np.array([0.5 * t if blend is None else blend for blend, t in zip(asked, thickness, strict=True)])
    starts, members, delays, blends, reaches = [0], [], [], [], []
    for b in range(len(tree.bones)):
        around = tree.around(b)
        below = [n if parents[n] == b else b for n in around]
        pair = [joint[child] * _fillet(plan, tree, child) for child in below]
        blends.append(max([1e-4, *pair]))
        # Thin flesh between thick (a neck) lies deep under the surface on which its neighbours run together.
        reaches.append(blends[-1] + max([0.0, *(thickness[n] - thickness[b] for n in around)]))
        members += [b, *around]
        delays += [0.0, *(blends[-1] - p for p in pair)]
        starts.append(len(members))
    links = {
        "link_starts": np.array(starts),
        "links": np.array(members),
        "delays": np.array(delays),
    }
    return np.column_stack([blends, reaches]), links


def _fillet(plan: BodyPlan, tree: FleshTree, child: int) -> float:
    """Share of the asked blend for a pair: less where slender bones run end to end and would bulge."""
    bone, parent = plan.bones[tree.bones[child]], plan.bones[tree.bones[tree.parents[child]]]
    if bone.radii is None or parent.radii is None:
        return 1.0
    gap = float(np.linalg.norm(bone.head - parent.tail))
    slender = float(np.linalg.norm(bone.tail - bone.head)) > 0.8 * bone.radii[0]
    return 0.35 if slender and gap < 0.5 * parent.radii[1] and bone.radii[0] > 0.7 * parent.radii[1] else 1.0


def _step(plan: BodyPlan, clay: kernels.ClayArrays) -> float:
    """Grid spacing that gives about the vertices asked for, and never skips a thin limb [m]."""
    frames, head, tail, length = lump_sizes(clay)
    square = np.abs(np.linalg.det(frames)) ** (-2 / 3)
    area = np.pi * square * ((head + tail) * length + 2 * (head**2 + tail**2))
    thinnest = np.minimum(head, tail) * clay.lumps[:, kernels.LEAST_SCALE]
    wanted = np.sqrt(_FLESH_OVERLAP * 1.4 * area.sum() / plan.vertices)
    return float(min(wanted, 0.9 * thinnest.min()))


def _is_symmetric(plan: BodyPlan) -> bool:
    flip = np.array([-1.0, 1.0, 1.0])
    bones = {bone.name: bone for bone in plan.bones}
    for bone in plan.bones:
        twin = bones.get(other_side(bone.name))
        if twin is None or not np.array_equal(twin.head, bone.head * flip) or twin.radii != bone.radii:
            return False
        if not np.array_equal(twin.tail, bone.tail * flip) or twin.section != bone.section:
            return False
    lumps = {(blob.bone, *blob.center, *blob.radii, blob.tilt) for blob in plan.blobs}
    return all((other_side(b), -x + 0.0, *rest) in lumps for b, x, *rest in lumps)


class _Doubling:
    """Turns data of a half mesh into that of the whole: rim vertices once, all others twice."""

    def __init__(self, vertices: Floats) -> None:
        self._inner = np.flatnonzero(vertices[:, 0] != 0.0)
        self._twin = np.arange(len(vertices))
        self._twin[self._inner] = len(vertices) + np.arange(len(self._inner))

    def points(self, points: Floats) -> Floats:
        return np.concatenate([points, points[self._inner] * [-1.0, 1.0, 1.0]])

    def rows(self, rows: np.ndarray, mirror: Ints | None = None) -> np.ndarray:
        """Rows of any width; where they hold bones, `mirror` says which bone each becomes."""
        twins = rows[self._inner]
        return np.concatenate([rows, twins if mirror is None else mirror[twins]])

    def triangles(self, triangles: Ints) -> Ints:
        return np.concatenate([triangles, self._twin[triangles][:, ::-1]])

    def owners(self, owners: Ints, plan: BodyPlan, fleshed: Ints) -> Ints:
        mirror = _mirror_bones(plan)
        local = {int(index): b for b, index in enumerate(fleshed)}
        twin = np.array([local[int(mirror[index])] for index in fleshed])
        return np.concatenate([owners, twin[owners[self._inner]]])


def _mirror_bones(plan: BodyPlan) -> Ints:
    names = {bone.name: i for i, bone in enumerate(plan.bones)}
    return np.array([names.get(other_side(bone.name), i) for i, bone in enumerate(plan.bones)])


def _paint(plan: BodyPlan, vertices: Floats, owners: Ints, colors: Floats, step: float) -> Floats:
    """Lays the plan's patches over the skin's colours, in order."""
    names = {bone.name: i for i, bone in enumerate(plan.bones)}
    painted = colors.copy()
    for patch in plan.patches:
        own = np.zeros(len(plan.bones), dtype=bool)
        own[[names[bone] for bone in patch.bones]] = True
        rows = np.flatnonzero(own[owners])
        edge = max(patch.edge * float(patch.radii.min()), 0.35 * step)
        cover = np.clip(0.5 + 0.5 * _patch_depth(patch, vertices[rows]) / edge, 0.0, 1.0)
        painted[rows] += cover[:, None] * (linear_rgba(patch.color) - painted[rows])
    return painted


def _patch_depth(patch: Patch, points: Floats) -> Floats:
    """(V,) how deep points lie inside the patch's ellipsoid, to first order [m]."""
    local = (points - patch.center) @ (_turn_about_x(patch.tilt) / patch.radii)
    size = np.sqrt(np.einsum("vi,vi->v", local, local))
    local /= patch.radii
    steepness = np.maximum(np.sqrt(np.einsum("vi,vi->v", local, local)), 1e-9)
    return (1.0 - size) * size / steepness
