"""USD: UsdSkel characters with samples and splines, as .usda, .usdc, .usd or .usdz."""

import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from kinegraph.core.errors import FormatError
from kinegraph.core.scene import Scene
from kinegraph.formats.usd.read import read_usd
from kinegraph.formats.usd.stage import quiet_pxr
from kinegraph.formats.usd.write import usd_stage, usd_stage_together

__all__ = ["read_usd", "write_usd", "write_usd_together"]


def write_usd(scene: Scene, path: Path) -> None:
    """Writes a stage with Y up in metres; pictures go into a folder beside it, or inside a .usdz."""
    path = Path(path)
    with quiet_pxr(str(path)):
        _write(path, lambda folder: usd_stage(scene, folder))


def write_usd_together(scenes: Sequence[Scene], path: Path, name: str) -> None:
    """Writes a stage of several characters with their clips; as `write_usd`."""
    with quiet_pxr(str(path)):
        _write(path, lambda folder: usd_stage_together(scenes, folder, name))


def _write(path: Path, build: Callable[[Path], object]) -> None:
    """Writes the stage that `build` makes, given a folder for its pictures."""
    if path.suffix.lower() == ".usdz":
        _write_package(build, path)
    else:
        _export(build(path.parent / f"{path.stem}_textures"), path, path)


def _write_package(build: Callable[[Path], object], path: Path) -> None:
    from pxr import Sdf, UsdUtils

    with tempfile.TemporaryDirectory(prefix="kinegraph-") as folder:
        inside = Path(folder) / f"{path.stem or 'character'}.usdc"
        _export(build(Path(folder) / "textures"), inside, path)
        packed = Path(folder) / "packed.usdz"
        if not UsdUtils.CreateNewUsdzPackage(Sdf.AssetPath(str(inside)), str(packed)):
            raise FormatError(path, "the USD library could not pack it.")
        shutil.move(packed, path)


def _export(stage: object, path: Path, shown: Path) -> None:
    if not stage.GetRootLayer().Export(str(path)):  # type: ignore[attr-defined]  # pxr has no type stubs
        raise FormatError(shown, "the USD library could not write it.")
