"""An order: one file that a worker is to work on."""

import msgspec

from kinegraph import __version__


class Order(msgspec.Struct, frozen=True):
    """One file to work on.

    output: The output folder. key: Address of the result. digest: Of the input, when it was ordered.
    """

    path: str
    output: str
    key: str
    digest: str
    version: str = __version__
