"""Characters: the built-in cast, body plans, clay skins, the anatomy of imported rigs, rendering.

Imports core and formats.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
