"""Files that a user can open: every registered format, and Kinegraph's own."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.characters.anatomy.anatomy_samples import biped
from tests.formats.acclaim.acclaim_samples import AMC, ASF
from tests.formats.bvh.bvh_samples import WALKER
from tests.formats.format_samples import character, clip, keyed, png
from tests.perform.files.test_package import packed
from tests.perform.files.test_script import DOG
from tests.scenes.scene_texts import MANY

from kinegraph.characters.anatomy.roles_file import anatomy_from_text, anatomy_text
from kinegraph.cli.creatures.walking import ground_from, path_from
from kinegraph.core.errors import KinegraphError
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene
from kinegraph.creatures.animation.motion_file import motion_bytes, motion_of_bytes
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.body.creature_from_rig import creature_from_rig
from kinegraph.creatures.gait.plan_file import gait_bytes, gait_of_bytes
from kinegraph.creatures.maker.plan_file import plan_bytes, plan_from_bytes
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.file import doodle_bytes, doodle_from_bytes
from kinegraph.formats import load, save
from kinegraph.formats.blender.launch import find_blender
from kinegraph.formats.blender.session import keep_blender
from kinegraph.formats.blender.signature import check_signature
from kinegraph.formats.bvh.file import bvh_from_bytes
from kinegraph.formats.gltf.file import read_gltf_bytes
from kinegraph.formats.keyed.reading import keyed_json_scene
from kinegraph.formats.usd.container import check_container
from kinegraph.perform.files.package import package_bytes
from kinegraph.perform.files.package_reading import package_of_bytes
from kinegraph.perform.files.script_reading import script_of_text
from kinegraph.scenes.files.reading import stage_of_text
from kinegraph.scenes.stage_player import StagePlayer
from kinegraph.studio.doodles.pictures import received_picture

_GROUND = b'{"heights": [[0, 0.1, 0], [0, 0.2, 0.1]], "spacing": 0.5, "origin": [-1, 0]}'
_PATH = b"0,0  # here\n0.5,1\n\n1.5,1.5\n"
Read = Callable[[bytes], object]
Pair = tuple[Read, Callable[[], list[bytes]]]


def targets() -> dict[str, Pair]:
    """Readers of files, each with a function that makes valid files; with Blender, also those through it."""
    return _own_targets() | (_blender_targets() if _has_blender() else {})


def _own_targets() -> dict[str, Pair]:
    return {
        "bvh": (bvh_from_bytes, lambda: [WALKER, *_saved(".bvh", _dense())]),
        "asf": (_file_reader(".asf"), lambda: [ASF]),
        "amc": (_file_reader(".amc", beside=("fuzzed.asf", ASF)), lambda: [AMC]),
        "c3d": (_file_reader(".c3d"), lambda: _saved(".c3d", Scene(markers=(_markers(),)))),
        "glb": (partial(read_gltf_bytes, source="fuzzed.glb"), lambda: _saved(".glb", _dense(), _keyed())),
        "gltf": (partial(read_gltf_bytes, source="fuzzed.gltf"), lambda: _saved(".gltf", _dense(), _keyed())),
        "usda": (_file_reader(".usda"), lambda: _saved(".usda", _dense(), _keyed())),
        "usdc": (_file_checker(".usdc", check_container), lambda: _saved(".usdc", _dense(), _keyed())),
        "usdz": (_file_checker(".usdz", check_container), lambda: _saved(".usdz", _dense())),
        "blend": (_file_checker(".blend", check_signature), lambda: [b"BLENDER-v405REND" + bytes(64)]),
        "fbx": (
            _file_checker(".fbx", check_signature),
            lambda: [b"Kaydara FBX Binary  \0\x1a\0" + bytes(64)],
        ),
        "keyed": (keyed_json_scene, lambda: _saved(".json", _keyed())),
        "kinepack": (
            package_of_bytes,
            lambda: [package_bytes(packed()), package_bytes(packed(), embed=True)],
        ),
        "kinecreature": (partial(plan_from_bytes, source="fuzzed"), _plans),
        "kinemotion": (
            motion_of_bytes,
            lambda: [motion_bytes(shipped_animation(n)) for n in ("wave", "wag tail")],
        ),
        "kinegait": (gait_of_bytes, _gaits),
        "anatomy": (_read_anatomy, lambda: [anatomy_text(biped()).encode()]),
        "ground": (_file_checker(".json", lambda path: ground_from(str(path))), lambda: [_GROUND]),
        "path": (_file_checker(".csv", lambda path: path_from(str(path))), lambda: [_PATH]),
        "doodle": (doodle_from_bytes, lambda: [doodle_bytes(each) for each in (_doodle(), _sheet())]),
        "script": (script_of_text, lambda: [DOG.encode()]),
        "scene": (_play_scene, lambda: [MANY.encode()]),
        "picture": (received_picture, _pictures),
    }


def _play_scene(data: bytes) -> object:
    """Reads a scene, and plays a few moments of it; there are no files beside it."""
    with tempfile.TemporaryDirectory() as folder:
        script = stage_of_text(data, "fuzzed", Path(folder))
        player = StagePlayer(script.stage)
        return [player.moment(share * script.stage.duration) for share in (0.0, 0.4, 1.0)]


def _blender_targets() -> dict[str, Pair]:
    """Files that one Blender after the other reads: whatever it does with them, the reader must answer."""
    return {
        "blend_in_blender": (_blender_reader(".blend"), lambda: _saved(".blend", _keyed())),
        "fbx_in_blender": (_blender_reader(".fbx"), lambda: _saved(".fbx", _dense())),
    }


def _has_blender() -> bool:
    try:
        find_blender()
    except KinegraphError:
        return False
    return True


def _blender_reader(ending: str) -> Read:
    read = _file_reader(ending)

    def read_kept(data: bytes) -> object:
        keep_blender()
        return read(data)

    return read_kept


def _file_checker(ending: str, check: Callable[[Path], object]) -> Read:
    """A check of a file as a function of the file's bytes."""
    path = Path(tempfile.mkdtemp(prefix="kinegraph-fuzz-")) / f"fuzzed{ending}"

    def read(data: bytes) -> object:
        path.write_bytes(data)
        return check(path)

    return read


def _file_reader(ending: str, beside: tuple[str, bytes] | None = None) -> Read:
    """`load` as a function of a file's bytes. beside: Name and content of a file that belongs to it."""

    def read(path: Path) -> object:
        if beside is not None and not path.with_name(beside[0]).exists():
            path.with_name(beside[0]).write_bytes(beside[1])
        return load(path)

    return _file_checker(ending, read)


def _saved(ending: str, *scenes: Scene) -> list[bytes]:
    """Scenes as files of a format."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for scene in scenes:
            save(scene, Path(folder) / f"seed{ending}")
            found.append((Path(folder) / f"seed{ending}").read_bytes())
        return found


def _dense() -> Scene:
    who = character()
    return Scene(who, (clip(who.skeleton),))


def _keyed() -> Scene:
    who = character()
    return Scene(who, (), (keyed(who.skeleton),))


def _markers() -> MarkerClip:
    from tests.formats.c3d.test_c3d import sample

    return sample()


def _plans() -> list[bytes]:
    from tests.studio.samples_of_records import a_plan

    from kinegraph.studio.creatures.making import random_plan

    return [plan_bytes(a_plan()), plan_bytes(random_plan(1, None))]


def _gaits() -> list[bytes]:
    from tests.creatures.gait.test_gait_plan import PLAN

    from kinegraph.creatures.gait.plan import named_gait

    return [gait_bytes(PLAN), gait_bytes(named_gait("lumber+limp/march"))]


def _doodle() -> Doodle:
    from tests.doodles.test_doodle_file import _doodle as whole

    return whole()


def _sheet() -> Doodle:
    """Two characters on drawn ground, with scenery and lessons of a hand."""
    from tests.doodles.test_performers import hill, walker

    from kinegraph.doodles.doodle import Layer, Scenery
    from kinegraph.doodles.line.learned_hand import Lesson

    scenery = (Scenery(hill(), Layer.FRONT),)
    hand = (Lesson("arc.apex", 0.35, 0.05),)
    others = (walker(2.0, hill()),)
    return walker(0.0, hill(), ground=(hill(),), scenery=scenery, others=others, hand=hand, learns=False)


def _read_anatomy(data: bytes) -> object:
    """An anatomy, and the creature that it makes of a rig."""
    given = anatomy_from_text(data, "fuzzed.yaml", biped())
    return creature_from_rig(given.character, None, given.front)


def _pictures() -> list[bytes]:
    import io

    from PIL import Image

    found = [png()]
    for form in ("JPEG", "GIF", "WEBP"):
        file = io.BytesIO()
        Image.new("RGB", (4, 3), (200, 80, 40)).save(file, form)
        found.append(file.getvalue())
    return found
