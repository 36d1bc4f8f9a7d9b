"""The desk where doodles are drawn: pens, what is read of them, and characters that perform meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import Any, Literal

import numpy as np

from kinegraph.core.errors import KinegraphError
from kinegraph.core.scene import Scene
from kinegraph.doodles.file import doodle_bytes
from kinegraph.doodles.props.drawn_ground import DrawnGround
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.studio.document.doodle_blob import FPS, content_of
from kinegraph.studio.document.doodle_fields import InkStroke
from kinegraph.studio.document.edits import Edit, Records, performers_of
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.ink_blob import ink_arrays
from kinegraph.studio.document.records import (
    CharacterRecord,
    DoodleRecord,
    Record,
)
from kinegraph.studio.doodles.content import with_others, with_surroundings
from kinegraph.studio.doodles.edits import engine_prop
from kinegraph.studio.doodles.info import doodle_read
from kinegraph.studio.doodles.live_show import LiveShows
from kinegraph.studio.doodles.live_strokes import Pens
from kinegraph.studio.doodles.works import DoodleWork, DoodleWorks
from kinegraph.studio.protocol.creature_frames import ShapeFrame
from kinegraph.studio.protocol.doodle_events import DoodleRead, PenRead
from kinegraph.studio.protocol.doodle_frames import InkFrame, PropsFrame
from kinegraph.studio.protocol.messages import encode_event
from kinegraph.studio.protocol.motion_frames import clip_arrays, clip_frame
from kinegraph.studio.running.page import Audience

_LONGEST_ROLL = 60.0  # [s] for which pages get the path of rolling props


class DoodleDesk:
    """Everything live about a document's doodles; used from the event loop, but for what says otherwise."""

    def __init__(
        self,
        works: DoodleWorks,
        audience: Audience,
        records: Callable[[], Records],
        wait_for: Callable[[Literal["doodles", "creatures in doodles"]], Awaitable[None]],
        beside: Callable[[Coroutine[Any, Any, object]], None],
    ) -> None:
        """
        records: Gives the document's records as they are.
        wait_for: Waits until a part of the engine is compiled.
        beside: Begins work that no request waits for.
        """
        self.works, self._audience, self._records = works, audience, records
        self._wait_for, self._beside = wait_for, beside
        self._creatures_perform = False  # whether what creatures in doodles need is compiled
        self.pens = Pens(self._tell_pen)
        self.shows = LiveShows(self._send_live)

    def close(self) -> None:
        """Ends all drawing and performing."""
        self.pens.close()
        self.shows.close()

    def give_up(self, stroke: str) -> None:
        """Drops a stroke: stops reading and performing it."""
        self.pens.drop(stroke)
        self.shows.end_of(stroke)

    async def awake(self, doodle: str) -> None:
        """Waits until a doodle can be read and performed without compiling anything here."""
        await self._wait_for("doodles")
        await self._awake_creature(self._records().get(doodle), {})

    async def awake_after(self, build: Callable[[], Edit]) -> None:
        """Waits until the doodles of an edit can be performed: a stroke may have made an animal."""
        if self._creatures_perform:
            return
        edit = await asyncio.to_thread(build)
        for record in edit.changes.values():
            await self._awake_creature(record, edit.blobs)

    async def _awake_creature(self, record: Record | None, blobs: Mapping[str, bytes]) -> None:
        if self._creatures_perform or not isinstance(record, DoodleRecord):
            return
        seems = self.works.shows_animal
        with suppress(KinegraphError):  # what cannot be read is refused where it is used
            if record.actor is not None or await asyncio.to_thread(seems, record, self._records(), blobs):
                await self._wait_for("creatures in doodles")
                self._creatures_perform = True

    def announce(self, changed: Iterable[Record]) -> None:
        """Sends every page what is read of changed doodles; characters that are gone stop performing."""
        self.shows.keep(self._records())
        for record in changed:
            if isinstance(record, DoodleRecord):
                self._beside(self._tell_reading(record))

    async def _tell_reading(self, record: DoodleRecord) -> None:
        with suppress(KinegraphError):  # it was removed meanwhile, with its blobs
            await self.awake(record.id)
            read = await asyncio.to_thread(self.reading, record, None)
            props = await asyncio.to_thread(self.props_frame, record) if record.props else None
            now = self._records().get(record.id)
            if not isinstance(now, DoodleRecord) or now.state != record.state:
                return  # it has changed meanwhile; its newer content is sent too, maybe already
            self._audience.send_newest(("doodle", record.id, "read"), encode_event(read))
            if props is not None:
                self._audience.send_newest(("doodle", record.id, "props"), props)

    def reading(self, record: DoodleRecord, request: int | None) -> DoodleRead:
        """The reading of a doodle, as an event. For threads."""
        work = self.works.work(record, self._records())
        return doodle_read(record.id, record.state, work, request, preview=False)

    def ink_frame(self, doodle: str, stroke: InkStroke) -> bytes:
        """A stroke as pages get it. For threads."""
        ink = self.works.stroke(stroke.blob)
        return pack(InkFrame(doodle=doodle, stroke=stroke.id, blob=stroke.blob), ink_arrays(ink))

    def file(self, record: DoodleRecord) -> bytes:
        """A doodle as a file. For threads."""
        records = self._records()
        sheet, *others = performers_of(records, record)
        doodles = [self.works.doodle(content_of(each, records)) for each in (sheet, *others)]
        whole = with_surroundings(doodles[0], sheet, self.works.read)
        return doodle_bytes(with_others(whole, zip(others, doodles[1:], strict=True)))

    def props_frame(self, record: DoodleRecord) -> bytes:
        """The places of the things on a sheet, frame by frame. For threads."""
        ground = (self.works.stroke(each.blob) for each in record.strokes if each.ink == "ground")
        scene = DoodleScene(tuple(engine_prop(prop) for prop in record.props), DrawnGround(tuple(ground)))
        moving = (path.rests_at for path, prop in zip(scene.paths, scene.props, strict=True) if prop.moves)
        until = min(max(moving, default=0.0), _LONGEST_ROLL)
        times = np.arange(int(np.ceil(until * FPS)) + 1) / FPS
        motions = scene.prop_motions(times)
        header = PropsFrame(
            doodle=record.id, state=record.state, fps=FPS, props=tuple(prop.id for prop in record.props)
        )
        arrays = {
            "places": np.stack([places for places, _ in motions]).astype(np.float32),
            "rotations": np.stack([rotations for _, rotations in motions]).astype(np.float32),
        }
        return pack(header, arrays)

    async def step_frames(
        self, gesture: str, records: Records, edit: Edit
    ) -> AsyncIterator[dict[str, str | bytes]]:
        """The messages that show a step of a drag, doodle by doodle: readings, ink, motions and shapes."""
        after = {**records, **edit.changes}
        for record in edit.changes.values():
            if isinstance(record, DoodleRecord):
                yield await asyncio.to_thread(self._step_frames, gesture, records, edit, after, record)

    def _step_frames(
        self, gesture: str, records: Records, edit: Edit, after: Records, record: DoodleRecord
    ) -> dict[str, str | bytes]:
        before = records.get(record.id)
        frames: dict[str, str | bytes] = {}
        if not isinstance(before, DoodleRecord) or before.state == record.state:
            return frames  # only where it is looked from, or the picture behind it
        work = self.works.work(record, after, edit.blobs)
        read = doodle_read(record.id, record.state, work, None, preview=True)
        frames[f"read {record.id}"] = encode_event(read)
        known = {stroke.id: stroke.blob for stroke in before.strokes}
        for stroke in record.strokes:
            if known.get(stroke.id) != stroke.blob:
                header = InkFrame(doodle=record.id, stroke=stroke.id, blob="")
                ink = self.works.stroke(stroke.blob, edit.blobs)
                frames[f"ink {stroke.id}"] = pack(header, ink_arrays(ink))
        if record.props != before.props and record.props:
            frames[f"props {record.id}"] = self.props_frame(record)
        who = edit.changes.get(record.character or "")
        if isinstance(who, CharacterRecord) and records.get(who.id) != who:
            frames[f"shape {who.id}"] = _shape_frame(gesture, who, work)
        elif record.motion is not None and work.result.clip is not None:
            frames[f"clip {record.motion}"] = clip_frame(record.motion, "", work.result.clip)
        return frames

    def _tell_pen(self, read: PenRead) -> None:
        self._audience.send_newest(("pen", read.stroke), encode_event(read))

    def _send_live(self, character: str, frame: bytes) -> None:
        self._audience.send_visible(("live", character), frame)


def _shape_frame(gesture: str, who: CharacterRecord, work: DoodleWork) -> bytes:
    """The drawn character as a drag leaves it, with what it performs."""
    from kinegraph.formats.gltf.file import glb_bytes

    assert work.result.drawn is not None
    glb = glb_bytes(Scene(character=work.result.drawn.character))
    arrays: dict[str, np.ndarray] = {"glb": np.frombuffer(glb, dtype=np.uint8)}
    if work.result.clip is not None:
        arrays |= clip_arrays(work.result.clip)
    return pack(ShapeFrame(character=who.id, gesture=gesture, fps=FPS), arrays)
