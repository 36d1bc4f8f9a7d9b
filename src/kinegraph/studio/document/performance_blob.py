"""Performances as records and blobs: the hand's paths exactly, and the motion that is made of them.

A performance's blob holds the hash of the character's sets beside the paths. So whatever changes the motion,
a path or a key, changes the blob's hash, and pages that keep frames by it ask for new ones.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import msgspec
import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.performances.layers import Layer, Release, Switch
from kinegraph.perform.performances.performance import FADE, Performance, perform
from kinegraph.perform.playing.rig_player import Performed, PlayableRig
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.frames import FrameHeader, pack, report_damage, unpack
from kinegraph.studio.document.perform_fields import (
    LayerRelease,
    LayerSwitch,
    RecordedLayer,
    Recording,
)
from kinegraph.studio.document.records import MotionRecord, SetRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob

FPS = 60.0  # at which performances are played
MOST_EVENTS = 500_000  # positions of the hand in one layer
_MOST_JOINT_FRAMES = 4_000_000
_LAYOUT_ONLY = {"name": "", "colour": 0, "walks": False, "rank": 0, "parent": None, "carrier": None}


class PerformanceBlob(FrameHeader, frozen=True, kw_only=True):
    """The layers' events one behind the other: times (N,) [s], displacements (N, 3) [m].

    rig, plays: Hashes of the character's sets, and of all else that says how the events play.
    """

    rig: str
    plays: str = ""


def rig_hash(sets: tuple[SetRecord, ...]) -> str:
    """A hash of all in a character's sets that changes the motion they play."""
    return _short_hash([msgspec.structs.replace(record, **_LAYOUT_ONLY) for record in sets])


def _short_hash(content: object) -> str:
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:16]


@report_damage("recording")
def unpack_layers(blob: bytes, recording: Recording) -> tuple[Layer, ...]:
    """All layers of a performance, their sets named by id."""
    _, arrays = unpack(blob, PerformanceBlob)
    layers, start = [], 0
    for layer in recording.layers:
        stop = start + layer.events
        times, path = arrays["times"][start:stop], arrays["displacements"][start:stop]
        switches = tuple(Switch(s.time, s.set) for s in layer.switches)
        releases = tuple(Release(r.start, r.stop) for r in layer.releases)
        muted, solo, keys = layer.muted, layer.solo, layer.keys
        layers.append(Layer(layer.name, layer.set, times, path, switches, releases, muted, solo, keys))
        start = stop
    return tuple(layers)


def layers_of(record: MotionRecord, read_blob: ReadBlob) -> tuple[Layer, ...]:
    """All layers of a motion, their sets named by id; refuses motions that were not performed."""
    if record.recording is None:
        raise InvalidValue(f"{record.name} is not a performance; it has no layers.")
    return unpack_layers(read_blob(record.blob), record.recording)


def with_layers(
    record: MotionRecord,
    layers: tuple[Layer, ...],
    sets: tuple[SetRecord, ...],
    joints: int,
    **changes: object,
) -> tuple[MotionRecord, bytes]:
    """A performance's record that holds layers (their sets named by id), and its blob.

    sets: The character's.
    joints: How many the character has.
    changes: Other fields of the recording.
    """
    recording = msgspec.structs.replace(
        record.recording or Recording(layers=(), fade=FADE),
        layers=tuple(_describe_layer(layer) for layer in layers),
        rig=rig_hash(sets),
        **changes,
    )
    times = np.concatenate([np.zeros(0), *(layer.times for layer in layers)])
    path = np.concatenate([np.zeros((0, 3)), *(layer.displacements for layer in layers)])
    header = PerformanceBlob(rig=recording.rig, plays=_short_hash(recording))
    data = pack(header, {"times": times, "displacements": path})
    there = {each.id for each in sets}
    length = max((layer.end for layer in layers if layer.set in there), default=0.0)
    frames = int(np.floor(length * record.fps + 1e-6)) + 1
    if frames * joints > _MOST_JOINT_FRAMES:
        raise InvalidValue(f"{record.name} would last {length:.0f} s, which is too long.")
    changed = msgspec.structs.replace(
        record,
        frames=frames,
        duration=(frames - 1) / record.fps,
        recording=recording,
        blob=blob_hash(data),
    )
    return changed, data


def new_performance(
    id: str, name: str, character: str, walks: bool = False, fade: float = FADE
) -> MotionRecord:
    """The record of a performance without layers."""
    return MotionRecord(
        id=id,
        name=name,
        form="performance",
        character=character,
        fps=FPS,
        frames=1,
        duration=0.0,
        recording=Recording(layers=(), walks=walks, fade=fade),
        blob="",
    )


def performance_of(
    record: MotionRecord, layers: tuple[Layer, ...], rig: SpatialRig, sets: tuple[SetRecord, ...]
) -> Performance:
    """The performance of a record's layers on a rig, without layers and switches whose sets are gone."""
    recording = record.recording or Recording(layers=())
    names = {each.id: each.name for each in sets}
    playing = tuple(_with_names(layer, names, rig) for layer in layers if layer.set in names)
    spans = tuple((span.start, span.stop) for span in recording.walking)
    walks = recording.walks
    way = recording.way if walks else ()
    return Performance(rig, playing, recording.fade, walks, spans if walks else (), way)


def performed(
    record: MotionRecord,
    layers: tuple[Layer, ...],
    playable: PlayableRig,
    sets: tuple[SetRecord, ...],
) -> Performed:
    """A performance as a clip."""
    performance = performance_of(record, layers, playable.rig, sets)
    done = perform(performance, record.fps, playable)
    locators = None if done.locators is None else replace(done.locators, name=record.name)
    return replace(done, clip=replace(done.clip, name=record.name), locators=locators)


def _with_names(layer: Layer, names: Mapping[str, str], rig: SpatialRig) -> Layer:
    name = names[layer.set]
    possible = rig.alternatives(name)
    switches = tuple(Switch(s.time, names[s.set]) for s in layer.switches if names.get(s.set, "") in possible)
    return replace(layer, set=name, switches=switches)


def _describe_layer(layer: Layer) -> RecordedLayer:
    if len(layer.times) > MOST_EVENTS:
        raise InvalidValue(f"The layer {layer.name!r} would hold more than {MOST_EVENTS} positions.")
    return RecordedLayer(
        name=layer.name,
        set=layer.set,
        muted=layer.muted,
        solo=layer.solo,
        start=layer.start,
        end=layer.end,
        events=len(layer.times),
        switches=tuple(LayerSwitch(time=s.time, set=s.set) for s in layer.switches),
        releases=tuple(LayerRelease(start=r.start, stop=r.stop) for r in layer.releases),
        keys=layer.keys,
    )
