"""The add-on's modules that need no Blender, by name: its package itself imports bpy."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).resolve().parents[2] / "addon"


def addon_part(name: str) -> ModuleType:
    """A module of the add-on, loaded on its own."""
    spec = spec_from_file_location(f"addon_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
