"""Contact points between frames follow cubics where these are near, and are played where they are not."""

import numpy as np
import pytest

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import character_height
from kinegraph.perform.cast_sets import cast_performances
from kinegraph.perform.performances.layers import audible
from kinegraph.perform.performances.performance import Performance, placed_at, set_shares
from kinegraph.perform.playing.contact_tracks import contact_tracks, walking_tracks
from kinegraph.perform.playing.locomotion import WALKING_RATE
from kinegraph.perform.playing.rig_player import PlayableRig


class Stage:
    """A character's first performance that walks, and how many poses were played between frames."""

    def __init__(self, name: str) -> None:
        self.performance: Performance = next(each for each in cast_performances(name) if each.walks)
        self.playable = PlayableRig(self.performance.rig)
        self.asked = 0

    def poses(self, times: Floats) -> tuple[Floats, Floats]:
        layers = audible(self.performance.layers)
        placed = placed_at(self.performance, self.playable, layers, times)
        played = self.playable.play(placed, set_shares(self.performance, layers, times))
        self.asked += len(times)
        return played.slides, played.rotations

    def clip(self, times: Floats) -> Clip:
        slides, rotations = self.poses(times)
        skeleton = self.performance.rig.character.skeleton
        return Clip(skeleton, 1.0 / (times[1] - times[0]), slides[:, 0], rotations, slides)

    @property
    def character(self) -> Character:
        return self.performance.rig.character


@pytest.mark.parametrize("fps", [7.0, 24.0, 30.0, 97.0])
@pytest.mark.parametrize("name", ["lizard", "dog", "figure"])
def test_tracks_are_near_those_of_a_pose_at_every_step(name: str, fps: float) -> None:
    stage = Stage(name)
    times = np.arange(int(4.0 * fps) + 1) / fps
    tracks, steps = walking_tracks(stage.character, stage.clip(times), times, stage.poses)
    fine = np.linspace(0.0, times[-1], (len(times) - 1) * steps + 1)
    played = contact_tracks(stage.character, stage.clip(fine))
    assert tracks.rate >= WALKING_RATE - 1e-6
    np.testing.assert_allclose(tracks.times, fine, atol=1e-9)
    most = 1e-3 * character_height(stage.character.skeleton)
    np.testing.assert_allclose(tracks.points, played.points, atol=most)
    np.testing.assert_allclose(tracks.roots, played.roots, atol=most)
    np.testing.assert_allclose(tracks.points[::steps], played.points[::steps], atol=1e-9)


def test_few_poses_between_frames_are_played_where_limbs_move_evenly() -> None:
    stage = Stage("lizard")
    times = np.arange(211) / 30.0
    clip, stage.asked = stage.clip(times), 0
    tracks, _ = walking_tracks(stage.character, clip, times, stage.poses)
    assert stage.asked < 0.25 * len(tracks.points)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_few_frames_are_enough(count: int) -> None:
    stage = Stage("figure")
    times = np.arange(count) / 30.0
    tracks, steps = walking_tracks(stage.character, stage.clip(times), times, stage.poses)
    fine = contact_tracks(stage.character, stage.clip(np.linspace(0.0, times[-1], (count - 1) * steps + 1)))
    np.testing.assert_allclose(tracks.points, fine.points, atol=1e-3)
