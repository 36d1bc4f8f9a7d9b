"""File formats: `load(path)` returns a Scene, `save(thing, path)` writes one. Imports core."""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
