"""The desk of layers: layered motion made, edited part by part, measured beside its original, and merged."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.bake import bake, poses_at
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import with_all_columns
from kinegraph.core.pose import Pose
from kinegraph.core.remembered import Remembered
from kinegraph.keys.curves.playback_error import PlaybackReference
from kinegraph.keys.layer_stack import BASE, LayerStack, displaced_rest
from kinegraph.keys.motion_layers import residual_layer
from kinegraph.studio.document.edits import Edit, Records, motion_record, placement_of
from kinegraph.studio.document.records import MotionRecord, Placement
from kinegraph.studio.keys.edits import EditedKeys, edit_keys
from kinegraph.studio.keys.layering import (
    PackedPart,
    add_layered,
    edit_layering,
    edit_part,
    empty_layer,
    layering_of,
    merge,
    packed_part,
    place_of,
)
from kinegraph.studio.keys.playback import PlayedKeys, curves_frame, figures, keys_frame
from kinegraph.studio.keys.stage_posing import PosingStage, planted_joints
from kinegraph.studio.motions.shelf import MotionShelf
from kinegraph.studio.protocol.key_commands import KeyEdit
from kinegraph.studio.protocol.layer_commands import LayerEdit
from kinegraph.studio.running.background import Background
from kinegraph.studio.running.gestures import Build

Reference = Callable[[MotionRecord, int, int], PlaybackReference]
"""The frames of a motion, first to last, that others are measured against."""


class LayerDesk:
    """Works for all pages of one document; used from the event loop, computes in a thread."""

    def __init__(self, background: Background, shelf: MotionShelf, reference: Reference) -> None:
        self._background, self._shelf, self._reference = background, shelf, reference
        self._stances = Remembered[tuple[int, ...]](32)

    async def keys_frame(self, records: Records, record: MotionRecord, layer: str) -> bytes:
        """The frame of a layered motion as it plays, with the keys of one of its layers."""

        def make() -> bytes:
            stack, place = self._shelf.stack(record), place_of(record, layer)
            played = self._played(records, record, stack, _keys_in(stack, place))
            return keys_frame(played, result=record.id, blob=record.blob)

        return await self._background.quickly(make)

    async def curves_frame(self, record: MotionRecord, layer: str) -> bytes:
        """The frame of the curves of a layer."""

        def make() -> bytes:
            animation = _keys_in(self._shelf.stack(record), place_of(record, layer))
            importance = np.ones(len(animation.column_times))
            return curves_frame(animation, importance, motion=record.id, blob=record.blob)

        return await self._background.quickly(make)

    async def edit_preview(
        self, records: Records, record: MotionRecord, layer: str, edits: tuple[KeyEdit, ...], gesture: str
    ) -> tuple[bytes, bytes]:
        """The frames of a layered motion after edits of a layer: the layer's curves, and what plays."""

        def make() -> tuple[bytes, bytes]:
            changed, stack = self._change(records, record, layer, edits)
            played = self._played(records, record, stack, changed.animation)
            return (
                curves_frame(
                    changed.animation, played.importance, motion=record.id, preview=True, gesture=gesture
                ),
                keys_frame(played, result=record.id, preview=True, gesture=gesture),
            )

        return await self._background.quickly(make)

    async def edited(
        self, records: Records, record: MotionRecord, layer: str, edits: tuple[KeyEdit, ...]
    ) -> Build:
        """The edit that changes a layer's keys."""

        def make() -> tuple[EditedKeys, LayerStack, PackedPart]:
            changed, stack = self._change(records, record, layer, edits)
            return changed, stack, packed_part(changed.animation)

        changed, stack, packed = await self._background.quickly(make)
        place = place_of(record, layer)
        return lambda now: edit_part(now, record, changed.name, place, packed, stack.frames)

    async def begin(self, records: Records, source: MotionRecord, detail: bool) -> Build:
        """The edit that puts a layer over a motion: an empty one, or what its keys leave of their source."""

        def make() -> Build:
            return self._detailed(records, source) if detail else self._layered(source)

        return await self._background.quickly(make)

    async def merged(self, record: MotionRecord) -> Build:
        """The edit that makes a layered motion one without layers."""
        layering_of(record)
        clip = await self._background.quickly(lambda: self._shelf.clip(record))
        return lambda now: merge(now, record, clip)

    def change_layers(self, records: Records, motion: str, wanted: tuple[LayerEdit, ...]) -> Edit:
        """The edit that adds, weighs, mutes, reorders or removes layers. Blocks: for threads."""
        record = motion_record(records, motion)
        return edit_layering(record, wanted, self._shelf.stack(record).base.skeleton)

    async def changed_frame(self, records: Records, edit: Edit, motion: str, gesture: str) -> bytes:
        """The frame of a layered motion as an edit of its layers that is not made yet would leave it."""
        record = edit.changes[motion]
        assert isinstance(record, MotionRecord)

        def make() -> bytes:
            stack = self._shelf.stack(record, edit.blobs)
            played = self._played(records, record, stack, _keys_in(stack, BASE))
            return keys_frame(played, result=record.id, preview=True, gesture=gesture)

        return await self._background.quickly(make)

    def _layered(self, source: MotionRecord) -> Build:
        """Puts an empty layer over a motion."""
        motion = self._shelf.take(source).motion
        played = motion if isinstance(motion, Animation) else self._shelf.clip(source)
        base, layer = packed_part(played), packed_part(empty_layer(played.skeleton, source.fps))
        return lambda now: add_layered(now, source, source, base, "layer 1", layer)

    def _detailed(self, records: Records, keyed: MotionRecord) -> Build:
        """Puts what keys leave of their source over them."""
        source = records.get(keyed.keying.source) if keyed.keying else None
        if not isinstance(source, MotionRecord) or source.character != keyed.character:
            raise InvalidValue(
                f"The motion that {keyed.name} came from was deleted, so there is no detail to keep."
            )
        animation, original = self._shelf.animation(keyed), self._shelf.clip(source)
        base = poses_at(animation, original.times, original.fps)
        residual = residual_layer(original, base)
        detail = packed_part(replace(displaced_rest(base, residual.turns, residual.moves), name="detail"))
        return lambda now: add_layered(now, keyed, source, packed_part(animation), "detail", detail)

    def _played(
        self, records: Records, record: MotionRecord, stack: LayerStack, animation: Animation
    ) -> PlayedKeys:
        """A layered motion as it plays, beside what it came of where that is still there."""
        clip, importance = stack.clip, np.ones(len(animation.column_times))
        source = records.get(layering_of(record).source)
        alike = isinstance(source, MotionRecord) and (source.character, source.frames, source.fps) == (
            record.character,
            len(clip),
            record.fps,
        )
        if not alike:
            return PlayedKeys(
                animation, importance, clip, None, None, None, np.empty((0, len(clip.skeleton)))
            )
        assert isinstance(source, MotionRecord)
        error, distances = self._reference(source, 0, source.frames - 1).error(clip)
        return PlayedKeys(animation, importance, clip, source.id, figures(error, 0), None, distances)

    def _change(
        self, records: Records, record: MotionRecord, layer: str, edits: tuple[KeyEdit, ...]
    ) -> tuple[EditedKeys, LayerStack]:
        """A layer's keys after edits by hand, and the stack with them."""
        stack, place = self._shelf.stack(record), place_of(record, layer)
        before = stack.part(place)
        if not isinstance(before, Animation):
            what = f"the layer {layer!r}" if layer else "the base"
            raise InvalidValue(f"{record.name}: {what} has no keyframes; pose in another layer.")
        placement = placement_of(records, record.character) if record.character else Placement(character="")
        shelved = self._shelf.take(record)

        def planted(time: float) -> tuple[int, ...]:
            key = (record.blob, record.character or "", f"{time:.6f}")
            return self._stances.get(key, lambda: planted_joints(stack.clip, shelved.contacts, time))

        def seen(animation: Animation, time: float) -> Pose:
            return stack.with_part(place, animation).at(np.array([time])).pose(0)

        def held(animation: Animation, time: float, pose: Pose) -> Pose:
            return stack.pose_for(place, time, pose)

        stage = PosingStage(
            placement,
            planted,
            shelved.symmetry,
            seen,
            held,
            length=(stack.frames - 1) / stack.fps,
            over=place != BASE,
        )
        whole = with_all_columns(before)
        changed = edit_keys(whole, np.ones(len(whole.column_times)), edits, stage=stage)
        after = stack.with_part(place, changed.animation)
        if place == BASE:
            longer = len(bake(changed.animation)) - len(bake(before))
            after = replace(after, frames=max(1, stack.frames + longer))
        return changed, after


def _keys_in(stack: LayerStack, place: int) -> Animation:
    """The keys of a base or a layer, with all their columns; none where it is dense."""
    motion = stack.part(place)
    if isinstance(motion, Animation):
        return with_all_columns(motion)
    return replace(empty_layer(motion.skeleton, stack.fps), name=motion.name)
