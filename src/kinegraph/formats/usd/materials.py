"""Materials of a USD file: UsdPreviewSurface, or a plain display colour."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.body import Material

_LARGEST_PICTURE = 256 << 20
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")


class MaterialReader:
    """Reads the materials of one file, each once."""

    def __init__(self, stage: Any, path: Path, notes: dict[str, None]) -> None:
        self._stage = stage
        self._path = path
        self._notes = notes
        self._read: dict[tuple[str, bool], Material] = {}

    def by_face(self, prim: Any, faces: int) -> Iterator[tuple[Material, np.ndarray | None]]:
        """The materials of a mesh, each with a mask of its faces; None for all of them."""
        from pxr import UsdGeom, UsdShade

        left = np.ones(faces, dtype=bool)
        for subset in UsdShade.MaterialBindingAPI(prim).GetMaterialBindSubsets():
            chosen = np.array(UsdGeom.Subset(subset.GetPrim()).GetIndicesAttr().Get() or (), dtype=np.int64)
            chosen = chosen[(chosen >= 0) & (chosen < faces)]
            mask = np.zeros(faces, dtype=bool)
            mask[chosen] = True
            mask &= left
            left &= ~mask
            if mask.any():
                yield self._material(subset.GetPrim(), prim), mask
        if left.all():
            yield self._material(prim, prim), None
        elif left.any():
            yield self._material(prim, prim), left

    def _material(self, bound: Any, mesh: Any) -> Material:
        from pxr import UsdGeom, UsdShade

        doubled = bool(UsdGeom.Mesh(mesh).GetDoubleSidedAttr().Get())
        material, _ = UsdShade.MaterialBindingAPI(bound).ComputeBoundMaterial()
        if not material:
            return Material(color=self._display_color(mesh), double_sided=doubled)
        key = (str(material.GetPath()), doubled)
        if key not in self._read:
            self._read[key] = self._surface(material, doubled)
        return self._read[key]

    def _display_color(self, mesh: Any) -> tuple[float, float, float, float]:
        from pxr import UsdGeom

        primvar = UsdGeom.PrimvarsAPI(mesh).GetPrimvar("displayColor")
        value = primvar.Get() if primvar.HasValue() and primvar.GetInterpolation() == "constant" else None
        return _color(value[0], 1.0) if value is not None and len(value) else (1.0, 1.0, 1.0, 1.0)

    def _surface(self, material: Any, doubled: bool) -> Material:
        shader = material.ComputeSurfaceSource()[0]
        name = str(material.GetPrim().GetDisplayName() or material.GetPrim().GetName())
        if not shader or str(shader.GetIdAttr().Get()) != "UsdPreviewSurface":
            return Material(double_sided=doubled, name=name)

        def number(key: str, default: float) -> float:
            shader_input = shader.GetInput(key)
            value = shader_input.Get() if shader_input else None
            return min(max(float(value), 0.0), 1.0) if isinstance(value, int | float) else default

        diffuse = shader.GetInput("diffuseColor")
        color, picture = np.array([0.18, 0.18, 0.18]), None
        if diffuse and diffuse.HasConnectedSource():
            source = diffuse.GetConnectedSource()[0]
            color, picture = self._texture(source.GetPrim())
        elif diffuse and diffuse.Get() is not None:
            color = np.array(diffuse.Get())
        opacity = number("opacity", 1.0)
        return Material(
            _color(color, opacity), number("metallic", 0.0), number("roughness", 0.5), picture, doubled, name
        )

    def _texture(self, prim: Any) -> tuple[np.ndarray, bytes | None]:
        """The factor and the picture of a UsdUVTexture."""
        from pxr import UsdShade

        shader = UsdShade.Shader(prim)
        scale, file = shader.GetInput("scale"), shader.GetInput("file")
        factor = np.array(scale.Get()) if scale and scale.Get() is not None else np.ones(4)
        asset = file.Get() if file else None
        data = self._picture(str(asset.path)) if asset is not None and asset.path else None
        if data is None or not data.startswith(_PICTURES):
            self._notes["A texture that is no PNG or JPEG beside the file was left out."] = None
            return factor[:3], None
        return factor[:3], data

    def _picture(self, name: str) -> bytes | None:
        """The bytes of a picture inside the package or in the file's own folder; None for anything else."""
        if self._path.suffix.lower() == ".usdz":
            inside = name.removeprefix("./").rpartition("[")[2].rstrip("]")
            try:
                with zipfile.ZipFile(self._path) as package:
                    return package.read(inside) if inside in package.namelist() else None
            except (zipfile.BadZipFile, OSError, RuntimeError, ValueError, NotImplementedError):
                return None  # a picture that is damaged is not worth losing its character for
        home = self._path.parent.resolve()
        try:
            place = (home / name).resolve()
            inside_home = place.is_relative_to(home) and place.is_file()
            if not inside_home or place.stat().st_size > _LARGEST_PICTURE:
                return None
            return place.read_bytes()
        except (OSError, RuntimeError, ValueError):
            return None


def _color(value: Any, alpha: float) -> tuple[float, float, float, float]:
    numbers = np.clip(np.nan_to_num(np.array(value, dtype=np.float64)), 0.0, 1.0)
    return (float(numbers[0]), float(numbers[1]), float(numbers[2]), float(alpha))
