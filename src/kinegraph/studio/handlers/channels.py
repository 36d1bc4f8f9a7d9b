"""Handlers of general animations: one function for each command, registered with `registry.handles`."""

import asyncio

import numpy as np
from msgspec.structs import replace

from kinegraph.creatures.animation.motion_file import key_entries
from kinegraph.creatures.animation.motion_schema import MotionFile
from kinegraph.studio.creatures.animation_edits import edit_animation
from kinegraph.studio.creatures.channel_surroundings import ChannelBody, channel_body
from kinegraph.studio.creatures.edits import playing_of
from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import AnimationRecord
from kinegraph.studio.handlers.creatures import replay
from kinegraph.studio.handlers.registry import handles
from kinegraph.studio.protocol.channel_commands import EditAnimation
from kinegraph.studio.protocol.creature_commands import RequestChannelKeys
from kinegraph.studio.protocol.creature_events import ChannelKeys, TrackKeys
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(EditAnimation)
async def _edit_animation(studio: Studio, page: Page, command: EditAnimation) -> None:
    def build(now: Records) -> Edit:
        record = edits.animation_record(now, command.animation)

        def body(motion: MotionFile, on: str, channel: str) -> ChannelBody:
            return _body(studio, now, replace(record, motion=motion), on, channel)

        motion, name = edit_animation(record.motion, command.edits, body)
        targets = {name: place for name, place in record.targets.items() if name in motion.targets}
        return Edit(name, {record.id: replace(record, motion=motion, targets=targets)})

    await replay(studio, page, command, build)


def _body(
    studio: Studio, records: Records, record: AnimationRecord, on: str, channel: str, body: int | None = None
) -> ChannelBody:
    """The body that a channel of an animation moves in a motion."""
    motion = edits.motion_record(records, on)
    playing = playing_of(motion)
    creature = studio.creatures.creature(edits.character_record(records, str(motion.character)))
    binding = studio.creatures.binding(studio.creatures.animation(record), creature)
    origin = creature.origin
    places = {name: np.array(place) - origin for name, place in playing.places.items()}
    return channel_body(binding, playing.variant, channel, places, body)


@handles(RequestChannelKeys)
async def _request_channel_keys(studio: Studio, page: Page, command: RequestChannelKeys) -> None:
    records = studio.document.records
    playing = playing_of(edits.motion_record(records, command.motion))
    record = edits.animation_record(records, playing.animation or "")
    await studio.awakening.wait_for("creatures")

    def shown() -> ChannelKeys:
        on = _body(studio, records, record, command.motion, command.channel, command.body)
        tracks = []
        if on.channel.position is not None:
            keys = key_entries(on.shown_places(on.channel.position))
            tracks.append(TrackKeys(track="position", keys=tuple(keys)))
        if on.channel.rotation is not None:
            keys = key_entries(on.shown_turns(on.channel.rotation))
            tracks.append(TrackKeys(track="rotation", keys=tuple(keys)))
        return ChannelKeys(
            request=command.request,
            motion=command.motion,
            channel=command.channel,
            bodies=on.bodies,
            body=on.body,
            specialized=tuple(tracks),
        )

    page.tell(await asyncio.to_thread(shown))
