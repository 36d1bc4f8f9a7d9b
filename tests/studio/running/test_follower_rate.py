"""How often the character that follows the pointer is posed."""

import asyncio

import numpy as np
import pytest
from small_scenes import a_clip

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.pose import Pose
from kinegraph.studio.document.records import Placement
from kinegraph.studio.running.follower import PointerFollower


class _Still:
    """A driver that holds one pose."""

    def pose_at(self, target: Floats, time: float) -> Pose:
        return a_clip().pose(0)


@pytest.mark.parametrize("tick", [1 / 60, 3 / 60])
def test_idle_motion_keeps_to_its_rate_and_the_pointer_does_not_wait_for_it(tick: float) -> None:
    frames: list[bytes] = []

    async def scenario() -> float:
        follower = PointerFollower(
            lambda _, frame: frames.append(frame),
            lambda: True,
            lambda id: Placement(character=id),
            lambda _: _Still(),
            tick,
        )
        await follower.follow("c", Character.bare("pip", a_clip().skeleton))
        loop = asyncio.get_running_loop()
        begun = loop.time()
        await asyncio.sleep(0.4)
        idle, spent = len(frames), loop.time() - begun
        assert idle <= spent / tick + 2
        follower.point((0.0, 1.0, 2.0), 0.0, 7)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(frames) == idle + 1, "a pointer is answered in the loop's next round"
        follower.close()
        return spent

    assert np.isfinite(asyncio.run(scenario()))
    assert b'"sequence":7' in frames[-1]
