"""Takes: recordings under way, on disk as they go, and the layers that they become.

The world's places are stored as the hand gave them. Only in the end, with the sets and layers as they are by
then, do they become displacements of a controller.
"""

from dataclasses import replace

import msgspec
import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.perform.performances.layer_editing import punched_in
from kinegraph.perform.performances.layers import Layer, Release, Switch
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import (
    Edit,
    Records,
    clean_name,
    free_name,
)
from kinegraph.studio.document.frames import FrameHeader, pack, unpack
from kinegraph.studio.document.limits import FARTHEST
from kinegraph.studio.document.performance_blob import (
    MOST_EVENTS,
    layers_of,
    new_performance,
    performance_of,
    with_layers,
)
from kinegraph.studio.document.records import (
    MotionRecord,
    Placement,
    TakeRecord,
    new_id,
)
from kinegraph.studio.document.stage_space import local_from_world
from kinegraph.studio.perform.passes import Pass, make_pass
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.protocol.perform_commands import StartTake, TakeSamples

RECOVERED = "recovered"
_MOST_AT_ONCE = 16
_MOST_CHUNKS = 20_000


class TakeChunk(FrameHeader, frozen=True, kw_only=True):
    """Samples of a take: (N, 4) time [s] and place in the world [m]."""


def start_take(records: Records, rigs: Rigs, command: StartTake, placement: Placement) -> Edit:
    """Begins a recording, to be kept; refuses one that could not end well."""
    chosen = edits.set_record(records, command.set)
    if chosen.character != command.character:
        raise edits.UnknownRecord(command.set, "set")
    if command.punch is not None and command.motion is None:
        raise InvalidValue("To record a layer again, name its performance.")
    take = TakeRecord(
        id=new_id("t"),
        character=command.character,
        set=command.set,
        motion=command.motion,
        punch=command.punch,
        at=command.at,
        speed=command.speed,
        walks=chosen.walks if command.walks is None else command.walks,
        fade=command.fade,
        placement=placement,
    )
    _make_pass(records, rigs, take)
    if take.walks and not rigs.character(edits.character_record(records, take.character)).contacts:
        raise InvalidValue("This character has no contact points to walk on; turn walking off.")
    if sum(isinstance(record, TakeRecord) for record in records.values()) >= _MOST_AT_ONCE:
        raise InvalidValue(f"At most {_MOST_AT_ONCE} takes can be recorded at once.")
    return Edit(None, {take.id: take})


def add_samples(records: Records, rigs: Rigs, command: TakeSamples) -> Edit:
    """Adds what a hand did to a take, to be kept."""
    take = edits.take_record(records, command.take)
    samples = np.array(command.samples, dtype=np.float64).reshape(-1, 4)
    finite = np.isfinite(samples).all() and np.abs(samples).max(initial=0.0) <= FARTHEST
    if not finite or (samples[:, 0] < 0.0).any():
        raise InvalidValue("A take's samples need times from 0 s and places within 10 km of the origin.")
    moments = [switch.time for switch in command.switches]
    moments += [moment for release in command.releases for moment in (release.start, release.stop)]
    if not np.isfinite(moments).all():
        raise InvalidValue("Switches and releases of a take must be at finite times.")
    _check_switches(records, rigs, take, command)
    samples = _later(samples, take.until)  # what was sent again after a lost connection counts once
    blobs = {}
    if len(samples):
        data = pack(TakeChunk(), {"samples": samples})
        blobs[blob_hash(data)] = data
    if take.samples + len(samples) > MOST_EVENTS or len(take.chunks) >= _MOST_CHUNKS:
        raise InvalidValue("This take is too long; end it.")
    grown = msgspec.structs.replace(
        take,
        samples=take.samples + len(samples),
        until=float(samples[-1, 0]) if len(samples) else take.until,
        chunks=(*take.chunks, *blobs),
        switches=(*take.switches, *(s for s in command.switches if s not in take.switches)),
        releases=(*take.releases, *(r for r in command.releases if r not in take.releases)),
    )
    return Edit(None, {take.id: grown}, blobs)


def end_take(records: Records, rigs: Rigs, id: str, keep: bool, name: str | None = None) -> Edit:
    """Makes a take a layer, as one edit, or throws it away."""
    take = edits.take_record(records, id)
    gone: dict[str, None] = {take.id: None}
    if not keep or not take.samples:
        return Edit(None, {}, kept=gone)
    return replace(_as_layer(records, rigs, take, name, EditKind.RECORD_TAKE.of()), kept=gone)


def recover_take(records: Records, rigs: Rigs, id: str) -> Edit:
    """Turns the stored part of an unfinished take into a layer called "recovered"."""
    take = edits.take_record(records, id)
    gone: dict[str, None] = {take.id: None}
    if not take.samples:
        return Edit(None, {}, kept=gone)
    # On top, also of the layer that was recorded again: the user decides what stays.
    on_top = msgspec.structs.replace(take, punch=None)
    try:
        made = _as_layer(records, rigs, on_top, RECOVERED, EditKind.RECOVER_TAKE.of())
    except KinegraphError:  # the performance is gone, or this set can no longer play in it
        alone = msgspec.structs.replace(on_top, motion=None)
        made = _as_layer(records, rigs, alone, RECOVERED, EditKind.RECOVER_TAKE.of())
    return replace(made, kept=gone)


def samples_of(take: TakeRecord, rigs: Rigs) -> Floats:
    """(N, 4) a take's samples."""
    found = [unpack(rigs.read_blob(chunk), TakeChunk)[1]["samples"] for chunk in take.chunks]
    return _later(np.concatenate([np.zeros((0, 4)), *found]), -1.0)


def _later(samples: Floats, than: float) -> Floats:
    """Those of samples (N, 4) that are later than all before them, and than a time [s]."""
    latest = np.maximum.accumulate(np.concatenate([[than], samples[:, 0]]))
    return samples[samples[:, 0] > latest[:-1]]


def _as_layer(records: Records, rigs: Rigs, take: TakeRecord, name: str | None, called: EditName) -> Edit:
    owner = edits.character_record(records, take.character)
    sets = edits.sets_of(records, owner.id)
    motion = _motion(records, take)
    layers = layers_of(motion, rigs.read_blob) if take.motion is not None else ()
    taken = [layer.name for layer in layers]
    title = free_name("take", taken, numbered=True) if name is None else free_name(clean_name(name), taken)
    recorded = _layer(records, rigs, take, title)
    if take.punch is None:
        layers = (*layers, recorded)
    else:
        anew = next(layer for layer in layers if layer.name == take.punch)
        layers = tuple(punched_in(anew, recorded) if layer is anew else layer for layer in layers)
    changed, data = with_layers(motion, layers, sets, len(owner.joints))
    return Edit(called, {changed.id: changed}, {changed.blob: data})


def _motion(records: Records, take: TakeRecord) -> MotionRecord:
    if take.motion is not None:
        return edits.motion_record(records, take.motion)
    own = (r.name for r in records.values() if isinstance(r, MotionRecord) and r.character == take.character)
    name = free_name(edits.set_record(records, take.set).name, own)
    return new_performance(new_id("m"), name, take.character, take.walks, take.fade)


def _layer(records: Records, rigs: Rigs, take: TakeRecord, name: str) -> Layer:
    """The layer that a take is, its sets named by id."""
    samples = samples_of(take, rigs)
    times = take.at + take.speed * samples[:, 0]
    points = np.stack([local_from_world(take.placement, (x, y, z)) for _, x, y, z in samples.tolist()])
    names = {each.id: each.name for each in edits.sets_of(records, take.character)}
    switches = sorted((s for s in take.switches if s.set in names), key=lambda switch: switch.time)
    # When the set changes the engine keeps the hand where it is, so all is relative to the first controller.
    displacements = _make_pass(records, rigs, take).displacements(names[take.set], times, points)
    return Layer(
        name,
        take.set,
        times,
        displacements,
        tuple(Switch(take.at + take.speed * s.time, s.set) for s in switches),
        tuple(Release(take.at + take.speed * r.start, take.at + take.speed * r.stop) for r in take.releases),
    )


def _make_pass(records: Records, rigs: Rigs, take: TakeRecord) -> Pass:
    """The context in which a take plays."""
    fade = take.fade if take.motion is None else None
    return pass_over(records, rigs, take.character, take.set, take.motion, take.punch, fade)


def pass_over(
    records: Records,
    rigs: Rigs,
    character: str,
    set_id: str,
    motion: str | None,
    punch: str | None,
    fade: float | None = None,
) -> Pass:
    """The pass around a hand that moves a set's controller over a performance, or over nothing.

    fade: How long one set takes over from another [s]; None for the performance's word.
    """
    playable = rigs.playable(records, character)
    name = edits.set_record(records, set_id).name
    performance = None
    if motion is not None:
        record = edits.motion_record(records, motion)
        if record.character != character:
            raise InvalidValue(f"{record.name} belongs to another character.")
        layers = layers_of(record, rigs.read_blob)
        performance = performance_of(record, layers, playable.rig, edits.sets_of(records, character))
    return make_pass(playable, performance, name, punch, fade)


def _check_switches(records: Records, rigs: Rigs, take: TakeRecord, command: TakeSamples) -> None:
    names = {each.id: each.name for each in edits.sets_of(records, take.character)}
    for switch in command.switches:
        if switch.set not in names:
            raise edits.UnknownRecord(switch.set, "set")
    if take.set not in names or not command.switches:
        return
    own = names[take.set]
    possible = rigs.rig(records, take.character).alternatives(own)
    for name in (names[switch.set] for switch in command.switches):
        if name not in possible:
            raise InvalidValue(f"The set {name!r} cannot replace {own!r}: they share no target.")
