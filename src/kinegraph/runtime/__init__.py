"""Creatures and spatial rigs outside the studio: a compiled library for C, the web, Python and games.

`exports` has the kernels that leave, `compile` turns them into libraries, `headers` writes their memory
layout for C and TypeScript, `baked` writes `.kinelive` files, and `hosts` plays them. It imports the
features, and nothing to its left imports it.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
