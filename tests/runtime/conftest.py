"""What the tests of the compiled runtime share."""

from pathlib import Path

import pytest

from kinegraph.runtime.libraries import LIBRARY, NotBuilt, built


@pytest.fixture(scope="session")
def library() -> Path:
    """The compiled library; its tests are skipped where `make runtime` has not run."""
    try:
        return built(LIBRARY)
    except NotBuilt as missing:
        pytest.skip(str(missing))
