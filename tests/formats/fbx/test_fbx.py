"""FBX files hold what was written: read by a second reader, in ufbx, and by the rules of the container."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.formats.blender import blender_samples as samples
from tests.formats.fbx.fbx_reference import ReadScene, read_curve, read_tree
from tests.present import present

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.bake import bake, poses_at
from kinegraph.core.character import Character
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import forward_kinematics, transform_matrices
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import save
from kinegraph.formats.fbx.curves import fbx_curve

NEAR = 2e-3  # m: fitted rotations may stray by 0.05 degrees at each of up to four joints, about 0.5 m each
EXACT = 1e-4  # m: float32 angles, and weights in steps of 1/10,000


def animation_of(skeleton: Skeleton, modes: tuple[str, ...], seed: int, slides: tuple[int, ...]) -> Animation:
    rng = np.random.default_rng(seed)
    curves = {
        Channel(joint, Property.ROTATION, axis): samples.curve(rng, 0.5)
        for joint, mode in enumerate(modes)
        for axis in range(4 if mode == QUATERNION else 3)
    }
    curves |= {
        Channel(joint, Property.TRANSLATION, axis): samples.curve(rng, 0.2)
        for joint in slides
        for axis in range(3)
    }
    return Animation(skeleton, 24.0, curves, modes, name=f"motion {seed}")


def straight_skeleton() -> Skeleton:
    return Skeleton.from_offsets(
        ["hips", "spine", "arm", "hand"], [-1, 0, 1, 2], [[0, 1, 0], [0, 0.4, 0], [0.2, 0.1, 0], [0.3, 0, 0]]
    )


def written(tmp_path: Path, scene: Scene, **options: object) -> ReadScene:
    save(scene, tmp_path / "out.fbx", **options)
    return ReadScene((tmp_path / "out.fbx").read_bytes())


def largest_difference(there: ReadScene, animation: Animation, names: list[str]) -> float:
    times = np.linspace(animation.start - 0.1, animation.end + 0.1, 29)
    here = transform_matrices(forward_kinematics(poses_at(animation, times, animation.fps)))
    here[:, :, :3, 3] *= 100.0
    stack = there.stack(animation.name)
    worst = 0.0
    for time, wanted in zip(times.tolist(), here, strict=True):
        found = there.world(stack, time)
        worst = max(worst, max(np.abs(found[n] - w)[:3, 3].max() for n, w in zip(names, wanted, strict=True)))
    return worst / 100.0


def test_euler_curves_and_slides_of_unturned_joints_play_exactly(tmp_path: Path) -> None:
    skeleton = straight_skeleton()
    ours = animation_of(skeleton, ("XYZ", "ZXY", "YZX", "ZYX"), 1, (0, 2))
    there = written(tmp_path, Scene(Character.bare("a", skeleton), animations=(ours,)))
    assert largest_difference(there, ours, list(skeleton.names)) < EXACT


def test_exact_curves_keep_their_number_of_keys(tmp_path: Path) -> None:
    skeleton = straight_skeleton()
    ours = animation_of(skeleton, ("XYZ", "ZXY", "YZX", "ZYX"), 1, (0, 2))
    there = written(tmp_path, Scene(Character.bare("a", skeleton), animations=(ours,)))
    counts = [
        len(node.first("KeyTime").values[0])
        for node in there.objects.values()
        if node.name == "AnimationCurve"
    ]
    assert sorted(counts) == sorted(len(curve) for curve in ours.curves.values())


def test_quaternions_orders_of_two_axes_and_turned_slides_are_fitted(tmp_path: Path) -> None:
    ours = samples.animation()
    there = written(tmp_path, Scene(samples.character(), animations=(ours,)))
    names = [there.title(joint) for joint in there.joints()]
    assert largest_difference(there, ours, names) < NEAR


def test_a_smaller_tolerance_gives_more_keys_and_a_smaller_error(tmp_path: Path) -> None:
    ours = animation_of(straight_skeleton(), (QUATERNION,) * 4, 3, ())
    scene = Scene(Character.bare("a", ours.skeleton), animations=(ours,))
    names = list(ours.skeleton.names)
    loose = written(tmp_path, scene, rotation_tolerance=1.0)
    size = (tmp_path / "out.fbx").stat().st_size
    tight = written(tmp_path, scene, rotation_tolerance=0.005)
    assert (tmp_path / "out.fbx").stat().st_size > size
    assert largest_difference(tight, ours, names) < min(3e-4, largest_difference(loose, ours, names))


def test_two_motions_of_different_orders_share_the_nodes(tmp_path: Path) -> None:
    skeleton = straight_skeleton()
    both = tuple(animation_of(skeleton, (order,) * 4, seed, ()) for seed, order in ((4, "XYZ"), (5, "ZYX")))
    there = written(tmp_path, Scene(Character.bare("a", skeleton), animations=both))
    assert all(largest_difference(there, each, list(skeleton.names)) < NEAR for each in both)


def test_clips_have_a_straight_key_on_every_frame(tmp_path: Path) -> None:
    ours = samples.clip()
    there = written(tmp_path, Scene(samples.character(), clips=(ours,)))
    found = [there.world(there.stack(ours.name), time) for time in ours.times[::12].tolist()]
    wanted = forward_kinematics(ours).positions[::12]
    for world, places in zip(found, wanted, strict=True):
        assert np.array([m[:3, 3] for m in world.values()]) / 100.0 == pytest.approx(places, abs=EXACT)


def test_baking_gives_every_motion_a_key_on_every_frame(tmp_path: Path) -> None:
    ours = animation_of(straight_skeleton(), ("XYZ",) * 4, 6, ())
    there = written(tmp_path, Scene(Character.bare("a", ours.skeleton), animations=(ours,)), bake=True)
    curves = [node for node in there.objects.values() if node.name == "AnimationCurve"]
    assert {len(node.first("KeyTime").values[0]) for node in curves} == {len(bake(ours))}
    assert all(read_curve(node).linear[:-1].all() for node in curves)


@pytest.mark.parametrize("seed", range(6))
def test_a_curve_is_the_same_function_in_the_file(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    ours = samples.curve(rng, 1.0)
    skeleton = straight_skeleton()
    motion = Animation(skeleton, 24.0, {Channel(1, Property.ROTATION, 2): ours}, ("XYZ",) * 4)
    there = written(tmp_path, Scene(Character.bare("a", skeleton), animations=(motion,)))
    (node,) = [node for node in there.objects.values() if node.name == "AnimationCurve"]
    found = read_curve(node)
    times = np.linspace(ours.times[0] - 0.1, ours.times[-1] + 0.1, 201)
    steep = 1.0 + np.abs(ours.slopes(times)).clip(max=1e3)  # a weight's step moves a point along its handle
    difference = np.abs(np.radians([found.at(t) for t in times.tolist()]) - ours.evaluate(times))
    assert (difference / steep).max() < 2e-4


def test_handles_without_length_and_of_full_length_stay_near() -> None:
    keys, values = np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 0.0])
    points = np.stack([keys, values], axis=1)
    incoming, outgoing = points.copy(), points.copy()
    outgoing[0], incoming[1] = [0.0, 0.5], [1.0, 0.5]  # straight up
    outgoing[1], incoming[2] = [2.0, 1.0], [1.0, 0.0]  # all along the segment
    there = fbx_curve(Curve(keys, values, incoming, outgoing, np.zeros(3, dtype=bool)))
    assert np.isfinite(there.data[:, :2]).all()
    packed = there.data[:, 2].view(np.uint32)
    assert int(packed[0]) & 0xFFFF == 1  # the least weight keeps the height of the handle
    assert all(int(word) & 0xFFFF <= 9900 and int(word) >> 16 <= 9900 for word in packed)


def test_equal_scenes_give_equal_bytes(tmp_path: Path) -> None:
    scene = Scene(samples.character(), (samples.clip(),), (samples.animation(),))
    for name in ("a.fbx", "b.fbx"):
        save(scene, tmp_path / name)
    assert (tmp_path / "a.fbx").read_bytes() == (tmp_path / "b.fbx").read_bytes()


def test_a_skin_has_a_cluster_for_every_joint_that_moves_it(tmp_path: Path) -> None:
    ours = samples.character()
    there = written(tmp_path, Scene(ours))
    skins = [i for i, node in there.objects.items() if node.name == "Deformer" and node.values[2] == "Skin"]
    assert len(skins) == len(ours.skins)
    for identity, skin in zip(skins, ours.skins, strict=True):
        total = np.zeros(len(skin.mesh.vertices))
        for cluster in there.sources(identity, "Deformer"):
            node = there.objects[cluster]
            (joint,) = there.sources(cluster, "Model")
            number = there.joints().index(joint)
            share = np.where(skin.joints == number, skin.weights, 0.0).sum(axis=1)
            vertices = node.first("Indexes").values[0]
            assert node.first("Weights").values[0] == pytest.approx(share[vertices])
            total[vertices] += share[vertices]
        assert total == pytest.approx(np.ones_like(total))


def test_a_bind_matrix_is_where_the_joint_rests(tmp_path: Path) -> None:
    there = written(tmp_path, Scene(samples.character(), animations=(samples.animation(),)))
    for node in there.objects.values():
        if node.name == "Deformer" and node.values[2] == "Cluster":
            link = node.first("TransformLink").values[0].reshape(4, 4).T
            mesh = node.first("Transform").values[0].reshape(4, 4).T
            assert link @ mesh == pytest.approx(np.eye(4), abs=1e-9)


def test_the_container_is_well_formed_and_names_what_it_holds(tmp_path: Path) -> None:
    save(Scene(samples.character(), (samples.clip(),)), tmp_path / "out.fbx")
    version, nodes = read_tree((tmp_path / "out.fbx").read_bytes())
    named = {node.name: node for node in nodes}
    counts: dict[str, int] = {}
    for node in named["Objects"].children:
        counts[node.name] = counts.get(node.name, 0) + 1
    stated = {
        n.values[0]: n.first("Count").values[0]
        for n in named["Definitions"].children
        if n.name == "ObjectType"
    }
    assert version == 7400
    assert stated == {"GlobalSettings": 1, **counts}
    assert named["GlobalSettings"].property("UnitScaleFactor") == [1.0]


def test_pictures_are_embedded(tmp_path: Path) -> None:
    ours = samples.character()
    there = written(tmp_path, Scene(ours))
    pictures = {node.first("Content").values[0] for node in there.objects.values() if node.name == "Video"}
    meshes = [skin.mesh for skin in ours.skins] + [mesh for body in ours.bodies for mesh in body.meshes]
    assert pictures == {mesh.material.texture for mesh in meshes if mesh.material.texture}


def test_markers_alone_are_refused(tmp_path: Path) -> None:
    markers = MarkerClip(("a",), 30.0, np.zeros((2, 1, 3)), np.ones((2, 1), dtype=bool), np.zeros((2, 1)))
    with pytest.raises(FormatError, match="has none"):
        save(markers, tmp_path / "out.fbx")


_IN_UFBX = """
import json, os, sys, ufbx
scene = ufbx.load_file(sys.argv[1])
asked = json.loads(sys.argv[2])
(stack,) = [each for each in scene.anim_stacks if each.name == asked["take"]]
found = []
for time in asked["times"]:
    nodes = {node.name: node for node in scene.evaluate(stack.anim, time).nodes}
    found.append([list(nodes[name].node_to_world.c3) for name in asked["names"]])
def ends(key):
    return [key.time, key.value, key.left.dx, key.left.dy, key.right.dx, key.right.dy]
keys = [[ends(key) for key in curve.keyframes] for curve in scene.anim_curves]
print(json.dumps({"places": found, "keys": keys}))
sys.stdout.flush()
os._exit(0)  # its clean-up is not safe
"""


@pytest.fixture(scope="module")
def in_ufbx(tmp_path_factory: pytest.TempPathFactory) -> tuple[Animation, ReadScene, dict, np.ndarray]:
    """A motion as ufbx reads and plays it, in a process of its own."""
    pytest.importorskip("ufbx")
    ours = samples.animation()
    folder = tmp_path_factory.mktemp("ufbx")
    there = written(folder, Scene(samples.character(), animations=(ours,)))
    times = np.linspace(0.0, ours.end, 31) + 0.003
    names = [there.title(joint) for joint in there.joints()]
    asked = json.dumps({"take": ours.name, "times": times.tolist(), "names": names})
    run = [sys.executable, "-c", _IN_UFBX, str(folder / "out.fbx"), asked]
    answer = subprocess.run(run, capture_output=True, text=True, check=True, timeout=120)
    return ours, there, json.loads(answer.stdout), times


def test_ufbx_puts_every_joint_where_we_do(in_ufbx: tuple[Animation, ReadScene, dict, np.ndarray]) -> None:
    ours, _, found, times = in_ufbx
    here = forward_kinematics(poses_at(ours, times, ours.fps)).positions
    assert np.array(found["places"]) / 100.0 == pytest.approx(here, abs=NEAR)


def test_ufbx_reads_the_tangents_that_we_read(in_ufbx: tuple[Animation, ReadScene, dict, np.ndarray]) -> None:
    _, there, found, _ = in_ufbx
    ours = [read_curve(node) for node in there.objects.values() if node.name == "AnimationCurve"]
    assert len(found["keys"]) == len(ours)
    for theirs, curve in zip(found["keys"], ours, strict=True):
        keys = np.array(theirs)
        assert keys[:, :2] == pytest.approx(curve.points[:, 1], rel=1e-6, abs=1e-6)
        smooth = ~(curve.holds | curve.linear)
        after = (curve.points[:, 2] - curve.points[:, 1])[:-1][smooth[:-1]]
        assert keys[:-1, 4:][smooth[:-1]] == pytest.approx(after, rel=1e-4, abs=1e-4)
        before = (curve.points[:, 1] - curve.points[:, 0])[1:][smooth[:-1]]
        assert keys[1:, 2:4][smooth[:-1]] == pytest.approx(before, rel=1e-4, abs=1e-4)


def test_a_character_keeps_its_record(tmp_path: Path) -> None:
    ours = samples.character()
    there = written(tmp_path, Scene(ours))
    (top,) = [node for node in there.objects.values() if node.values[2] == "Null" and node.name == "Model"]
    record = json.loads(present(top.property("kinegraph"))[0])
    assert record["joints"] == list(ours.skeleton.names)
    assert np.array(record["rotations"]) == pytest.approx(ours.skeleton.rest_rotations, abs=0.0)
