"""Adds meshes to an armature: skins by vertex groups and a modifier, rigid ones as children of their bone."""

import bpy
import numpy as np
from mathutils import Matrix


def add_meshes(job, arrays, armature):
    """Adds every mesh of the job. Call with the armature in object mode."""
    materials = [_add_material(material) for material in job["materials"]]
    for number, entry in enumerate(job["meshes"]):
        parts = {
            name.split("/", 1)[1]: values
            for name, values in arrays.items()
            if name.startswith(f"mesh{number}/")
        }
        mesh = _new_mesh(entry["name"], parts)
        mesh.materials.append(materials[entry["material"]])
        thing = bpy.data.objects.new(entry["name"], mesh)
        bpy.context.scene.collection.objects.link(thing)
        thing.parent = armature
        if entry["joint"] is None:
            _bind(thing, job, parts, armature)
        else:
            _hang(thing, job["bones"][entry["joint"]]["name"], armature)


def _new_mesh(name, parts):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(parts["vertices"].tolist(), [], parts["triangles"].tolist())
    mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), dtype=bool))
    corners = parts["triangles"].ravel()
    if "uvs" in parts:
        mesh.uv_layers.new(name="UVMap").uv.foreach_set(
            "vector", parts["uvs"][corners].ravel().astype(np.float32)
        )
    if "colors" in parts:
        colors = mesh.color_attributes.new(name="Color", type="FLOAT_COLOR", domain="POINT")
        colors.data.foreach_set("color", parts["colors"].ravel().astype(np.float32))
    if "normals" in parts and len(corners):
        mesh.normals_split_custom_set_from_vertices(parts["normals"].tolist())
    mesh.update()
    return mesh


def _bind(thing, job, parts, armature):
    """Lets the bones deform the mesh."""
    joints, weights = parts["joints"], parts["weights"]
    for bone in np.unique(joints[weights > 0.0]).tolist():
        group = thing.vertex_groups.new(name=job["bones"][bone]["name"])
        share = np.where(joints == bone, weights, 0.0).sum(axis=1)
        for vertex in np.flatnonzero(share).tolist():
            group.add([vertex], float(share[vertex]), "REPLACE")
    thing.modifiers.new("Armature", "ARMATURE").object = armature


def _hang(thing, bone, armature):
    thing.parent_type, thing.parent_bone = "BONE", bone
    # Blender hangs things on the bone's tail; our mesh is in the frame at its head.
    thing.matrix_parent_inverse = Matrix.Translation((0.0, -armature.data.bones[bone].length, 0.0))


def _add_material(entry):
    material = bpy.data.materials.new(entry["name"])
    material.use_nodes = True
    material.use_backface_culling = not entry["double_sided"]
    material.diffuse_color = entry["color"]
    tree = material.node_tree
    surface = next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")
    surface.inputs["Base Color"].default_value = entry["color"]
    surface.inputs["Alpha"].default_value = entry["color"][3]
    surface.inputs["Metallic"].default_value = entry["metallic"]
    surface.inputs["Roughness"].default_value = entry["roughness"]
    sources = []
    if entry["texture"]:
        image = tree.nodes.new("ShaderNodeTexImage")
        image.image = bpy.data.images.load(entry["texture"])
        image.image.pack()
        sources.append(image.outputs["Color"])
    if entry["vertex_colors"]:
        color = tree.nodes.new("ShaderNodeVertexColor")
        color.layer_name = "Color"
        sources.append(color.outputs["Color"])
    if sources:
        _multiply(tree, sources, entry["color"], surface.inputs["Base Color"])
    return material


def _multiply(tree, sources, tint, target):
    """Links the product of the sources, and of the tint unless it is white, to `target`."""
    result = sources[0]
    factors = sources[1:] + ([] if tuple(tint[:3]) == (1.0, 1.0, 1.0) else [tint])
    for factor in factors:
        mix = tree.nodes.new("ShaderNodeMix")
        mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
        mix.inputs["Factor"].default_value = 1.0
        colors = [socket for socket in mix.inputs if socket.type == "RGBA"]
        tree.links.new(result, colors[0])
        if isinstance(factor, list):
            colors[1].default_value = factor
        else:
            tree.links.new(factor, colors[1])
        result = next(socket for socket in mix.outputs if socket.type == "RGBA")
    tree.links.new(result, target)
