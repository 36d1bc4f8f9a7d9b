"""The example doodle of the first start: a drawn character with a motion line."""

from importlib.resources import files

from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.file import doodle_from_bytes

_FILE = "example.json"


def example_doodle() -> Doodle:
    """The example doodle."""
    return doodle_from_bytes(files("kinegraph.doodles").joinpath(_FILE).read_bytes(), _FILE)
