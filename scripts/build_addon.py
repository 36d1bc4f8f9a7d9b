"""Packs the Blender add-on into one zip, for `make addon`. Equal sources give equal bytes."""

import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
_DATE = (1980, 1, 1, 0, 0, 0)


def build_addon(folder: Path) -> Path:
    """Writes the zip into `folder` and returns its path. Its version is that of Kinegraph."""
    source = (HERE / "src/kinegraph/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', source)
    if found is None:
        raise RuntimeError("src/kinegraph/__init__.py states no version.")
    version = found[1]
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"kinegraph-blender-{version}.zip"
    files = [*sorted((HERE / "addon").glob("*.py")), HERE / "addon/blender_manifest.toml", HERE / "LICENSE"]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            text = file.read_text(encoding="utf-8")
            if file.name == "blender_manifest.toml":
                text = re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', text)
            archive.writestr(zipfile.ZipInfo(file.name, _DATE), text, zipfile.ZIP_DEFLATED)
    return target


if __name__ == "__main__":
    print(build_addon(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "dist"))
