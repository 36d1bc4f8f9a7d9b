"""USD: UsdSkel characters with samples and splines, as .usda, .usdc, .usd or .usdz."""

import shutil
import tempfile
from pathlib import Path

from kinegraph.core.errors import FormatError
from kinegraph.core.scene import Scene
from kinegraph.formats.usd.read import read_usd
from kinegraph.formats.usd.stage import quiet_pxr
from kinegraph.formats.usd.write import usd_stage

__all__ = ["read_usd", "write_usd"]


def write_usd(scene: Scene, path: Path) -> None:
    """Writes a stage with Y up in metres; pictures go into a folder beside it, or inside a .usdz."""
    path = Path(path)
    with quiet_pxr(str(path)):
        if path.suffix.lower() == ".usdz":
            _write_package(scene, path)
        else:
            stage = usd_stage(scene, path.parent / f"{path.stem}_textures")
            _export(stage, path, path)


def _write_package(scene: Scene, path: Path) -> None:
    from pxr import Sdf, UsdUtils

    with tempfile.TemporaryDirectory(prefix="kinegraph-") as folder:
        inside = Path(folder) / f"{path.stem or 'character'}.usdc"
        _export(usd_stage(scene, Path(folder) / "textures"), inside, path)
        packed = Path(folder) / "packed.usdz"
        if not UsdUtils.CreateNewUsdzPackage(Sdf.AssetPath(str(inside)), str(packed)):
            raise FormatError(path, "the USD library could not pack it.")
        shutil.move(packed, path)


def _export(stage: object, path: Path, shown: Path) -> None:
    if not stage.GetRootLayer().Export(str(path)):  # type: ignore[attr-defined]  # pxr has no type stubs
        raise FormatError(shown, "the USD library could not write it.")
