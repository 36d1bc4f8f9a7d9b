"""What all tests share: the real captures, a real Blender, and how long hypothesis may search."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kinegraph.formats.blender.launch import Blender, BlenderNotFound, find_blender

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile(
    "quick", max_examples=40, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile("fuzz", max_examples=5000, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real captures, rigs and drawings that may not be committed: a folder beside the project."""
    if not SHARED_DATA.is_dir():
        pytest.skip("needs the real data in ../shared/data, which is not here")
    return SHARED_DATA


@pytest.fixture(scope="session")
def blender() -> Blender:
    """The Blender of this machine; a test that asks for it is skipped where there is none."""
    try:
        return find_blender()
    except BlenderNotFound as error:
        pytest.skip(str(error))
