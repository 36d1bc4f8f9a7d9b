"""Studios for tests, on documents of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from keys_scenes import stock
from page_client import PageClient
from perform_scenes import perform_stock
from serving import RunningStudio, a_page, start

from kinegraph.studio.compile_tasks import compile_creatures, compile_doodles, compile_making


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keeps the tests out of the user's own documents and caches."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("data")
        patch.setenv("KINEGRAPH_DATA", str(folder))
        yield folder


@pytest.fixture
def page_folder(tmp_path: Path) -> Path:
    """The folder that a studio serves its page from."""
    return a_page(tmp_path)


@pytest.fixture
def start_studio(tmp_path: Path, page_folder: Path) -> Iterator[Callable[..., RunningStudio]]:
    """Starts studios on a document; all are stopped when the test ends."""
    running: list[RunningStudio] = []

    def start_one(**options: Any) -> RunningStudio:
        running.append(start(tmp_path / "test.kine", page_folder, **options))
        return running[-1]

    yield start_one
    for studio in running:
        studio.stop()


@pytest.fixture
def running(start_studio: Callable[..., RunningStudio]) -> RunningStudio:
    """A studio with an empty document."""
    return start_studio()


@pytest.fixture(scope="module")
def untouched_keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """One studio with motions to key, for all that is refused: nothing of it may leave a trace."""
    folder = tmp_path_factory.mktemp("untouched")
    studio = stock(start(folder / "test.kine", a_page(folder)))
    yield studio
    studio.stop()


@pytest.fixture
def staged(running: RunningStudio) -> RunningStudio:
    """A studio with a character to pose and to perform with."""
    return stock(running)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """One studio with a set, a synchronizing set and a performance, in which nothing may leave a trace."""
    folder = tmp_path_factory.mktemp("untouched")
    studio = perform_stock(stock(start(folder / "test.kine", a_page(folder))))
    yield studio
    studio.stop()


@pytest.fixture(scope="session")
def creatures_compiled() -> None:
    """Compiles what creatures need where that has not been done: no page may wait so long for an answer."""
    compile_making()
    compile_creatures()


@pytest.fixture
def creature_page(creatures_compiled: None, running: RunningStudio) -> Iterator[PageClient]:
    """A page of a studio in which creatures are ready to be made."""
    with running.page() as page:
        yield page


@pytest.fixture(scope="session")
def doodles_compiled() -> None:
    """Compiles what doodles need where that has not been done."""
    compile_doodles()


@pytest.fixture(scope="module")
def doodle_studio(
    doodles_compiled: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningStudio]:
    """One studio in which doodles are ready to be drawn; each test draws on a sheet of its own."""
    folder = tmp_path_factory.mktemp("doodles")
    studio = start(folder / "test.kine", a_page(folder))
    yield studio
    studio.stop()


@pytest.fixture
def doodle_page(doodle_studio: RunningStudio) -> Iterator[PageClient]:
    """A page of that studio."""
    with doodle_studio.page() as page:
        yield page
