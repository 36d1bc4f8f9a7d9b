"""glTF 2.0: characters with skins, clips and keyed animations, as .glb or .gltf."""

from pathlib import Path

from kinegraph.core.scene import Scene
from kinegraph.formats.gltf.container import glb_container, gltf_container
from kinegraph.formats.gltf.read import read_gltf, read_gltf_bytes
from kinegraph.formats.gltf.reanimate import reanimated_document
from kinegraph.formats.gltf.splines import Tolerance
from kinegraph.formats.gltf.write_document import gltf_document

__all__ = ["Tolerance", "glb_bytes", "read_gltf", "read_gltf_bytes", "write_gltf"]


def glb_bytes(scene: Scene, tolerance: Tolerance = Tolerance()) -> bytes:  # noqa: B008  # immutable
    """A scene as a .glb file in memory; equal scenes give equal bytes.

    tolerance: How far keyed animations may stray where glTF cannot say their handles.
    """
    return glb_container(*gltf_document(scene, tolerance))


def write_gltf(
    scene: Scene,
    path: Path,
    rotation_tolerance: float = 0.05,
    translation_tolerance: float = 0.1,
    onto: str | Path | None = None,
) -> None:
    """Writes a .glb, or a .gltf that carries its data inside.

    onto: A glTF file of the same character. Its animations are replaced by the scene's motions; everything
        else in it stays: materials, pictures, morph targets, names, extensions.

    rotation_tolerance [deg], translation_tolerance [mm]: How far a joint of a keyed animation may stray
    from its
        curves where glTF cannot say their handles; keys are added until it does not.
    """
    path = Path(path)
    container = gltf_container if path.suffix.lower() == ".gltf" else glb_container
    tolerance = Tolerance(rotation_tolerance, translation_tolerance)
    if onto is None:
        document, binary = gltf_document(scene, tolerance)
    else:
        document, binary = reanimated_document(scene, Path(onto), tolerance)
    path.write_bytes(container(document, binary))
