"""Meshes and materials of a character as UsdSkel-bound prims."""

from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Material, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, transform_matrices
from kinegraph.core.pose import Pose
from kinegraph.formats.usd.names import prim_names
from kinegraph.formats.usd.splines import KEY

_SAME = 1e-6


def write_meshes(stage: Any, root: str, character: Character, folder: Path) -> dict[str, Floats]:
    """Writes skins and rigid meshes; returns the bind transforms (J, 4, 4) of each skeleton prim they need.

    UsdSkel binds a mesh by one matrix and a skeleton by one matrix per joint, a Skin by one matrix per
    joint of its own. Skins that fit the first one's skeleton but for one matrix share it; another one gets
    a twin skeleton.
    """
    rest = transform_matrices(forward_kinematics(Pose.rest(character.skeleton)))
    skeletons: dict[str, Floats] = {}
    looks = _MaterialWriter(stage, f"{root}/Materials", folder)
    for number, skin in enumerate(character.skins):
        place, bind_from_mesh = _skeleton_for(skin, skeletons, rest, root)
        prim = _write_mesh(stage, f"{root}/Meshes/Skin_{number}", skin.mesh, looks)
        width = 4
        _bind(prim, place, bind_from_mesh, skin.joints.ravel(), skin.weights.ravel(), width, "vertex")
    if not skeletons:
        skeletons[f"{root}/Skeleton"] = rest
    place, bind = next(iter(skeletons.items()))
    for joint, body in enumerate(character.bodies):
        for number, mesh in enumerate(body.meshes):
            prim = _write_mesh(stage, f"{root}/Meshes/Body_{joint}_{number}", mesh, looks)
            prim.SetCustomDataByKey(KEY, {"body": joint})
            _bind(prim, place, bind[joint], np.array([joint]), np.ones(1), 1, "constant")
    return skeletons


def _skeleton_for(skin: Skin, skeletons: dict[str, Floats], rest: Floats, root: str) -> tuple[str, Floats]:
    """The skeleton prim that a skin can be bound to, and its bind_from_mesh matrix."""
    used = np.unique(skin.joints[skin.weights > 0.0])
    for place, bind in skeletons.items():
        shared = bind[used] @ skin.joint_from_mesh[used]
        if not len(used) or np.abs(shared - shared[0]).max() < _SAME:
            return place, shared[0] if len(used) else np.eye(4)
    stated = np.abs(skin.joint_from_mesh - np.eye(4)).max(axis=(1, 2)) > 0.0
    stated[used] = True
    bind = rest.copy()
    try:
        bind[stated] = np.linalg.inv(skin.joint_from_mesh[stated])
    except np.linalg.LinAlgError as error:
        raise InvalidValue("A bind matrix of the skin cannot be inverted, as USD wants it.") from error
    place = f"{root}/Skeleton" if not skeletons else f"{root}/Skeleton_{len(skeletons) + 1}"
    skeletons[place] = bind
    return place, np.eye(4)


def _bind(
    prim: Any,
    skeleton: str,
    bind_from_mesh: Floats,
    joints: np.ndarray,
    weights: Floats,
    width: int,
    varies: str,
) -> None:
    from pxr import Gf, UsdSkel, Vt

    binding = UsdSkel.BindingAPI.Apply(prim)
    binding.CreateSkeletonRel().SetTargets([skeleton])
    binding.CreateGeomBindTransformAttr(Gf.Matrix4d(*bind_from_mesh.T.ravel().tolist()))
    constant = varies == "constant"
    indices = binding.CreateJointIndicesPrimvar(constant, width)
    indices.Set(Vt.IntArray.FromNumpy(np.ascontiguousarray(joints, dtype=np.int32)))
    shares = binding.CreateJointWeightsPrimvar(constant, width)
    shares.Set(Vt.FloatArray.FromNumpy(np.ascontiguousarray(weights, dtype=np.float32)))


def _write_mesh(stage: Any, path: str, mesh: Mesh, looks: "_MaterialWriter") -> Any:
    from pxr import Sdf, UsdGeom, Vt

    schema = UsdGeom.Mesh.Define(stage, path)
    points = mesh.vertices.astype(np.float32)
    schema.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(points))
    schema.CreateFaceVertexCountsAttr(Vt.IntArray.FromNumpy(np.full(len(mesh.triangles), 3, dtype=np.int32)))
    corners = np.ascontiguousarray(mesh.triangles.ravel(), dtype=np.int32)
    schema.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(corners))
    schema.CreateSubdivisionSchemeAttr("none")
    schema.CreateDoubleSidedAttr(mesh.material.double_sided)
    if len(points):
        schema.CreateExtentAttr(Vt.Vec3fArray.FromNumpy(np.stack([points.min(axis=0), points.max(axis=0)])))
    primvars = UsdGeom.PrimvarsAPI(schema)
    if mesh.normals is not None:
        schema.CreateNormalsAttr(Vt.Vec3fArray.FromNumpy(mesh.normals.astype(np.float32)))
        schema.SetNormalsInterpolation("vertex")
    if mesh.uvs is not None:
        upward = (mesh.uvs * [1.0, -1.0] + [0.0, 1.0]).astype(np.float32)
        kind = Sdf.ValueTypeNames.TexCoord2fArray
        primvars.CreatePrimvar("st", kind, "vertex").Set(Vt.Vec2fArray.FromNumpy(upward))
    colors = np.array([mesh.material.color]) if mesh.colors is None else mesh.colors
    varies = "constant" if mesh.colors is None else "vertex"
    shades, alphas = (np.ascontiguousarray(part, dtype=np.float32) for part in (colors[:, :3], colors[:, 3]))
    schema.CreateDisplayColorPrimvar(varies).Set(Vt.Vec3fArray.FromNumpy(shades))
    schema.CreateDisplayOpacityPrimvar(varies).Set(Vt.FloatArray.FromNumpy(alphas))
    looks.bind(schema.GetPrim(), mesh.material)
    return schema.GetPrim()


class _MaterialWriter:
    """Writes each material and picture once. It has state: which were written."""

    def __init__(self, stage: Any, root: str, folder: Path) -> None:
        self._stage = stage
        self._root = root
        self._folder = folder
        self._materials: dict[tuple, Any] = {}
        self._pictures: dict[bytes, str] = {}

    def bind(self, prim: Any, material: Material) -> None:
        """Gives a mesh its material."""
        from pxr import UsdShade

        key = (material.name, material.color, material.metallic, material.roughness, material.texture)
        if key not in self._materials:
            taken = [written.GetPrim().GetName() for written in self._materials.values()]
            name = prim_names([*taken, material.name], "material")[-1]
            self._materials[key] = self._write(f"{self._root}/{name}", material)
        UsdShade.MaterialBindingAPI.Apply(prim).Bind(self._materials[key])

    def _write(self, path: str, material: Material) -> Any:
        from pxr import Gf, Sdf, UsdShade

        made = UsdShade.Material.Define(self._stage, path)
        made.GetPrim().SetDisplayName(material.name)
        shader = UsdShade.Shader.Define(self._stage, f"{path}/Surface")
        shader.CreateIdAttr("UsdPreviewSurface")
        shader.CreateInput("roughness", Sdf.ValueTypeNames.Float).Set(float(material.roughness))
        shader.CreateInput("metallic", Sdf.ValueTypeNames.Float).Set(float(material.metallic))
        shader.CreateInput("opacity", Sdf.ValueTypeNames.Float).Set(float(material.color[3]))
        diffuse = shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
        if material.texture is None:
            diffuse.Set(Gf.Vec3f(*material.color[:3]))
        else:
            diffuse.ConnectToSource(self._texture(path, material))
        made.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
        return made

    def _texture(self, path: str, material: Material) -> Any:
        from pxr import Gf, Sdf, UsdShade

        reader = UsdShade.Shader.Define(self._stage, f"{path}/Coordinates")
        reader.CreateIdAttr("UsdPrimvarReader_float2")
        reader.CreateInput("varname", Sdf.ValueTypeNames.String).Set("st")
        texture = UsdShade.Shader.Define(self._stage, f"{path}/Texture")
        texture.CreateIdAttr("UsdUVTexture")
        texture.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(self._picture(material.texture or b""))
        texture.CreateInput("sourceColorSpace", Sdf.ValueTypeNames.Token).Set("sRGB")
        texture.CreateInput("scale", Sdf.ValueTypeNames.Float4).Set(Gf.Vec4f(*material.color[:3], 1.0))
        for side in ("wrapS", "wrapT"):
            texture.CreateInput(side, Sdf.ValueTypeNames.Token).Set("repeat")
        coordinates = reader.CreateOutput("result", Sdf.ValueTypeNames.Float2)
        texture.CreateInput("st", Sdf.ValueTypeNames.Float2).ConnectToSource(coordinates)
        return texture.CreateOutput("rgb", Sdf.ValueTypeNames.Float3)

    def _picture(self, data: bytes) -> str:
        """Writes a picture beside the stage and returns its relative address."""
        if data not in self._pictures:
            kind = "png" if data.startswith(b"\x89PNG") else "jpg"
            self._folder.mkdir(parents=True, exist_ok=True)
            name = f"texture_{len(self._pictures)}.{kind}"
            (self._folder / name).write_bytes(data)
            self._pictures[data] = f"./{self._folder.name}/{name}"
        return self._pictures[data]
