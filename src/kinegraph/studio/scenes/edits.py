"""Edits of the scene: each as a function from the document's records to an `Edit`."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import CharacterRecord, MotionRecord, SceneRecord
from kinegraph.studio.document.scene_fields import (
    SceneClip,
    SceneLayer,
    SceneTarget,
    SceneTrack,
)

_FADE = 0.3  # [s] over which a clip replaces the one before it, unless it is shorter
_SHORTEST = 0.05  # [s] of a part that a split leaves


def scene_of(records: Records) -> SceneRecord:
    """The scene as it is stored, or an empty one."""
    found = records.get(SceneRecord.ID)
    return found if isinstance(found, SceneRecord) else SceneRecord()


def is_empty(records: Records) -> bool:
    """True if there is nothing in the scene that could play."""
    scene = scene_of(records)
    return not scene.tracks and not scene.props


def track_of(scene: SceneRecord, character: str) -> SceneTrack:
    """The track of a character, empty where it has none."""
    return next((t for t in scene.tracks if t.character == character), SceneTrack(character=character))


def motion_length(clip: SceneClip, motion: MotionRecord) -> tuple[float, float]:
    """First and last moment of the motion that a clip plays [s], as long as the motion is now."""
    low, high = clip.trim or (0.0, motion.duration)
    high = min(high, motion.duration)
    return min(low, high), high


def clip_length(clip: SceneClip, motion: MotionRecord) -> float:
    """Length of a clip in the scene [s], all passes together."""
    low, high = motion_length(clip, motion)
    once = (high - low) / clip.speed
    return once + (clip.repeat - 1) * (once - seam_of(clip, once))


def seam_of(clip: SceneClip, once: float) -> float:
    """Fade between two passes of a clip that plays `once` seconds [s]."""
    return min(clip.fade, 0.3 * once) if clip.repeat > 1 else 0.0


def place_clip(
    records: Records,
    motion: str,
    *,
    id: str,
    start: float | None = None,
    layer: str | None = None,
    own: bool | None = None,
    new_layer: SceneLayer | None = None,
) -> Edit:
    """Puts a motion on the track of its character, or into one of its layers.

    start: [s]; None: after the last clip there, less the fade.
    own: Whether it keeps its own coordinates; None: those of the first clip that is a drawn line.
    new_layer: Begun with it, over the layers that are there.
    """
    record = edits.motion_record(records, motion)
    if record.character is None:
        raise InvalidValue(f"{record.name} consists of markers. Only motions of a character go on a track.")
    scene = scene_of(records)
    track = track_of(scene, record.character)
    if new_layer is not None:
        track, layer = replace(track, layers=(*track.layers, new_layer)), new_layer.id
    others = track.clips if layer is None else _layer(track, layer).clips
    fade = min(_FADE, 0.5 * record.duration) if others or layer else 0.0
    if start is None:
        start = max((_end(records, clip) for clip in others), default=0.0)
        start = max(start - fade, 0.0) if others else start
    # A drawn line means the places at which it was drawn.
    if own is None:
        own = record.drawing is not None and not others
    clip = SceneClip(id=id, motion=motion, start=start, fade=fade, own=own)
    name = EditKind.PLACE_CLIP.of(f"{record.name} to the scene")
    if layer is not None:
        found = _layer(track, layer)
        changed = _with_layer(track, replace(found, clips=_in_order((*found.clips, clip))))
    else:
        changed = replace(track, clips=_in_order((*track.clips, clip)))
    return Edit(name, {scene.id: _with_track(scene, changed)})


def change_clip(records: Records, clip: SceneClip) -> Edit:
    """Replaces a clip by another state of it: moved, trimmed, retimed."""
    scene = scene_of(records)
    track, before = _found(scene, clip.id)
    if clip.motion != before.motion:
        owner = edits.motion_record(records, clip.motion).character
        if owner != track.character:
            raise InvalidValue("A clip plays a motion of the character on whose track it is.")
    if clip.trim is not None and clip.trim[0] > clip.trim[1]:
        raise InvalidValue("A clip must be trimmed from an earlier to a later time.")
    moved = replace(before, start=clip.start) == clip
    trimmed = replace(before, start=clip.start, trim=clip.trim) == clip
    kind = EditKind.MOVE_CLIP if moved else EditKind.TRIM_CLIP if trimmed else EditKind.CHANGE_CLIP
    name = kind.of(edits.motion_record(records, clip.motion).name)
    changed = _map_clips(track, lambda each: (clip,) if each.id == clip.id else (each,))
    return Edit(name, {scene.id: _with_track(scene, changed)})


def remove_clips(records: Records, ids: Iterable[str]) -> Edit:
    """Takes clips off their tracks; a track and a layer stay until they are removed themselves."""
    scene, gone = scene_of(records), set(ids)
    found = [_found(scene, id)[1] for id in sorted(gone)]
    tracks = [_map_clips(track, lambda each: () if each.id in gone else (each,)) for track in scene.tracks]
    what = edits.motion_record(records, found[0].motion).name if len(found) == 1 else f"{len(found)} clips"
    return Edit(EditKind.REMOVE_CLIPS.of(f"{what} from the scene"), {scene.id: _with_tracks(scene, tracks)})


def split_clip(records: Records, id: str, time: float, second: str) -> Edit:
    """Cuts a clip in two at a time of the scene [s]; both parts go on without a seam. second: The new id."""
    scene = scene_of(records)
    track, clip = _found(scene, id)
    motion = edits.motion_record(records, clip.motion)
    low, high = motion_length(clip, motion)
    if clip.repeat > 1:
        raise InvalidValue(f"{motion.name} plays {clip.repeat} times here; let it play once to split it.")
    cut = low + (time - clip.start) * clip.speed
    if not low + _SHORTEST <= cut <= high - _SHORTEST:
        raise InvalidValue(f"Move the playhead into {motion.name} to split it there.")
    parts = (
        replace(clip, trim=(low, cut)),
        replace(clip, id=second, start=time, trim=(cut, high), fade=0.0, own=False),
    )
    changed = _map_clips(track, lambda each: parts if each.id == id else (each,))
    return Edit(EditKind.SPLIT_CLIP.of(motion.name), {scene.id: _with_track(scene, changed)})


def add_layer(records: Records, character: str, part: str, *, id: str, additive: bool) -> Edit:
    """Begins a layer over a character's track."""
    owner = edits.character_record(records, character)
    scene = scene_of(records)
    track = track_of(scene, character)
    changed = replace(track, layers=(*track.layers, SceneLayer(id=id, part=part, additive=additive)))
    name = EditKind.ADD_SCENE_LAYER.of(f"{part} of {owner.name}")
    return Edit(name, {scene.id: _with_track(scene, changed)})


def change_layer(records: Records, id: str, part: str, additive: bool) -> Edit:
    """Changes what a layer moves and how."""
    scene = scene_of(records)
    track = _track_with_layer(scene, id)
    changed = _with_layer(track, replace(_layer(track, id), part=part, additive=additive))
    return Edit(EditKind.CHANGE_SCENE_LAYER.of(part), {scene.id: _with_track(scene, changed)})


def remove_layer(records: Records, id: str) -> Edit:
    """Takes a layer away with its clips."""
    scene = scene_of(records)
    track = _track_with_layer(scene, id)
    gone = _layer(track, id)
    changed = replace(track, layers=tuple(each for each in track.layers if each.id != id))
    return Edit(EditKind.REMOVE_SCENE_LAYER.of(gone.part), {scene.id: _with_track(scene, changed)})


def set_targets(records: Records, character: str, targets: tuple[SceneTarget, ...]) -> Edit:
    """Replaces what a character looks at, reaches for and follows."""
    owner = edits.character_record(records, character)
    scene = scene_of(records)
    things = things_of(records, scene)
    refuse_repeated(target.id for target in targets)
    for target in targets:
        if target.of == character:
            raise InvalidValue(f"{owner.name} cannot look at, reach for or follow itself.")
        if target.of is not None and target.of not in things:
            raise InvalidValue(f"What {owner.name} is to look at or reach for is not in the scene.")
        if target.start >= target.stop:
            raise InvalidValue("A target must begin before it ends.")
    changed = replace(track_of(scene, character), targets=targets)
    return Edit(EditKind.SET_SCENE_TARGETS.of(owner.name), {scene.id: _with_track(scene, changed)})


def clear_scene(records: Records) -> Edit:
    """Takes everything out of the scene; characters and motions stay in the library."""
    return Edit(EditKind.CLEAR_SCENE.of(), {SceneRecord.ID: SceneRecord()})


def complete_scene(records: Records, edit: Edit) -> Edit:
    """An edit with all that follows from it for the scene: what is gone is no longer played or followed."""
    gone = {id for id, record in edit.changes.items() if record is None}
    scene = edit.changes.get(SceneRecord.ID, records.get(SceneRecord.ID))
    if not gone or not isinstance(scene, SceneRecord):
        return edit
    # A drawing goes with its doodle, and may be looked at itself.
    drawings = {prop.id for prop in scene.props if prop.doodle in gone}
    left = without_things(scene, gone | drawings)
    if left == scene:
        return edit
    return Edit(edit.name, {**edit.changes, scene.id: left}, edit.blobs, edit.kept)


def without_things(scene: SceneRecord, gone: set[str]) -> SceneRecord:
    """The scene without motions, characters and props, and without what refers to them. gone: Their ids."""

    def keep(clip: SceneClip) -> tuple[SceneClip, ...]:
        return () if clip.motion in gone else (clip,)

    tracks = [
        replace(_map_clips(track, keep), targets=tuple(each for each in track.targets if each.of not in gone))
        for track in scene.tracks
        if track.character not in gone
    ]
    shots = tuple(
        replace(
            shot,
            follow=None if shot.follow in gone else shot.follow,
            watch=None if shot.watch in gone else shot.watch,
        )
        for shot in scene.shots
    )
    props = tuple(
        replace(prop, held=tuple(held for held in prop.held if held.by not in gone))
        for prop in scene.props
        if prop.id not in gone
    )
    shakes = tuple(each for each in scene.handshakes if not {each.first, each.second} & gone)
    return replace(_with_tracks(scene, tracks), shots=shots, props=props, handshakes=shakes)


def things_of(records: Records, scene: SceneRecord) -> set[str]:
    """Ids of all that can be looked at and followed in a scene: characters and props."""
    characters = {id for id, record in records.items() if isinstance(record, CharacterRecord)}
    return characters | {prop.id for prop in scene.props}


def _end(records: Records, clip: SceneClip) -> float:
    motion = records.get(clip.motion)
    return clip.start + (clip_length(clip, motion) if isinstance(motion, MotionRecord) else 0.0)


def _found(scene: SceneRecord, id: str) -> tuple[SceneTrack, SceneClip]:
    for track in scene.tracks:
        layers = (clip for layer in track.layers for clip in layer.clips)
        for clip in (*track.clips, *layers):
            if clip.id == id:
                return track, clip
    raise InvalidValue("This clip is no longer in the scene. It may have been removed meanwhile.")


def _track_with_layer(scene: SceneRecord, id: str) -> SceneTrack:
    found = next((t for t in scene.tracks if any(layer.id == id for layer in t.layers)), None)
    if found is None:
        raise InvalidValue("This layer is no longer in the scene. It may have been removed meanwhile.")
    return found


def _layer(track: SceneTrack, id: str) -> SceneLayer:
    found = next((layer for layer in track.layers if layer.id == id), None)
    if found is None:
        raise InvalidValue("This layer is no longer in the scene. It may have been removed meanwhile.")
    return found


def _map_clips(track: SceneTrack, change: Callable[[SceneClip], tuple[SceneClip, ...]]) -> SceneTrack:
    """The track with every clip replaced by those that `change` returns for it."""

    def mapped(clips: tuple[SceneClip, ...]) -> tuple[SceneClip, ...]:
        return _in_order(tuple(new for clip in clips for new in change(clip)))

    layers = tuple(replace(layer, clips=mapped(layer.clips)) for layer in track.layers)
    return replace(track, clips=mapped(track.clips), layers=layers)


def _in_order(clips: tuple[SceneClip, ...]) -> tuple[SceneClip, ...]:
    return tuple(sorted(clips, key=lambda clip: clip.start))


def _with_layer(track: SceneTrack, layer: SceneLayer) -> SceneTrack:
    return replace(track, layers=tuple(layer if each.id == layer.id else each for each in track.layers))


def _with_track(scene: SceneRecord, track: SceneTrack) -> SceneRecord:
    known = any(each.character == track.character for each in scene.tracks)
    tracks = [track if each.character == track.character else each for each in scene.tracks]
    return _with_tracks(scene, tracks if known else [*tracks, track])


def _with_tracks(scene: SceneRecord, tracks: Iterable[SceneTrack]) -> SceneRecord:
    """The scene with other tracks; those on which nothing is left go."""
    return replace(scene, tracks=tuple(t for t in tracks if t.clips or t.layers or t.targets))


def refuse_repeated(ids: Iterable[str]) -> None:
    """Raises InvalidValue where an id comes twice."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise InvalidValue("Two entries have the same id; each needs its own.")
        seen.add(id)
