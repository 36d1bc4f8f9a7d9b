"""Skinned meshes of a USD file, with their materials."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Body, Material, Mesh, Skin
from kinegraph.core.errors import FormatError
from kinegraph.formats.mapping.skin_weights import four_largest, weight_notes
from kinegraph.formats.usd.materials import MaterialReader
from kinegraph.formats.usd.skeleton import UsdJoints, matrices
from kinegraph.formats.usd.splines import KEY

_MOST_CORNERS = 50_000_000


@dataclass
class UsdMeshReader:
    """Reads the meshes of one file; keeps the parts found so far, and notes."""

    stage: Any
    path: Path
    joints: UsdJoints
    notes: dict[str, None]

    def __post_init__(self) -> None:
        self.skins: list[Skin] = []
        self.bodies = [Body() for _ in self.joints.skeleton.names]
        self._materials = MaterialReader(self.stage, self.path, self.notes)

    def read(self, prim: Any, joints: UsdJoints) -> None:
        """Adds the mesh at `prim`, which is bound to (another copy of) the skeleton, `joints`."""
        from pxr import UsdSkel

        binding = UsdSkel.BindingAPI(prim)
        geometry = binding.GetGeomBindTransformAttr().Get()
        bind_from_mesh = matrices(geometry)[0] if geometry is not None else np.eye(4)
        own = prim.GetCustomDataByKey(KEY) or {}
        joint = own.get("body")
        for mesh, sources in self._parts(prim):
            if isinstance(joint, int) and 0 <= joint < len(self.bodies):
                body = self.bodies[joint]
                self.bodies[joint] = replace(body, meshes=(*body.meshes, mesh))
            elif (weighted := self._weights(prim, binding, sources, joints)) is not None:
                self.skins.append(Skin(mesh, *weighted, joints.joint_from_bind @ bind_from_mesh))

    def _weights(
        self, prim: Any, binding: Any, sources: Ints, joints: UsdJoints
    ) -> tuple[Ints, Floats] | None:
        """(V, 4) joints and weights of the vertices that came from the points `sources`."""
        indices, weights = binding.GetJointIndicesPrimvar(), binding.GetJointWeightsPrimvar()
        which, share = indices.Get(), weights.Get()
        if which is None or share is None or len(which) != len(share) or not len(which):
            self.notes["A mesh without skin weights was left out."] = None
            return None
        width = max(1, int(indices.GetElementSize()))
        constant = indices.GetInterpolation() == "constant"
        width = len(which) if constant else width
        if len(which) % width:
            raise self._bad(prim, "has skin weights that do not come out even")
        table, share = np.array(which, dtype=np.int64).reshape(-1, width), np.array(share, dtype=np.float64)
        share = np.maximum(share.reshape(-1, width), 0.0)
        if not np.isfinite(share).all():
            raise self._bad(prim, "has a skin weight that is not a finite number")
        rows = np.zeros(len(sources), dtype=np.int64) if constant else sources
        if rows.size and rows.max() >= len(table):
            raise self._bad(prim, f"has skin weights for {len(table)} points only")
        order = self._joint_order(prim, binding, joints)
        table = np.where(share > 0.0, table, 0)
        if table.size and (table.min() < 0 or table.max() >= len(order)):
            raise self._bad(prim, f"is bound to joint {int(table.max())} of {len(order)}")
        if width > 4:
            self.notes["More than four skin weights a vertex were reduced to the four largest."] = None
        self.notes.update(dict.fromkeys(weight_notes(share[rows])))
        picked, share = four_largest(table[rows], share[rows])
        return order[picked], share

    def _joint_order(self, prim: Any, binding: Any, joints: UsdJoints) -> Ints:
        tokens = [str(token) for token in binding.GetJointsAttr().Get() or ()] or list(joints.tokens_in_file)
        missing = [token for token in tokens if token not in joints.joint_of_token]
        if missing:
            raise self._bad(prim, f"is bound to the joint {missing[0]!r}, which the skeleton does not have")
        return np.array([joints.joint_of_token[token] for token in tokens], dtype=np.int64)

    def _parts(self, prim: Any) -> list[tuple[Mesh, Ints]]:
        """The mesh, cut by material, each part with the point that each of its vertices came from."""
        from pxr import UsdGeom

        geometry = UsdGeom.Mesh(prim)
        points = np.array(geometry.GetPointsAttr().Get() or (), dtype=np.float64).reshape(-1, 3)
        counts = np.array(geometry.GetFaceVertexCountsAttr().Get() or (), dtype=np.int64)
        corners = np.array(geometry.GetFaceVertexIndicesAttr().Get() or (), dtype=np.int64)
        if not np.isfinite(points).all():
            raise self._bad(prim, "has a point that is not of finite numbers")
        if (counts < 0).any() or counts.sum() != len(corners) or len(corners) > _MOST_CORNERS:
            raise self._bad(prim, "has faces that do not fit their corners")
        if corners.size and (corners.min() < 0 or corners.max() >= len(points)):
            raise self._bad(prim, f"has a face with point {int(corners.max())} of {len(points)}")
        corner_of_triangle, face_of_triangle = triangulate(counts)
        if str(geometry.GetOrientationAttr().Get()) == "leftHanded":
            corner_of_triangle = corner_of_triangle[:, ::-1]
        values = {
            "normals": self._primvar(prim, "normals", 3, points, corners, counts),
            "uvs": self._primvar(prim, "st", 2, points, corners, counts),
            "colors": self._primvar(prim, "displayColor", 3, points, corners, counts),
            "opacity": self._primvar(prim, "displayOpacity", 1, points, corners, counts),
        }
        parts = []
        for material, faces in self._materials.by_face(prim, len(counts)):
            chosen = corner_of_triangle[faces[face_of_triangle]] if faces is not None else corner_of_triangle
            if len(chosen):
                parts.append(_weld(points, corners, chosen, values, material))
        return parts

    def _primvar(
        self, prim: Any, name: str, width: int, points: Floats, corners: Ints, counts: Ints
    ) -> tuple[str, Floats] | None:
        """Interpolation of a primvar ("vertex" or "corner") and its values; None where it has neither."""
        from pxr import UsdGeom

        primvar = UsdGeom.PrimvarsAPI(prim).GetPrimvar(name)
        if name == "normals" and not primvar.HasValue():
            normals = UsdGeom.Mesh(prim)
            value, interpolation = normals.GetNormalsAttr().Get(), str(normals.GetNormalsInterpolation())
        elif primvar.HasValue():
            value, interpolation = primvar.ComputeFlattened(), str(primvar.GetInterpolation())
        else:
            return None
        table = np.array(value if value is not None else (), dtype=np.float64).reshape(-1, width)
        sizes = {
            "vertex": len(points),
            "varying": len(points),
            "faceVarying": len(corners),
            "uniform": len(counts),
        }
        if interpolation not in sizes or not len(table):
            return None
        if len(table) != sizes[interpolation] or not np.isfinite(table).all():
            self.notes[f"The {name} of a mesh do not fit it and were left out."] = None
            return None
        if interpolation == "uniform":
            return "corner", np.repeat(table, counts, axis=0)
        return ("corner" if interpolation == "faceVarying" else "vertex"), table

    def _bad(self, prim: Any, what: str) -> FormatError:
        return FormatError(self.path, f"the mesh {prim.GetPath()} {what}.")


def triangulate(counts: Ints) -> tuple[Ints, Ints]:
    """Fans: (T, 3) corner numbers, and (T,) the face that each triangle came from."""
    fans = np.maximum(counts - 2, 0)
    faces = np.repeat(np.arange(len(counts)), fans)
    starts = np.cumsum(counts) - counts
    steps = np.arange(fans.sum()) - np.repeat(np.cumsum(fans) - fans, fans)
    first = starts[faces]
    return np.stack([first, first + steps + 1, first + steps + 2], axis=1), faces


def _weld(
    points: Floats,
    corners: Ints,
    chosen: Ints,
    values: dict[str, tuple[str, Floats] | None],
    material: Material,
) -> tuple[Mesh, Ints]:
    """A mesh of the chosen corners (T, 3): points are split only where values that vary by corner differ."""
    used = chosen.ravel()
    keys = [corners[used].astype(np.float64)[:, None]]
    keys += [value[1][used] for value in values.values() if value is not None and value[0] == "corner"]
    if len(keys) == 1 and len(np.unique(corners[used])) == len(points):
        vertex_of_corner, sources = corners[used], np.arange(len(points))
        first_corner = None
    else:
        _, first, vertex_of_corner = np.unique(
            np.hstack(keys), axis=0, return_index=True, return_inverse=True
        )
        first_corner = used[first]
        sources = corners[first_corner]

    def pick(name: str) -> Floats | None:
        value = values[name]
        if value is None:
            return None
        return value[1][sources] if value[0] == "vertex" or first_corner is None else value[1][first_corner]

    colors, opacity, uvs, normals = pick("colors"), pick("opacity"), pick("uvs"), pick("normals")
    if colors is not None:
        alpha = np.ones((len(colors), 1)) if opacity is None else opacity
        colors = np.clip(np.hstack([colors, alpha]), 0.0, 1.0)
    if uvs is not None:
        uvs = uvs * [1.0, -1.0] + [0.0, 1.0]  # USD's v points up
    mesh = Mesh(points[sources], vertex_of_corner.reshape(-1, 3), normals, colors, uvs, material)
    return mesh, sources
