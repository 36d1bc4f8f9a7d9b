"""The network of the sight: convolutions that shrink a picture and grow it again, with its fitted weights.

Weights are whole numbers of 8 bits with a scale for each output. `python -m benchmarks.doodles.fit_sight`
fits them.
"""

from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]  # (channels, rows, columns)


class Layer(NamedTuple):
    """weights: (outputs, inputs x 3 x 3 or inputs); bias: (outputs, 1)."""

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


@cache
def load_layers() -> dict[str, Layer]:
    """The fitted layers by name."""
    with resources.files("kinegraph.doodles.sketch.sight").joinpath("weights.npz").open("rb") as file:
        stored = dict(np.load(file))
    names = sorted({name.split(".")[0] for name in stored})
    return {
        name: Layer(
            stored[f"{name}.weights"].astype(np.float32)
            * stored[f"{name}.scale"].astype(np.float32)[:, None],
            stored[f"{name}.bias"].astype(np.float32)[:, None],
        )
        for name in names
    }


def run_network(picture: Image) -> tuple[Image, NDArray[np.float32]]:
    """(K, R, C) how likely each place is in each cell, at half of the picture's size, and (M,) what is shown.

    Both are logits. picture: (3, 2R, 2C).
    """
    layers = load_layers()
    first = _convolve(_convolve(picture, layers["c0"], step=2), layers["c1"])
    second = _convolve(_convolve(_halve(first), layers["c2"]), layers["c3"])
    third = _convolve(_convolve(_halve(second), layers["c4"]), layers["c5"])
    fourth = _convolve(_convolve(_halve(third), layers["c6"]), layers["c7"])
    grown = _convolve(np.concatenate([_double(fourth), third]), layers["d0"])
    grown = _convolve(np.concatenate([_double(grown), second]), layers["d1"])
    grown = _convolve(np.concatenate([_double(grown), first]), layers["d2"])
    maps = layers["maps"].weights @ grown.reshape(len(grown), -1) + layers["maps"].bias
    whole = np.concatenate([fourth.mean(axis=(1, 2)), fourth.max(axis=(1, 2))])
    shown = layers["kind"].weights @ whole + layers["kind"].bias[:, 0]
    return maps.reshape(len(maps), *grown.shape[1:]), shown


def _convolve(image: Image, layer: Layer, step: int = 1) -> Image:
    """Sums over 3 by 3 cells, with zeros around the image; what is negative becomes zero."""
    around = np.pad(image, ((0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(around, (3, 3), axis=(1, 2))[:, ::step, ::step]
    rows, columns = windows.shape[1:3]
    cells = windows.transpose(0, 3, 4, 1, 2).reshape(-1, rows * columns)
    return np.maximum(layer.weights @ cells + layer.bias, 0.0).reshape(-1, rows, columns)


def _halve(image: Image) -> Image:
    channels, rows, columns = image.shape
    return image.reshape(channels, rows // 2, 2, columns // 2, 2).max(axis=(2, 4))


def _double(image: Image) -> Image:
    return image.repeat(2, axis=1).repeat(2, axis=2)
