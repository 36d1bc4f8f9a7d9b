"""Blobs of a document: bytes with a valid hash that another program may have written, and stored records."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
from tests.studio.samples_of_records import (
    a_doodle,
    a_performance,
    a_set,
)
from tests.studio.small_scenes import a_character as a_body
from tests.studio.small_scenes import a_clip, a_skeleton, an_animation, some_markers

from kinegraph.creatures.animation.motion_file import motion_bytes
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.gait.plan import named_gait
from kinegraph.creatures.gait.plan_file import file_of_gait
from kinegraph.studio.document.called_blob import pack_called, unpack_called
from kinegraph.studio.document.character_blob import describe_character, pack_character, unpack_character
from kinegraph.studio.document.creature_blob import (
    CreatureBlob,
    LayerBlob,
    pack_play,
    unpack_play,
    unpack_score,
)
from kinegraph.studio.document.creature_fields import GroundHill, GroundStairs, StageGround
from kinegraph.studio.document.doodle_blob import content_of, pack_doodle, unpack_doodle
from kinegraph.studio.document.ink_blob import (
    pack_chunk,
    pack_examples,
    pack_ink,
    stroke_of_rows,
    unpack_chunk,
    unpack_examples,
    unpack_ink,
)
from kinegraph.studio.document.migrations import decode_image
from kinegraph.studio.document.motion_blob import (
    Motion,
    column_importance,
    describe_motion,
    pack_motion,
    unpack_motion,
)
from kinegraph.studio.document.performance_blob import unpack_layers
from kinegraph.studio.document.spatial_set_blob import pack_key_values, spatial_set

_SAMPLES = Path(__file__).parents[1] / "studio" / "samples"
Pair = tuple[Callable[[bytes], object], Callable[[], list[bytes]]]


def targets() -> dict[str, Pair]:
    """Readers of blobs, each with a function that makes valid blobs."""
    rows = np.column_stack([np.arange(12.0).reshape(4, 3), np.full(4, 0.5)])
    body = describe_character(a_body(), id="c", blob="")
    recording = a_performance().recording
    assert recording is not None
    return {
        "blob character": (lambda d: unpack_character(d, body), lambda: [pack_character(a_body())]),
        "blob clip": _motion(a_clip()),
        "blob animation": _motion(an_animation()),
        "blob markers": _motion(some_markers()),
        "blob importance": (column_importance, lambda: [pack_motion(an_animation(), np.ones(3))]),
        "blob set": (
            lambda d: spatial_set(a_set(), d, {"s2": "other"}),
            lambda: [pack_key_values(np.zeros((2, 2, 3)), np.full((2, 2, 4), 0.5))],
        ),
        "blob layers": (lambda d: unpack_layers(d, recording), _layers),
        "blob ink": (unpack_ink, lambda: [pack_ink(stroke_of_rows(rows))]),
        "blob pen": (lambda d: stroke_of_rows(unpack_chunk(d)), lambda: [pack_chunk(rows)]),
        "blob gesture": (unpack_examples, lambda: [pack_examples([rows[:, :3], rows[:2, :3]])]),
        "blob called": (unpack_called, lambda: [pack_called(a_clip())]),
        "blob doodle": (unpack_doodle, lambda: [pack_doodle(content_of(a_doodle(), {}))]),
        "blob creature": (unpack_play, _plays),
        "blob score": (unpack_score, lambda: [motion_bytes(shipped_animation("wave"))]),
        "record": (lambda d: decode_image(d.decode(errors="replace")), _images),
    }


def _motion(motion: Motion) -> Pair:
    record = describe_motion(motion, id="m", blob="")
    return lambda d: unpack_motion(d, record, a_skeleton()), lambda: [pack_motion(motion)]


def _layers() -> list[bytes]:
    from kinegraph.studio.document.frames import pack
    from kinegraph.studio.document.performance_blob import PerformanceBlob

    recording = a_performance().recording
    count = sum(layer.events for layer in recording.layers) if recording else 0
    arrays = {"times": np.arange(float(count)), "displacements": np.zeros((count, 3))}
    return [pack(PerformanceBlob(rig="r"), arrays)]


def _plays() -> list[bytes]:
    moving = {"speed": 1.0, "sideways": 0.0, "turn": 0.2, "style": "waddle", "path": ((0.0, 0.0), (0.0, 2.0))}
    reach = {"variant": 0, "seconds": 2.0, "targets": {"fruit": (0.0, 1.0, 0.5)}}
    stage = StageGround(
        hills=(GroundHill(x=1.0, z=2.0, radius=1.0, height=0.3),),
        stairs=(GroundStairs(x=0.0, z=3.0),),
    )
    plan = file_of_gait(named_gait("lumber+limp/march"))
    over = (LayerBlob(score="t", variant=1, start=0.5, seconds=1.0, fade=0.2, weight=0.5),)
    plain = CreatureBlob(who="w", rigged=False, score="s", **moving, **reach)
    return [pack_play(plain), pack_play(msgspec.structs.replace(plain, plan=plan, layers=over, ground=stage))]


def _images() -> list[bytes]:
    """Every kind of record in every version that was ever written."""
    return [path.read_bytes() for path in sorted(_SAMPLES.glob("*-*.json"))]
