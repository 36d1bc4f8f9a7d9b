"""Studios with two characters and an empty scene."""

from collections.abc import Iterator

import pytest
from serving import RunningStudio, a_page, start
from staged_scenes import stock_scene


@pytest.fixture
def staged_scene(running: RunningStudio) -> RunningStudio:
    """A studio with two characters and an empty scene."""
    return stock_scene(running)


@pytest.fixture(scope="module")
def untouched_scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """The same for all that is refused: nothing of it may leave a trace."""
    folder = tmp_path_factory.mktemp("untouched")
    studio = stock_scene(start(folder / "test.kine", a_page(folder)))
    yield studio
    studio.stop()
