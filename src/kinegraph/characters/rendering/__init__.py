"""Pictures of characters and their motion, from a headless, deterministic software renderer. Imports core."""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
