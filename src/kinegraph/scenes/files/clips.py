"""Tracks of a scene file: its clips and layers, with their motions loaded and brought to their character."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.flows.play_on import PlayedHow
from kinegraph.formats.text.yaml import YamlText
from kinegraph.scenes.files.schema import CharacterPart, ClipPart, LayerPart
from kinegraph.scenes.files.sources import Source, Sources
from kinegraph.scenes.mixing.body_parts import mask_of_parts
from kinegraph.scenes.mixing.track import Track, TrackClip, TrackLayer, Where, start_of, with_starts
from kinegraph.scenes.mixing.track_player import TrackPlayer

_FADE, _LAYER_FADE, _SEAM = 0.3, 0.25, 0.2  # [s] where the file gives none
_CLOSED = 0.1  # [rad] between the last frame and the first: a clip that ends so near to its start loops


@dataclass(frozen=True)
class PlayedNote:
    """Note on a motion that came from another body; slip and penetration as in `PlayedOn`."""

    character: str
    motion: str
    how: PlayedHow
    slip: float
    penetration: float


class TrackReader:
    """Reads the track of one character. It has state: the notes so far."""

    def __init__(
        self, text: YamlText, sources: Sources, source: Source, part: CharacterPart, place: str
    ) -> None:
        self._text, self._sources, self._source = text, sources, source
        self._part, self._place = part, place
        self._at = np.array(part.at if len(part.at) == 3 else [part.at[0], 0.0, part.at[1]])
        self._facing = float(np.radians(part.facing))
        self.notes: list[PlayedNote] = []

    def track(self) -> Track:
        """The whole track."""
        base: tuple[TrackClip, ...] = ()
        for number, part in enumerate(self._part.clips):
            here = f"{self._place}.clips[{number}]"
            clip = self._clip(part, here, base)
            with self._text.at(here):
                base = with_starts((*base, clip))
        layers = [
            self._layer(part, f"{self._place}.layers[{number}]", base)
            for number, part in enumerate(self._part.layers)
        ]
        with self._text.at(self._place):
            return Track(base, tuple(layers), self._at, self._facing)

    def _layer(self, part: LayerPart, here: str, base: tuple[TrackClip, ...]) -> TrackLayer:
        names = [part.parts] if isinstance(part.parts, str) else part.parts
        shares = names if isinstance(names, dict) else dict.fromkeys(names, 1.0)
        with self._text.at(f"{here}.parts"):
            mask = mask_of_parts(self._source.character, shares)
        clips: tuple[TrackClip, ...] = ()
        for number, each in enumerate(part.clips):
            place = f"{here}.clips[{number}]"
            if each.walk is not None:
                raise self._text.error(f"{place}.walk", "a layer plays motions; walks belong to the base.")
            clip = self._clip(each, place, base, layer=True)
            with self._text.at(place):
                clips = with_starts((*clips, clip))
        return TrackLayer(clips, mask, part.kind)

    def _clip(
        self, part: ClipPart, here: str, base: tuple[TrackClip, ...], *, layer: bool = False
    ) -> TrackClip:
        if (part.play is None) == (part.walk is None):
            raise self._text.error(
                here, "a clip has either `play` (a motion) or `walk` (points on the ground)."
            )
        if part.play is None:
            return self._walk(part, here, base)
        with self._text.at(f"{here}.play"):
            played = self._sources.motion(part.play, self._source)
        if played.result is not None:
            self.notes.append(
                PlayedNote("", part.play, played.result.how, played.result.slip, played.result.penetration)
            )
        where = part.where or (Where.OWN if played.own else Where.CONTINUE)
        with self._text.at(here):
            low, high = part.trim or (0.0, played.clip.duration)
            speed = part.speed
            if part.length is not None:
                if part.length <= 0.0 or part.speed != 1.0:
                    raise InvalidValue("A clip has either a speed or a length above 0.")
                speed = (high - low) / part.length
            once = max(high - low, 0.0) / max(speed, 1e-9)
            usual = _LAYER_FADE if layer else _FADE if base else 0.0
            return TrackClip(
                played.clip,
                part.start,
                None if part.trim is None else (low, high),
                speed,
                part.repeat,
                min(usual, 0.5 * once) if part.fade is None else part.fade,
                (min(_LAYER_FADE, 0.5 * once) if layer else 0.0) if part.fade_out is None else part.fade_out,
                self._seam(part, played.clip, low, high, once),
                part.weight,
                where,
                part.at,
                None if part.facing is None else float(np.radians(part.facing)),
            )

    def _seam(self, part: ClipPart, clip: Clip, low: float, high: float, once: float) -> float:
        """The fade between two passes: none where the clip ends as it begins."""
        if part.seam is not None or part.repeat == 1:
            return part.seam or 0.0
        first, last = (clip.rotations[min(round(t * clip.fps), len(clip) - 1), 1:] for t in (low, high))
        away = 2.0 * np.arccos(np.clip(np.abs((first * last).sum(axis=-1)), 0.0, 1.0)).max(initial=0.0)
        return 0.0 if away < _CLOSED else min(_SEAM, 0.3 * once)

    def _walk(self, part: ClipPart, here: str, base: tuple[TrackClip, ...]) -> TrackClip:
        """A walk from where the character is to the given points."""
        fade = part.fade if part.fade is not None else _FADE if base else 0.0
        start = part.start
        if start is None:
            start = start_of(base[-1]) + max(base[-1].length - fade, 0.0) if base else 0.0
        before = Track(base, (), self._at, self._facing)
        root = TrackPlayer(self._source.character, before, plant=False).pose(start).root_translation
        points = [(float(root[0]), float(root[2])), *(part.walk or [])]
        with self._text.at(f"{here}.walk"):
            clip = self._sources.walk(self._source, points, part.pace, part.style)
        way = np.array(points[1]) - np.array(points[0])
        with self._text.at(here):
            return TrackClip(
                clip,
                start,
                part.trim,
                part.speed,
                fade=min(fade, 0.5 * clip.duration),
                at=points[0],
                facing=float(np.arctan2(way[0], way[1])),
            )
