"""Scenes of two characters in a studio, and what pages get of them."""

from typing import Any

from keys_scenes import CLIP, stock
from page_client import PageClient
from serving import RunningStudio
from small_scenes import a_character, a_clip

from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.protocol.scene_messages import SceneCameraFrame, ScenePropFrame, ScenePropShape

WAVE = "m-wave"
BIG = "big"


def stock_scene(running: RunningStudio) -> RunningStudio:
    """A studio with Pip, who dances and waves, and a character of the same joints that is twice as large."""
    fill_scene(stock(running).studio.document)
    return running


def fill_scene(document: Document) -> None:
    """Adds a second motion of Pip, and the large character."""
    wave = pack_motion(a_clip())
    large = scale_lengths(Scene(a_character()), 2.0).character
    assert large is not None
    blob = pack_character(large)
    records = [
        describe_motion(a_clip(), id=WAVE, blob=blob_hash(wave), character="pip"),
        describe_character(large, id=BIG, blob=blob_hash(blob)),
    ]
    blobs = {blob_hash(wave): wave, blob_hash(blob): blob}
    document.commit(edits.add(document.records, EditKind.IMPORT_FILES.of(), records, blobs))


def place(page: PageClient, motion: str = CLIP, **fields: Any) -> str:
    """Puts a motion onto the scene; returns the clip's id."""
    answer = page.ask("PlaceSceneClip", motion=motion, **fields)
    assert answer["type"] == "Done", answer
    return answer["created"][0]


def clip_in(page: PageClient, id: str) -> dict:
    """A clip of the scene as the page sees it."""
    tracks = page.records["scene"]["tracks"]
    clips = [
        *(c for t in tracks for c in t["clips"]),
        *(c for t in tracks for x in t["layers"] for c in x["clips"]),
    ]
    return next(clip for clip in clips if clip["id"] == id)


def play(page: PageClient, known: dict[str, str] | None = None) -> tuple[dict, dict[str, Any]]:
    """Asks for the scene; returns the answer, and header and arrays of each frame.

    Frames are called by the id of a character or a prop, "shape" and the id of a prop, or "camera".
    """
    page.frames.clear()
    request = page.say("RequestScene", known=known or {})
    played = page.wait(lambda event: event.get("request") == request)
    assert played["type"] == "ScenePlayed", played
    return played, {_name(header): (header, arrays) for header, arrays in page.frames}


def _name(header: Any) -> str:
    if isinstance(header, ScenePropShape):
        return f"shape {header.prop}"
    if isinstance(header, SceneCameraFrame):
        return "camera"
    return header.prop if isinstance(header, ScenePropFrame) else header.character
