"""Reading a glTF file: its character, its skins, and its animations."""

from pathlib import Path

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError, KinegraphError
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.formats.gltf.accessors import Accessors
from kinegraph.formats.gltf.animation import AnimationReader
from kinegraph.formats.gltf.container import GltfFile, parse_container
from kinegraph.formats.gltf.locators import read_locators
from kinegraph.formats.gltf.meshes import MeshReader
from kinegraph.formats.gltf.nodes import node_tree
from kinegraph.formats.gltf.schema import own_extras
from kinegraph.formats.mapping.character_record import with_record


def read_gltf(path: Path, scale: float = 1.0) -> Scene:
    """Reads a .glb, or a .gltf with its data beside it.

    scale: Metres per unit of the file, for files that are not in metres as glTF asks.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FormatError(path, f"cannot be read: {(error.strerror or 'unknown reason').lower()}.") from error
    scene = read_gltf_bytes(data, str(path), path.parent)
    return scene if scale == 1.0 else scale_lengths(scene, scale)


def read_gltf_bytes(data: bytes, source: str, folder: Path | None = None) -> Scene:
    """Reads a glTF file that is already in memory.

    source: Its name, for messages and as the character's name.
    folder: Where its companion files may be read from; None where nothing but `data` may be touched.
    """
    try:
        with np.errstate(all="ignore"):  # what overflows is found and refused by the data types
            return _scene(parse_container(data, source, folder))
    except FormatError:
        raise
    except (KinegraphError, OverflowError) as error:
        raise FormatError(source, f"what it describes is impossible: {error}") from error


def _scene(file: GltfFile) -> Scene:
    accessors = Accessors(file)
    nodes = node_tree(file)
    meshes = MeshReader(file, accessors, nodes)
    bodies, skins = meshes.bodies(), meshes.skins()
    character = Character(Path(file.source).stem or "character", nodes.skeleton, bodies, skins)
    roots = file.document.scenes[file.document.scene or 0] if file.document.scenes else None
    record = own_extras(roots).get("character") if roots is not None else None
    character, record_notes = with_record(character, record)
    motions = AnimationReader(file, accessors, nodes)
    notes = (*nodes.notes, *meshes.notes, *record_notes, *motions.notes)
    locators = read_locators(file, accessors)
    return Scene(character, tuple(motions.clips), tuple(motions.animations), notes=notes, locators=locators)
