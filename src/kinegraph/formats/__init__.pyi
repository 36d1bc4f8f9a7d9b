"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.formats.registry import FORMATS as FORMATS
from kinegraph.formats.registry import Format as Format
from kinegraph.formats.registry import format_of as format_of
from kinegraph.formats.registry import load as load
from kinegraph.formats.registry import save as save
from kinegraph.formats.registry import save_together as save_together
