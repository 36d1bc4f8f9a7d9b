"""Contact tracks: where contact points are at every step of a walk, played only as often as needed.

A walk goes in many more steps than a take has frames. Contact points mostly follow the cubic through their
places at frames; poses between frames are played where they do not: at kinks of a hand's path, and where
rotations blend past a marker.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.contacts import character_height
from kinegraph.perform.playing.locomotion import WALKING_RATE, mark_contacts, walking_times

_APART = 10  # steps from one place of the cubics to the next, at most
_BENT = 5e-4  # share of the height by which points miss their neighbours' cubic where it is not followed

SPARSE_RATE = WALKING_RATE / _APART
"""The lowest rate of frames that cubics follow without poses between them [Hz]."""

Play = Callable[[Floats], tuple[Floats, Floats]]
"""From times (F,) [s] to poses: slides (F, J, 3) [m] and rotations (F, J, 4), local."""


class ContactTracks(NamedTuple):
    """Contact points of a character that has not walked, in even steps.

    points: (F, P, 3) where they are [m]. roots: (F, 3) where the root is [m]. rate: Steps a second.
    """

    points: Floats
    roots: Floats
    rate: float

    @property
    def times(self) -> Floats:
        """(F,) times of the steps [s]."""
        return np.arange(len(self.points)) / self.rate

    def between(self, first: int, last: int) -> "ContactTracks":
        """The steps from one to before another."""
        return ContactTracks(self.points[first:last], self.roots[first:last], self.rate)


def contact_tracks(character: Character, clip: Clip) -> ContactTracks:
    """Contact points at the frames of a clip."""
    slides = local_translations(clip)
    return ContactTracks(mark_contacts(character, slides, clip.rotations), clip.root_translations, clip.fps)


def walking_tracks(
    character: Character, clip: Clip, frame_times: Floats, play: Play
) -> tuple[ContactTracks, int]:
    """Contact points at every step of a walk, and how many steps there are from frame to frame.

    clip: The motion before it walks, at `frame_times`, which are evenly spaced.
    play: Gives poses between frames.
    """
    at_frames = contact_tracks(character, clip)
    times, steps = walking_times(frame_times)
    if steps == 1:
        return at_frames, 1
    # The root goes along as one more point.
    places = np.empty((len(times), at_frames.points.shape[1] + 1, 3))
    places[::steps, :-1], places[::steps, -1] = at_frames.points, at_frames.roots

    def fill(chosen: np.ndarray) -> None:
        if chosen.any():
            slides, rotations = play(times[chosen])
            places[chosen, :-1], places[chosen, -1] = (
                mark_contacts(character, slides, rotations),
                slides[:, 0],
            )

    apart = max(count for count in range(1, _APART + 1) if steps % count == 0)
    played = np.zeros(len(times), dtype=bool)
    played[::apart] = True
    fill(played & (np.arange(len(times)) % steps > 0))
    bent = _find_bends(places[::apart], _BENT * character_height(character.skeleton))
    places[:-1][np.repeat(~bent, apart)] = _follow_cubics(places[::apart], apart)[~bent].reshape(
        -1, *places.shape[1:]
    )
    fill(np.append(np.repeat(bent, apart), False) & ~played)
    return ContactTracks(places[:, :-1], places[:, -1], steps / (frame_times[1] - frame_times[0])), steps


def _find_bends(places: Floats, most: float) -> np.ndarray:
    """(N - 1,) whether points (N, P, 3) may leave their cubic from one place to the next.

    most: By how much a place may miss the cubic through the two before it and the two after [m].
    """
    bends = np.ones(len(places), dtype=bool)  # the first two and the last two cannot be judged
    if len(places) > 4:
        bends[2:-2] = np.abs(np.diff(places, 4, axis=0)).max(axis=(1, 2)) / 6.0 > most
    return bends[:-1] | bends[1:]


def _follow_cubics(places: Floats, steps: int) -> Floats:
    """(N - 1, steps, P, 3) from each of the places (N, P, 3) to before the next, sloped by neighbours."""
    u = np.arange(steps)[:, None] / steps
    basis = np.hstack([(1 + 2 * u) * (1 - u) ** 2, u * (1 - u) ** 2, u * u * (3 - 2 * u), u * u * (u - 1)])
    slopes = np.gradient(places, axis=0)
    ends = np.stack([places[:-1], slopes[:-1], places[1:], slopes[1:]], axis=1)
    return np.tensordot(ends, basis, axes=(1, 1)).transpose(0, 3, 1, 2)
