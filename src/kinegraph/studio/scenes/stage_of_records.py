"""The scene of a document as the engine plays it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_multiply, quat_rotate
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.props.prop import Prop, PropKind
from kinegraph.scenes import (
    CameraKey,
    Handshake,
    Held,
    LayerKind,
    Member,
    Place,
    PropKey,
    Span,
    Stage,
    StageProp,
    StageShot,
    Target,
    TargetKind,
    Track,
    TrackClip,
    TrackLayer,
    Where,
    body_parts,
    mask_of_parts,
)
from kinegraph.scenes.mixing.front import front_of
from kinegraph.scenes.mixing.ground_placement import headings
from kinegraph.scenes.targets.aiming import can_reach
from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.records import MotionRecord, Placement, SceneRecord
from kinegraph.studio.document.scene_fields import (
    SceneCameraKey,
    SceneClip,
    SceneHandshake,
    SceneHeld,
    SceneProp,
    SceneShot,
    SceneTarget,
    SceneTrack,
)
from kinegraph.studio.scenes.edits import motion_length, scene_of, seam_of

_EMPTY_LENGTH = 5.0  # [s] of a scene in which nothing is placed in time
_EASE = 0.4  # [s] in which targets begin and end
_REACH = 0.5  # [s] in which a hand goes to a prop that it is going to hold
_SHAKE_EASE = 0.6  # [s] in which hands that shake come and go


@dataclass(frozen=True)
class SceneSources:
    """The characters and motions that a scene is made of.

    character: Gives the character of a record's id, with its anatomy guessed where it has none.
    clip: Gives a motion frame by frame.
    drawn: Gives the scenery of a doodle, by its id; none if it was deleted.
    name: Gives the unique name of a character or a prop in the scene.
    """

    character: Callable[[str], Character]
    clip: Callable[[MotionRecord], Clip]
    drawn: Callable[[str], tuple[Stroke, ...]]
    name: Callable[[str], str] = lambda id: id


def stage_of_records(
    records: Records, sources: SceneSources, light: str = "dark", name: str = "scene"
) -> Stage:
    """The scene of a document with all its characters: also those stand there that have no track.

    light: Where the scene has none of its own.
    """
    scene = scene_of(records)
    tracks = {track.character: track for track in scene.tracks}
    standing = [place.character for place in edits.stage_of(records).placements]
    everyone = [id for id in dict.fromkeys((*tracks, *standing)) if id in records]
    drawn = {prop.id: sources.drawn(prop.doodle) for prop in scene.props if prop.doodle is not None}
    props = {prop.id: prop for prop in scene.props if prop.doodle is None or drawn[prop.id]}
    builder = _Builder(records, sources, {id: sources.character(id) for id in everyone}, props, drawn)
    stage = Stage(
        tuple(builder.member(tracks.get(id) or SceneTrack(character=id)) for id in everyone),
        tuple(builder.prop(prop) for prop in props.values()),
        tuple(made for shake in scene.handshakes if (made := builder.handshake(shake)) is not None),
        tuple(builder.shot(shot) for shot in scene.shots),
        name,
        light=scene.light or light,
    )
    return replace(stage, length=max(stage.duration, _last_key(scene)) or _EMPTY_LENGTH)


def _last_key(scene: SceneRecord) -> float:
    """The last moment at which something is keyed [s]."""
    props = [key.time for prop in scene.props for key in prop.keys]
    cameras = [shot.start + key.time for shot in scene.shots for key in shot.keys]
    return max((*props, *cameras, *(shake.stop for shake in scene.handshakes)), default=0.0)


@dataclass(frozen=True, eq=False)
class _Builder:
    records: Records
    sources: SceneSources
    characters: Mapping[str, Character]
    props: Mapping[str, SceneProp]
    drawn: Mapping[str, tuple[Stroke, ...]]

    def member(self, track: SceneTrack) -> Member:
        character = self.characters[track.character]
        place = edits.placement_of(self.records, track.character)
        front = front_of(character)
        facing = place.heading + float(np.arctan2(front[0], front[2]))
        base = self._clips(track.clips, place, facing)
        parts = body_parts(character)
        layers = tuple(
            TrackLayer(
                self._clips(layer.clips, place, facing, layer=True),
                mask_of_parts(character, {layer.part: 1.0}),
                LayerKind.ADDITIVE if layer.additive else LayerKind.OVERRIDE,
            )
            for layer in track.layers
            if layer.clips and (layer.part in parts or layer.part in character.skeleton)
        )
        targets = tuple(self._target(each) for each in track.targets if self._is_there(each, character))
        return Member(
            self.sources.name(track.character),
            character,
            Track(base, layers, np.array(place.position), facing),
            targets,
        )

    def prop(self, prop: SceneProp) -> StageProp:
        """A prop that falls and rolls, moves between its keys, or stands."""
        drawn = self.drawn.get(prop.id, ())
        made = Prop(
            PropKind.BOX if drawn else PropKind(prop.kind),
            np.array(prop.place),
            np.array(prop.size),
            prop.turn,
            prop.loose and not drawn,
            np.array(prop.push),
            prop.starts,
        )
        keys = tuple(PropKey(key.time, np.array(key.place), key.turn) for key in prop.keys)
        held = tuple(self._held(each) for each in prop.held if self._can_hold(each))
        return StageProp(self.sources.name(prop.id), made, keys, held, drawn)

    def handshake(self, shake: SceneHandshake) -> Handshake | None:
        """A handshake; None where one of the two is not on the stage."""
        if shake.first not in self.characters or shake.second not in self.characters:
            return None
        ease = min(_SHAKE_EASE, 0.4 * (shake.stop - shake.start))
        return Handshake(
            self.sources.name(shake.first),
            self.sources.name(shake.second),
            self._limb(shake.first, shake.first_limb),
            self._limb(shake.second, shake.second_limb),
            Span(shake.start, shake.stop, ease, ease),
        )

    def shot(self, shot: SceneShot) -> StageShot:
        """A shot with its keys at the times of the scene."""
        followed = shot.follow if self._is_on_stage(shot.follow) else None
        watched = shot.watch if self._is_on_stage(shot.watch) else None
        keys = tuple(self._camera_key(shot, key, watched, followed) for key in shot.keys)
        return StageShot(shot.start, keys, "" if followed is None else self.sources.name(followed))

    def _clips(
        self, clips: tuple[SceneClip, ...], place: Placement, facing: float, *, layer: bool = False
    ) -> tuple[TrackClip, ...]:
        return tuple(
            made
            for clip in clips
            if isinstance(record := self.records.get(clip.motion), MotionRecord)
            and (made := self._clip(clip, record, place, facing, layer)) is not None
        )

    def _clip(
        self, clip: SceneClip, record: MotionRecord, place: Placement, facing: float, layer: bool
    ) -> TrackClip | None:
        """A clip with its motion; None where nothing of it is left to play."""
        motion = self.sources.clip(record)
        low, high = motion_length(clip, record)
        high = min(high, motion.duration)
        low = min(low, high)
        once = (high - low) / clip.speed
        made = TrackClip(
            motion,
            clip.start,
            (low, high),
            clip.speed,
            clip.repeat if once > 0.0 else 1,
            min(clip.fade, once),
            min(clip.fade, 0.5 * once) if layer else 0.0,
            seam_of(clip, once),
            clip.weight,
            Where.CONTINUE,
        )
        return self._at_own_place(made, place, facing) if clip.own else made

    def _at_own_place(self, clip: TrackClip, place: Placement, facing: float) -> TrackClip:
        """The clip at its own coordinates, seen from where the character stands."""
        first = clip.clip.pose(round(clip.span[0] * clip.clip.fps))
        x, _, z = world_from_stage(place, first.root_translation)
        turned = float(headings(first.skeleton, first.rotations[0]))
        return replace(clip, at=(float(x), float(z)), facing=facing + turned)

    def _is_there(self, target: SceneTarget, character: Character) -> bool:
        """True if a target has all that it needs: parts may have gone with another body."""
        known = target.of is None or self._is_on_stage(target.of)
        own = target.limb in body_parts(character) or target.limb in character.skeleton
        usual = not target.limb and (target.kind == "look" or can_reach(character))
        return known and (own or usual) and target.weight > 0.0

    def _target(self, target: SceneTarget) -> Target:
        at = (
            Place(offset=np.array(target.point)) if target.of is None else self._place(target.of, target.part)
        )
        when = Span(target.start, target.stop, _EASE)
        return Target(TargetKind(target.kind), at, target.limb, when, target.weight)

    def _is_on_stage(self, id: str | None) -> bool:
        return id in self.characters or id in self.props

    def _place(self, of: str, part: str) -> Place:
        """A part of a character, or the middle of a prop."""
        return Place(self.sources.name(of), self._limb(of, part))

    def _limb(self, id: str, part: str) -> str:
        """A part of a character's body; empty where it has none of this name, and for props."""
        character = self.characters.get(id)
        known = character is not None and (part in body_parts(character) or part in character.skeleton)
        return part if known else ""

    def _can_hold(self, held: SceneHeld) -> bool:
        character = self.characters.get(held.by)
        return character is not None and (bool(self._limb(held.by, held.limb)) or can_reach(character))

    def _held(self, held: SceneHeld) -> Held:
        limb = self._limb(held.by, held.limb)
        return Held(self.sources.name(held.by), limb, held.start, held.stop, _REACH)

    def _camera_key(
        self, shot: SceneShot, key: SceneCameraKey, watched: str | None, followed: str | None
    ) -> CameraKey:
        """A key of a camera at its time of the scene."""
        aim = Place(offset=np.array(key.target))
        if watched is not None:
            aim = self._place(watched, shot.watch_part)
        elif followed is not None:
            aim = replace(self._place(followed, ""), offset=np.array(key.target))
        return CameraKey(shot.start + key.time, np.array(key.eye), aim, key.angle)


def world_from_stage(place: Placement, point: Floats) -> Floats:
    """(..., 3) points in the space of a character that stands at `place`, on the stage [m]."""
    return quat_rotate(_turn(place.heading), point) + np.array(place.position)


def in_own_space(clip: Clip, place: Placement) -> Clip:
    """A clip of the stage in the space of the character that stands at `place`."""
    back = _turn(-place.heading)
    roots = quat_rotate(back, clip.root_translations - np.array(place.position))
    turned = clip.rotations.copy()
    turned[:, 0] = quat_multiply(back, clip.rotations[:, 0])
    return clip.with_roots(roots, turned)


def _turn(angle: float) -> Floats:
    """(4,) a turn about the vertical [rad]."""
    return np.array([0.0, np.sin(0.5 * angle), 0.0, np.cos(0.5 * angle)])
