"""TrackPlayer: the poses of a track at any time."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats, read_only
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate
from kinegraph.core.pose import Pose
from kinegraph.scenes.mixing import columns as at
from kinegraph.scenes.mixing.feet import feet_of
from kinegraph.scenes.mixing.front import front_of
from kinegraph.scenes.mixing.ground_placement import GroundPlacement
from kinegraph.scenes.mixing.mixing_kernels import play_track
from kinegraph.scenes.mixing.passes import Pass, Standing, base_passes, layer_passes, rest_clip
from kinegraph.scenes.mixing.planting import plant_fades
from kinegraph.scenes.mixing.track import LayerKind, Track

_KINDS = {LayerKind.OVERRIDE: at.OVERRIDE, LayerKind.ADDITIVE: at.ADDITIVE}
_Layer = tuple[int, Floats, Sequence[Pass]]


class TrackPlayer:
    """A track made ready for playing.

    plant: Whether feet are kept from slipping in cross-fades.
    """

    def __init__(self, character: Character, track: Track, *, plant: bool = True) -> None:
        self.skeleton = character.skeleton
        for entry in (*track.base, *(clip for layer in track.layers for clip in layer.clips)):
            if entry.clip.skeleton != self.skeleton:
                raise InvalidValue(f"The clip {entry.clip.name!r} does not move {character.name!r}.")
        front = front_of(character)
        standing = Standing(feet_of(character), float(np.arctan2(front[0], front[2])))
        base = base_passes(track, standing)
        if not base:
            place = GroundPlacement(track.facing - standing.front, *(float(each) for each in track.at))
            base = [Pass(rest_clip(self.skeleton), 0.0, 0.0, 0.0, 1.0, 0.0, placement=place)]
        layers = [(layer, layer_passes(layer.clips, track, base, standing)) for layer in track.layers]
        if plant and any(each.planted for each in base):
            plain = self._tables([(at.BASE, self._whole(), base)])
            base = plant_fades(base, standing, lambda times: self._play(plain, times))
        for layer, _ in layers:
            if len(layer.mask) != len(self.skeleton) + 1:
                raise InvalidValue(
                    f"The mask of a layer of {character.name!r} needs {len(self.skeleton) + 1} shares, not "
                    f"{len(layer.mask)}."
                )
        over = [(_KINDS[layer.kind], layer.mask, passes) for layer, passes in layers]
        self._ready = self._tables([(at.BASE, self._whole(), base), *over])

    def pose(self, time: float) -> Pose:
        """The pose at a time of the scene [s]."""
        places, turns = self.arrays(np.array([time]))
        return self._pose(places[0], turns[0])

    def clip(self, times: Floats, fps: float, name: str = "motion") -> Clip:
        """The poses at times (F,) [s], as a clip of a rate."""
        places, turns = self.arrays(times)
        return self._clip(places, turns, fps, name)

    def arrays(self, times: Floats) -> tuple[Floats, Floats]:
        """Positions in the parents' frames (F, J, 3) [m] and rotations (F, J, 4) at times (F,) [s]."""
        return self._run(self._ready, times)

    def _run(self, tables: at.Tables, times: Floats) -> tuple[Floats, Floats]:
        joints = len(self.skeleton)
        places, turns = np.empty((len(times), joints, 3)), np.empty((len(times), joints, 4))
        play_track(tables, kernel_floats(times), places, turns)
        return places, turns

    def _play(self, tables: at.Tables, times: Floats) -> Clip:
        return self._clip(*self._run(tables, times), 60.0, "blend")

    @property
    def slides(self) -> bool:
        """True if joints other than the root move in their parents' frames."""
        return len(self._ready.slides) > 0

    def _pose(self, places: Floats, turns: Floats) -> Pose:
        return Pose(self.skeleton, places[0], turns, places if self.slides else None)

    def _clip(self, places: Floats, turns: Floats, fps: float, name: str) -> Clip:
        moved = np.abs(places[:, 1:] - self.skeleton.offsets[1:]).max(initial=0.0) > 0.0
        return Clip(self.skeleton, fps, places[:, 0], turns, places if moved else None, name)

    def _whole(self) -> Floats:
        return np.ones(len(self.skeleton) + 1)

    def _tables(self, layers: Sequence[_Layer]) -> at.Tables:
        clips: dict[int, Clip] = {}
        for _, _, passes in layers:
            clips |= {id(each.clip): each.clip for each in passes}
        firsts = dict(
            zip(clips, np.cumsum([0, *(len(clip) for clip in clips.values())])[:-1].tolist(), strict=True)
        )
        counts = np.cumsum([0, *(len(passes) for _, _, passes in layers)])
        rows = [_row(each, firsts[id(each.clip)]) for _, _, passes in layers for each in passes]
        sliding = any(clip.translations is not None for clip in clips.values())
        slides = (
            np.concatenate([local_translations(clip) for clip in clips.values()])
            if sliding
            else np.empty((0, len(self.skeleton), 3))
        )
        return at.Tables(
            kernel_floats(np.array(rows).reshape(-1, at.ROW)),
            read_only(np.stack([counts[:-1], counts[1:]], axis=1)),
            read_only(np.array([kind for kind, _, _ in layers])),
            kernel_floats(np.array([mask for _, mask, _ in layers])),
            kernel_floats(_join([clip.root_translations for clip in clips.values()])),
            kernel_floats(_join([clip.rotations for clip in clips.values()])),
            kernel_floats(slides),
            kernel_floats(self.skeleton.offsets),
            kernel_floats(quat_conjugate(self.skeleton.rest_rotations[0])),
        )


def _join(parts: list[Floats]) -> Floats:
    """One after the other; a single one is not copied."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _row(each: Pass, first: int) -> list[float]:
    fps, place = each.clip.fps, each.placement
    turn = place.rotation
    return [
        each.start,
        each.end,
        each.fade_in,
        each.fade_out,
        each.weight,
        first,
        each.low * fps,
        min(each.moment(each.end) * fps, len(each.clip) - 1),
        each.speed * fps,
        first + round(each.reference * fps),
        place.x,
        place.y,
        place.z,
        turn[1],
        turn[3],
    ]
