"""The scene of a document as the engine plays it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_multiply, quat_rotate
from kinegraph.scenes import (
    CameraKey,
    LayerKind,
    Member,
    Place,
    Span,
    Stage,
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
from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.records import MotionRecord, Placement, SceneRecord
from kinegraph.studio.document.scene_fields import SceneClip, SceneShot, SceneTarget, SceneTrack
from kinegraph.studio.scenes.edits import motion_length, scene_of, seam_of

_EASE = 0.4  # [s] in which targets begin and end


@dataclass(frozen=True)
class SceneSources:
    """The characters and motions that a scene is made of.

    character: Gives the character of a record's id, with its anatomy guessed where it has none.
    clip: Gives a motion frame by frame.
    name: Gives the unique name of a character in the scene.
    """

    character: Callable[[str], Character]
    clip: Callable[[MotionRecord], Clip]
    name: Callable[[str], str] = lambda id: id


def stage_of_records(
    records: Records, sources: SceneSources, light: str = "dark", name: str = "scene"
) -> Stage:
    """The scene of a document with all its characters: also those stand there that have no track."""
    scene = scene_of(records)
    tracks = {track.character: track for track in scene.tracks}
    standing = [place.character for place in edits.stage_of(records).placements]
    everyone = [id for id in dict.fromkeys((*tracks, *standing)) if id in records]
    builder = _Builder(records, sources, {id: sources.character(id) for id in everyone})
    members = tuple(builder.member(tracks.get(id) or SceneTrack(character=id)) for id in everyone)
    return Stage(members, shots=builder.shots(scene), name=name, light=light)


@dataclass(frozen=True, eq=False)
class _Builder:
    records: Records
    sources: SceneSources
    characters: Mapping[str, Character]

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

    def shots(self, scene: SceneRecord) -> tuple[StageShot, ...]:
        return tuple(self._shot(shot) for shot in scene.shots)

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
        known = target.of is None or target.of in self.characters
        own = not target.limb or target.limb in body_parts(character) or target.limb in character.skeleton
        return known and own and target.weight > 0.0

    def _target(self, target: SceneTarget) -> Target:
        if target.of is None:
            at = Place(offset=np.array(target.point))
        else:
            other = self.characters[target.of]
            known = target.part in body_parts(other) or target.part in other.skeleton
            at = Place(self.sources.name(target.of), target.part if known else "")
        when = Span(target.start, target.stop, _EASE)
        return Target(TargetKind(target.kind), at, target.limb, when, target.weight)

    def _shot(self, shot: SceneShot) -> StageShot:
        followed = shot.follow if shot.follow in self.characters else None
        watched = shot.watch if shot.watch in self.characters else None
        eye = np.array(shot.eye)
        if followed is not None:  # the camera's place is then beside the character
            eye = eye - np.array(edits.placement_of(self.records, followed).position) * [1.0, 0.0, 1.0]
        if watched is not None:
            aim = Place(self.sources.name(watched))
        elif followed is not None:
            aim = Place(self.sources.name(followed))
        else:
            aim = Place(offset=np.array(shot.target))
        key = CameraKey(shot.start, eye, aim, shot.angle)
        return StageShot(shot.start, (key,), "" if followed is None else self.sources.name(followed))


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
