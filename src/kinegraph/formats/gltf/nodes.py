"""The node tree of a glTF scene as one Skeleton: which nodes are joints, in which order, without scales."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import matrix_from_quat, quat_normalize
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.gltf.container import GltfFile
from kinegraph.formats.gltf.schema import LOCATOR, Node, own_extras
from kinegraph.formats.mapping.joint_names import unique_names
from kinegraph.formats.mapping.rigid_tree import RigidTree, rigid_tree, trs_from_matrix

_MOST_NODES = 100_000
_MOST_JOINTS = 20_000
_DEEPEST = 2_000  # nodes one below the other
_LARGEST_NUMBER = 1e12  # of a transform; products of a few stay finite
_SCALE_ROUNDING = 1e-6  # exporters write 0.9999999 for 1
_MOVING_PATHS = ("translation", "rotation", "scale")


@dataclass(frozen=True)
class NodeTree:
    """A skeleton and where it came from.

    joint_of_node: Joint index per node index, for the nodes that became joints.
    tree: How the nodes' scaled motion maps to the skeleton's rigid motion.
    scales: (J, 3) the constant scale that each joint's node states, for telling whether a scale is animated.
    """

    skeleton: Skeleton
    joint_of_node: dict[int, int]
    tree: RigidTree
    scales: Floats
    notes: tuple[str, ...]


@dataclass
class _Graph:
    """The nodes that the scene reaches, before it is decided which are joints."""

    order: list[int]  # depth first, parents before children
    parent: dict[int, int]
    ends: list[int] = field(default_factory=list)
    kept: set[int] = field(default_factory=set)


def node_tree(file: GltfFile) -> NodeTree:
    """Reads the node tree of the file's scene."""
    graph = _reachable(file)
    moving = _moving_nodes(file)
    bones = {node for skin in file.document.skins for node in skin.joints}
    _choose_joints(file, graph, moving, bones)
    notes: list[str] = []
    wrappers = _wrappers(file, graph, moving, bones)
    if wrappers:
        names = ", ".join(repr(_name(file.document.nodes[node], node)) for node in wrappers)
        notes.append(f"The still nodes above the root ({names}) were folded into it.")
        graph.kept.difference_update(wrappers)
    ordered = _joint_order(graph)
    if len(ordered) > _MOST_JOINTS:
        raise file.fail(f"it has {len(ordered)} joints; at most {_MOST_JOINTS} are supported.")
    return _assemble(file, graph, ordered, wrappers, notes)


def _reachable(file: GltfFile) -> _Graph:
    document = file.document
    if len(document.nodes) > _MOST_NODES:
        raise file.fail(f"it has {len(document.nodes)} nodes; at most {_MOST_NODES} are supported.")
    stack = [(node, -1) for node in reversed(_scene_roots(file))]
    graph, depth = _Graph([], {}), {-1: 0}
    while stack:
        index, parent = stack.pop()
        node = file.at(document.nodes, index, f"a child of node {parent}" if parent >= 0 else "the scene")
        if LOCATOR in own_extras(node) and parent < 0 and not node.children:
            continue
        if index in graph.parent:
            raise file.fail(f"node {index} is reached twice; nodes must form a tree.")
        graph.parent[index] = parent
        depth[index] = depth[parent] + 1
        if depth[index] > _DEEPEST:
            raise file.fail(f"node {index} lies more than {_DEEPEST} levels deep, too deep to read.")
        graph.order.append(index)
        stack += [(child, index) for child in reversed(node.children)]
    if not graph.order:
        raise file.fail("its scene is empty.")
    return graph


def _scene_roots(file: GltfFile) -> Sequence[int]:
    document = file.document
    if document.scenes:
        return file.at(document.scenes, document.scene or 0, "the default scene").nodes
    children = {child for node in document.nodes for child in node.children}
    return [index for index in range(len(document.nodes)) if index not in children]


def _moving_nodes(file: GltfFile) -> set[int]:
    return {
        channel.target.node
        for animation in file.document.animations
        for channel in animation.channels
        if channel.target.node is not None and channel.target.path in _MOVING_PATHS
    }


def _choose_joints(file: GltfFile, graph: _Graph, moving: set[int], bones: set[int]) -> None:
    """Fills graph.kept and graph.ends: a node is a joint if it moves, deforms, shows, or carries one that
    does.

    A bare leaf below something that moves is a tip worth keeping; below nothing, it is furniture like a
    camera.
    """
    nodes = file.document.nodes
    lively: set[int] = set()
    for index in graph.order:
        if index in moving or index in bones or graph.parent[index] in lively:
            lively.add(index)
    carrying: set[int] = set()
    for index in reversed(graph.order):
        node = nodes[index]
        shows = node.mesh is not None and node.skin is None
        furniture = node.camera is not None or node.mesh is not None or bool(node.extensions)
        essential = index in moving or index in bones or shows or index in carrying
        if not essential and "end_site" in own_extras(node) and graph.parent[index] >= 0:
            graph.ends.append(index)
        elif essential or (index in lively and not furniture):
            graph.kept.add(index)
            carrying.add(graph.parent[index])
    if not graph.kept:  # nothing moves or shows: a bare hierarchy is still a skeleton
        bare = {i for i in graph.order if nodes[i].camera is None and i not in graph.ends}
        graph.kept = {i for i in bare if not (nodes[i].extensions or {}).keys() & {"KHR_lights_punctual"}}
        for index in list(graph.kept):  # and so is what leads to it
            while (index := graph.parent[index]) >= 0 and index not in graph.kept:
                graph.kept.add(index)
    if not graph.kept:
        raise file.fail("it holds nothing that could be a joint or a mesh.")
    graph.ends.sort(key=lambda node: _end_rank(own_extras(nodes[node])["end_site"], node))


def _end_rank(rank: object, node: int) -> tuple[int, int]:
    return (rank if isinstance(rank, int) else 0, node)


def _wrappers(file: GltfFile, graph: _Graph, moving: set[int], bones: set[int]) -> list[int]:
    """Nodes above the true root that only place it, an exporter's "Armature" or "Z_UP", outermost first."""
    if not moving and not bones:
        return []
    children: dict[int, list[int]] = {}
    for index in graph.order:
        if index in graph.kept:
            children.setdefault(graph.parent[index], []).append(index)
    wrappers: list[int] = []
    level = children.get(-1, [])
    while len(level) == 1:
        (index,) = level
        node = file.document.nodes[index]
        shows = node.mesh is not None and node.skin is None
        if index in moving or index in bones or shows or "joint" in own_extras(node):
            break
        level = children.get(index, [])
        if len(level) == 1:
            wrappers.append(index)
    return wrappers


def _joint_order(graph: _Graph) -> list[int]:
    """The file's own order where parents come first in it, else depth first."""
    ordered = sorted(graph.kept)
    if all(graph.parent[node] < node for node in ordered):
        return ordered
    return [node for node in graph.order if node in graph.kept]


def _assemble(
    file: GltfFile, graph: _Graph, ordered: list[int], wrappers: list[int], notes: list[str]
) -> NodeTree:
    nodes = file.document.nodes
    roots = [node for node in ordered if graph.parent[node] not in graph.kept]
    names = [_name(nodes[node], node) for node in ordered]
    translations, rotations, stretches, scales = _local_transforms(file, ordered)
    first = 0
    if len(roots) > 1:  # several roots hang on one that the file does not have
        first = 1
        notes.append(f"The scene has {len(roots)} roots; they were joined under one named 'root'.")
        names.insert(0, "root")
        translations = np.vstack([np.zeros(3), translations])
        rotations = np.vstack([[0.0, 0.0, 0.0, 1.0], rotations])
        stretches = np.concatenate([np.eye(3)[None], stretches])
        scales = np.vstack([np.ones(3), scales])
    joint_of_node = {node: joint + first for joint, node in enumerate(ordered)}
    parents = [-1] * first + [joint_of_node.get(graph.parent[node], first - 1) for node in ordered]
    unique, renamed = unique_names(names)
    if renamed:
        notes.append(f"{renamed} joints had the name of another and were numbered.")
    tree = rigid_tree(np.array(parents), translations, rotations, stretches, _placement(file, wrappers))
    ends = [node for node in graph.ends if graph.parent[node] in joint_of_node]
    end_joints = np.array([joint_of_node[graph.parent[node]] for node in ends], dtype=np.int64)
    end_places, *_ = _local_transforms(file, ends)
    skeleton = Skeleton(
        tuple(unique),
        np.array(parents, dtype=np.int64),
        tree.offsets,
        tree.rotations,
        end_joints,
        np.einsum("eab,eb->ea", tree.residuals[end_joints], end_places),
    )
    return NodeTree(skeleton, joint_of_node, tree, scales, tuple(notes))


def _name(node: Node, index: int) -> str:
    return node.name or f"node_{index}"


def _local_transforms(file: GltfFile, ordered: list[int]) -> tuple[Floats, Floats, Floats, Floats]:
    """Translations, rotations, stretches and stated scales of nodes, in that order."""
    count = len(ordered)
    translations, scales = np.zeros((count, 3)), np.ones((count, 3))
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    stretches = np.tile(np.eye(3), (count, 1, 1))
    for row, index in enumerate(ordered):
        node = file.document.nodes[index]
        if node.matrix is not None:
            matrix = _numbers(file, node.matrix, 16, f"the matrix of node {index}").reshape(4, 4).T
            translations[row], rotations[row], stretches[row] = trs_from_matrix(matrix)
            continue
        if node.translation is not None:
            translations[row] = _numbers(file, node.translation, 3, f"the translation of node {index}")
        if node.rotation is not None:
            rotations[row] = _unit(_numbers(file, node.rotation, 4, f"the rotation of node {index}"))
        if node.scale is not None:
            scales[row] = _numbers(file, node.scale, 3, f"the scale of node {index}")
            if np.abs(scales[row] - 1.0).max() > _SCALE_ROUNDING:
                stretches[row] = np.diag(scales[row])
    return translations, rotations, stretches, scales


def _unit(quaternion: Floats) -> Floats:
    """A quaternion that is a unit one already stays bit for bit what it was."""
    length = float(quaternion @ quaternion)
    return quaternion if abs(length - 1.0) < 1e-14 else quat_normalize(quaternion)


def _numbers(file: GltfFile, values: list[float], count: int, what: str) -> Floats:
    if len(values) != count:
        raise file.fail(f"{what} has {len(values)} numbers; expected {count}.")
    numbers = np.array(values, dtype=np.float64)
    if not (np.abs(numbers) <= _LARGEST_NUMBER).all():
        raise file.fail(f"{what} holds a number beyond all measure.")
    return numbers


def _placement(file: GltfFile, wrappers: list[int]) -> Floats:
    """(4, 4) world from the root's parent."""
    placement = np.eye(4)
    translations, rotations, stretches, _ = _local_transforms(file, wrappers)
    for move, turn, stretch in zip(translations, matrix_from_quat(rotations), stretches, strict=True):
        local = np.eye(4)
        local[:3, :3], local[:3, 3] = turn @ stretch, move
        placement = placement @ local
    return placement
