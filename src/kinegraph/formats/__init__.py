"""Every file that people bring, by one door: `load(path)` gives a Scene, `save(thing, path)` writes one."""

from kinegraph.formats.registry import FORMATS, Format, format_of, load, save

__all__ = ["FORMATS", "Format", "format_of", "load", "save"]
