"""A glTF file with other animations: everything else in it stays as it is.

Reading a file into a Character drops what Kinegraph has no word for: normal maps, names of meshes, further
texture coordinates, morph targets, extensions. A file that is only animated anew is therefore written from
its own JSON, whose animations are replaced. The arrays that only the old animations used are left out. The
weights of morph targets stay with the motion that has the name of their animation.
"""

import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.gltf.buffer import BufferWriter
from kinegraph.formats.gltf.container import GltfFile, json_of, parse_container, resource
from kinegraph.formats.gltf.nodes import NodeTree, node_tree
from kinegraph.formats.gltf.write_motion import MotionWriter, Tolerance
from kinegraph.formats.mapping.rigid_motion import node_rotations, node_translations

_SAME_PLACE = 1e-6  # m for each metre of size
_STILL = 1e-9
# Extensions that name accessors or views in places that this module does not know.
_OPAQUE = {"EXT_mesh_gpu_instancing", "EXT_structural_metadata", "EXT_mesh_features"}

Json = dict[str, Any]


def reanimated_document(scene: Scene, source: Path, tolerance: Tolerance) -> tuple[Json, bytes]:
    """The JSON of `source` with the scene's motions as its animations, and its one buffer."""
    data = source.read_bytes()
    file = parse_container(data, str(source), source.parent)
    nodes = node_tree(file)
    _check_skeleton(file, nodes.skeleton, scene)
    document: Json = msgspec.json.decode(json_of(data))
    kept = _own_buffer(file, document)
    writer = BufferWriter()
    motions = MotionWriter(writer, tolerance, _FileNodes(file, nodes))
    written = [motions.clip(clip) for clip in scene.clips]
    written += [motions.animation(animation) for animation in scene.animations]
    morphs = _morphs(document, {each.name or "" for each in written})
    kept = _drop_old_animations(document, kept, morphs)
    first = _append(document, writer, len(kept))
    animations = msgspec.to_builtins(written)
    for animation in animations:
        _shift(animation["samplers"], ("input", "output"), first)
        for old in morphs:
            if old["name"] == animation.get("name"):
                _shift(old["channels"], ("sampler",), len(animation["samplers"]))
                animation["samplers"] += old["samplers"]
                animation["channels"] += old["channels"]
    if animations:
        document["animations"] = animations
    binary = kept + writer.joined()
    if binary:
        document["buffers"] = [{"byteLength": len(binary)}]
    return document, binary


class _FileNodes:
    """The nodes of a file whose scales were split off when its skeleton was made."""

    def __init__(self, file: GltfFile, tree: NodeTree) -> None:
        self._file = file
        self._tree = tree
        self._node_of_joint = {joint: node for node, joint in tree.joint_of_node.items()}

    def number(self, joint: int) -> int:
        """The node that a joint was made of."""
        if joint not in self._node_of_joint:
            name = self._tree.skeleton.names[joint]
            raise self._file.fail(f"the motion moves {name!r}, which joins its roots and is no node of it.")
        return self._node_of_joint[joint]

    def local(self, joint: int, path: str, values: Floats, rate: bool) -> Floats:
        """The node's own translations or rotations."""
        if path == "rotation":
            return node_rotations(self._tree.tree, joint, values)
        return node_translations(self._tree.tree, joint, values, rate)


def _check_skeleton(file: GltfFile, skeleton: Skeleton, scene: Scene) -> None:
    given = None if scene.character is None else scene.character.skeleton
    same = (
        given is not None
        and given.names == skeleton.names
        and np.array_equal(given.parents, skeleton.parents)
        and np.allclose(given.rest_rotations, skeleton.rest_rotations, atol=1e-6)
        and np.allclose(
            given.offsets, skeleton.offsets, atol=_SAME_PLACE * max(1.0, np.abs(skeleton.offsets).max())
        )
    )
    if not same:
        raise file.fail("its joints are not those of the motion: only a motion of the same character fits.")


def _own_buffer(file: GltfFile, document: Json) -> bytes:
    """All bytes of a document in one buffer, to which its views and its pictures now point."""
    starts, parts, size = [], [], 0
    for content in file.buffers:
        starts.append(size)
        padded = bytes(content) + b"\0" * (-len(content) % 4)
        parts.append(padded)
        size += len(padded)
    views = document.setdefault("bufferViews", [])
    for view in views:
        view["byteOffset"] = view.get("byteOffset", 0) + starts[view["buffer"]]
        view["buffer"] = 0
    for number, image in enumerate(document.get("images", [])):
        if "uri" not in image:
            continue
        uri = image.pop("uri")
        picture = resource(uri, f"image {number}", file.source, file.folder)
        if "mimeType" not in image:
            image["mimeType"] = mimetypes.guess_type(uri)[0] or "image/png"
        image["bufferView"] = len(views)
        views.append({"buffer": 0, "byteOffset": size, "byteLength": len(picture)})
        padded = picture + b"\0" * (-len(picture) % 4)
        parts.append(padded)
        size += len(padded)
    return b"".join(parts)


def _morphs(document: Json, names: set[str]) -> list[Json]:
    """The parts of animations of these names that move morph targets."""
    found: list[Json] = []
    for animation in document.get("animations", []):
        own = [each for each in animation["channels"] if each["target"].get("path") == "weights"]
        if animation.get("name", "") in names and own:
            samplers = [dict(animation["samplers"][channel["sampler"]]) for channel in own]
            channels = [{**channel, "sampler": number} for number, channel in enumerate(own)]
            found.append({"name": animation.get("name", ""), "samplers": samplers, "channels": channels})
    return found


def _drop_old_animations(document: Json, binary: bytes, morphs: list[Json]) -> bytes:
    """Takes away accessors and views that only animations use; returns the bytes that are left."""
    old = document.pop("animations", [])
    if not old or _OPAQUE.intersection(document.get("extensionsUsed", [])):
        return binary
    used = list(_accessor_uses(document))
    used += [(sampler, key) for each in morphs for sampler in each["samplers"] for key in ("input", "output")]
    animated = {sampler[key] for each in old for sampler in each["samplers"] for key in ("input", "output")}
    dropped = animated - {holder[key] for holder, key in used}
    document["accessors"] = _without(document.get("accessors", []), dropped, used)
    views = document["bufferViews"]
    used = list(_view_uses(document))
    unused = set(range(len(views))) - {holder[key] for holder, key in used}
    document["bufferViews"] = _without(views, unused, used)
    return _pack(document["bufferViews"], binary)


def _accessor_uses(document: Json) -> Iterator[tuple[Any, Any]]:
    for mesh in document.get("meshes", []):
        for primitive in mesh["primitives"]:
            if "indices" in primitive:
                yield primitive, "indices"
            for attributes in (primitive["attributes"], *primitive.get("targets", [])):
                yield from ((attributes, name) for name in attributes)
    for skin in document.get("skins", []):
        if "inverseBindMatrices" in skin:
            yield skin, "inverseBindMatrices"


def _view_uses(document: Json) -> Iterator[tuple[Any, Any]]:
    for accessor in document.get("accessors", []):
        if "bufferView" in accessor:
            yield accessor, "bufferView"
        if "sparse" in accessor:
            yield accessor["sparse"]["indices"], "bufferView"
            yield accessor["sparse"]["values"], "bufferView"
    for image in document.get("images", []):
        if "bufferView" in image:
            yield image, "bufferView"


def _without(parts: list[Json], dropped: set[int], uses: list[tuple[Any, Any]]) -> list[Json]:
    """The parts that stay; what points at them follows."""
    place = {old: new for new, old in enumerate(n for n in range(len(parts)) if n not in dropped)}
    for holder, key in uses:
        holder[key] = place[holder[key]]
    return [part for number, part in enumerate(parts) if number not in dropped]


def _pack(views: list[Json], binary: bytes) -> bytes:
    """Moves views together. Views that share bytes each get their own."""
    packed = bytearray()
    for view in views:
        start = view.get("byteOffset", 0)
        view["byteOffset"] = len(packed)
        part = binary[start : start + view["byteLength"]]
        packed += part + b"\0" * (-len(part) % 4)
    return bytes(packed)


def _append(document: Json, writer: BufferWriter, start: int) -> int:
    """Appends the arrays of new animations, whose bytes begin at `start`; returns their first accessor."""
    views, accessors = document["bufferViews"], document.setdefault("accessors", [])
    new_views = msgspec.to_builtins(writer.views)
    new_accessors = msgspec.to_builtins(writer.accessors)
    for view in new_views:
        view["byteOffset"] = view.get("byteOffset", 0) + start
    _shift(new_accessors, ("bufferView",), len(views))
    views += new_views
    accessors += new_accessors
    return len(accessors) - len(new_accessors)


def _shift(parts: list[Json], keys: tuple[str, ...], by: int) -> None:
    for part in parts:
        for key in keys:
            part[key] += by
