"""The data types that all of Kinegraph shares, and the mathematics of motion on them.

Data types are frozen and hold read-only arrays. Everything else is functions over them, batched over leading
axes. Conventions (frames, units, orders) are on one page: docs/conventions.md. Imports no other package.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
