"""The ready doodle that the first start offers: somebody drawn by us, with a line that says what they do."""

from importlib.resources import files

from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.file import doodle_from_bytes

_FILE = "example.json"


def example_doodle() -> Doodle:
    """The ready doodle."""
    return doodle_from_bytes(files("kinegraph.doodles").joinpath(_FILE).read_bytes(), _FILE)
