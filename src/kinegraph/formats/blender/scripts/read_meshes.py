"""Meshes as Blender evaluates them with the armature at rest: all modifiers applied, but for the pose."""

import os

import bpy
import numpy as np

MOST_CORNERS = 30_000_000
MOST_TEXTURE = 64 << 20  # bytes
SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")


def read_meshes(rig, job, arrays, notes):
    """(meshes, materials) that hang on the rig; their arrays go to `arrays` under mesh<n>/."""
    if not job["meshes"]:
        return [], []
    if rig.kind == "armature":
        rig.thing.data.pose_position = "REST"
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    meshes, materials, left_out = [], _Materials(job), 0
    for thing in sorted((t for t in bpy.data.objects if t.type == "MESH"), key=lambda t: t.name):
        binding = _binding(rig, thing)
        if binding is None:
            left_out += 1
            continue
        entry = _read_mesh(thing, graph, binding, rig, arrays, f"mesh{len(meshes)}/", notes)
        if entry is not None:
            entry["materials"] = [materials.number(slot.material) for slot in thing.material_slots]
            meshes.append(entry)
    if left_out:
        notes.append(f"{left_out} mesh object(s) that do not follow the armature were left out.")
    if rig.kind == "armature":
        rig.thing.data.pose_position = "POSE"
    return meshes, materials.entries


def _binding(rig, thing):
    """A joint's name where the mesh is rigid, "" where bones deform it, None where it is not the rig's."""
    if rig.kind == "objects":
        return thing.name if rig.owns(thing) else None
    if any(m.type == "ARMATURE" and m.object == rig.thing for m in thing.modifiers):
        return "" if thing.vertex_groups else None
    if thing.parent == rig.thing:
        if thing.parent_type == "BONE":
            return thing.parent_bone if thing.parent_bone in rig.thing.data.bones else None
        return "" if thing.parent_type == "ARMATURE" and thing.vertex_groups else None
    return None


def _read_mesh(thing, graph, binding, rig, arrays, prefix, notes):
    in_graph = thing.evaluated_get(graph)
    mesh = in_graph.to_mesh()
    if mesh is None or not len(mesh.polygons):
        return None
    if len(mesh.loops) > MOST_CORNERS:
        notes.append(f"The mesh {thing.name!r} was left out: {len(mesh.loops)} corners are too many.")
        return None
    mesh.calc_loop_triangles()
    arrays[prefix + "vertices"] = _get(mesh.vertices, "co", 3)
    arrays[prefix + "corners"] = _get(mesh.loops, "vertex_index", 1, np.int32)[:, 0]
    arrays[prefix + "triangles"] = _get(mesh.loop_triangles, "loops", 3, np.int32)
    arrays[prefix + "slots"] = _get(mesh.loop_triangles, "material_index", 1, np.int32)[:, 0]
    arrays[prefix + "normals"] = _get(mesh.corner_normals, "vector", 3)
    if mesh.uv_layers.active:
        arrays[prefix + "uvs"] = _get(mesh.uv_layers.active.uv, "vector", 2)
    colors = mesh.color_attributes.active_color if mesh.color_attributes else None
    if colors is not None and colors.domain in ("POINT", "CORNER"):
        values = _get(colors.data, "color", 4)
        if not values[:, :3].any():
            values[:] = 1.0  # all black: an unpainted mask, not a colour
        arrays[prefix + "colors"] = (
            values if colors.domain == "CORNER" else values[arrays[prefix + "corners"]]
        )
    arrays[prefix + "world"] = np.array(in_graph.matrix_world)
    if not binding:
        joints, weights = _weights(mesh, thing, rig)
        arrays[prefix + "joints"], arrays[prefix + "weights"] = joints, weights
    if thing.data.shape_keys:
        notes.append(f"The shape keys of {thing.name!r} were left out.")
    in_graph.to_mesh_clear()
    return {"name": thing.name, "joint": rig.names.index(binding) if binding else None}


def _get(collection, name, width, dtype=np.float32):
    flat = np.empty(len(collection) * width, dtype=dtype)
    collection.foreach_get(name, flat)
    return flat.reshape(-1, width)


def _weights(mesh, thing, rig):
    """(V, 4) joints and weights: the four strongest of each vertex, zeros where it has fewer."""
    index = {name: number for number, name in enumerate(rig.names)}
    joint_of = [index.get(group.name, -1) for group in thing.vertex_groups]
    joints = np.zeros((len(mesh.vertices), 4), dtype=np.int32)
    weights = np.zeros((len(mesh.vertices), 4))
    for row, vertex in enumerate(mesh.vertices):
        found = [
            (entry.weight, joint_of[entry.group])
            for entry in vertex.groups
            if entry.weight > 0.0 and entry.group < len(joint_of) and joint_of[entry.group] >= 0
        ]
        for column, (weight, joint) in enumerate(sorted(found, reverse=True)[:4]):
            joints[row, column], weights[row, column] = joint, weight
    return joints, weights


class _Materials:
    """Materials in the order in which they are first met."""

    def __init__(self, job):
        self.job = job
        self.entries = []
        self.numbers = {}

    def number(self, material):
        """The number of a material's entry; -1 for an empty slot."""
        if material is None:
            return -1
        if material.name not in self.numbers:
            self.numbers[material.name] = len(self.entries)
            self.entries.append(self._entry(material))
        return self.numbers[material.name]

    def _entry(self, material):
        nodes = list(material.node_tree.nodes) if material.node_tree else []
        entry = {
            "name": material.name,
            "color": list(material.diffuse_color),
            "metallic": material.metallic,
            "roughness": material.roughness,
            "double_sided": not material.use_backface_culling,
            "vertex_colors": any(node.type in ("VERTEX_COLOR", "ATTRIBUTE") for node in nodes),
            "texture": "",
        }
        surface = next((node for node in nodes if node.type == "BSDF_PRINCIPLED"), None)
        if surface is None:
            return entry
        base = surface.inputs["Base Color"]
        entry["metallic"] = surface.inputs["Metallic"].default_value
        entry["roughness"] = surface.inputs["Roughness"].default_value
        image = _image_behind(base)
        entry["color"] = [*_tint(base), surface.inputs["Alpha"].default_value]
        entry["texture"] = self._texture(image) if image is not None else ""
        if self.job["kind"] == "fbx" and image is None:
            entry["vertex_colors"] = True  # FBX has no word for a material that uses them
        return entry

    def _texture(self, image):
        """The image's file, copied for the reader: packed, or lying in the scene's folder; else nothing."""
        data = bytes(image.packed_file.data) if image.packed_file else self._beside(image)
        if len(data) > MOST_TEXTURE or not data.startswith(SIGNATURES):
            return ""
        place = os.path.join(self.job["folder"], f"texture{len(self.entries)}")
        with open(place, "wb") as file:
            file.write(data)
        return place

    def _beside(self, image):
        place = os.path.realpath(bpy.path.abspath(image.filepath or ""))
        folder = os.path.dirname(os.path.realpath(self.job["path"]))
        if os.path.commonpath([place, folder]) != folder or not os.path.isfile(place):
            return b""
        if os.path.getsize(place) > MOST_TEXTURE:
            return b""
        with open(place, "rb") as file:
            return file.read()


def _image_behind(socket, depth=0):
    """The first image that feeds a colour, through whatever mixes it."""
    for link in socket.links if depth < 8 else ():
        if link.from_node.type == "TEX_IMAGE":
            return link.from_node.image
        for deeper in link.from_node.inputs:
            image = _image_behind(deeper, depth + 1)
            if image is not None:
                return image
    return None


def _tint(socket, depth=0):
    """The colour by which multiplications tint what feeds a socket; its own where nothing does."""
    if not socket.is_linked:
        return list(socket.default_value)[:3]
    node = socket.links[0].from_node
    if node.type != "MIX" or node.blend_type != "MULTIPLY" or depth > 8:
        return [1.0, 1.0, 1.0]
    sides = [entry for entry in node.inputs if entry.type == "RGBA"]
    return [a * b for a, b in zip(*(_tint(side, depth + 1) for side in sides), strict=True)]
