"""Fits the network of the sight on hasty drawings made by code, and writes its weights.

`python -m benchmarks.doodles.fit_sight --drawings 400000 --seconds 430 --output weights.npz` on one large
graphics card, beside 16 cores that drew for 100 seconds, fitted the weights of the package. It needs PyTorch,
which Kinegraph itself does not use. The last 8,000 drawings are held out.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from benchmarks.synthetic.quick.drawing import quick_drawing
from kinegraph.doodles.sketch.sight.picture import CELLS, draw_picture, find_frame
from kinegraph.doodles.sketch.sight.sight import KINDS, PLACES

FIRST_SEED, CHUNK, HELD_OUT, BATCH = 1_000_000, 2000, 8000, 1024
GRID = CELLS // 2
CHANNELS = (16, 24, 40, 64, 96)
ABSENT = -9.0
RATE, WARM_UP = 3e-3, 300  # step of the fit, and the number of steps after which it is so large
NEAR = 2.8  # cells of the grid that count as near


class Drawings(NamedTuple):
    """pictures: (N, 3, CELLS, CELLS) 0..255; kinds: (N,). places: (N, 2, P, 2) on the grid, and mirrored.

    flags: (N, 3) facing, robe, wings; legs: (N,) number of an animal's.
    """

    pictures: Any
    kinds: Any
    places: Any
    flags: Any
    legs: Any


def draw_many(seeds: np.ndarray) -> Drawings:
    """The drawings of seeds (N,)."""
    count = len(seeds)
    result = Drawings(
        np.zeros((count, 3, CELLS, CELLS), np.uint8), np.zeros(count, np.int64),
        np.full((count, 2, len(PLACES), 2), ABSENT, np.float32), np.zeros((count, 3), np.float32),
        np.zeros(count, np.int64),
    )  # fmt: skip
    for k, seed in enumerate(seeds):
        drawing = quick_drawing(int(seed))
        origin, cell = find_frame(drawing.lines)
        result.pictures[k] = np.rint(255.0 * draw_picture(drawing.lines))
        result.kinds[k], result.legs[k] = KINDS.index(drawing.kind), drawing.legs
        result.flags[k] = drawing.facing, drawing.robe, drawing.wings
        for name, place in drawing.places.items():
            at = 0.5 * ((place - origin) / cell + 0.5) - 0.5
            result.places[k, 0, PLACES.index(name)] = at
            result.places[k, 1, PLACES.index(_mirrored(name, drawing.legs))] = [GRID - 1 - at[0], at[1]]
    return result


def _mirrored(name: str, legs: int) -> str:
    """Name of a place in the mirrored drawing; paws and haunches have numbers from the left."""
    if name[-1].isdigit():
        return f"{name[:-1]}{legs + 1 - int(name[-1])}"
    return name.replace("left", "?").replace("right", "left").replace("?", "right")


def main() -> None:
    """Draws, fits, prints how many of the held-out places are near, and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drawings", type=int, default=400_000)
    parser.add_argument("--seconds", type=float, default=430.0)
    parser.add_argument("--output", required=True)
    choice = parser.parse_args()
    seeds = np.arange(FIRST_SEED, FIRST_SEED + choice.drawings)
    with ProcessPoolExecutor() as pool:
        parts = list(pool.map(draw_many, np.array_split(seeds, max(choice.drawings // CHUNK, 1))))
    drawings = Drawings(*(np.concatenate(each) for each in zip(*parts, strict=True)))
    layers = fit(drawings, choice.seconds)
    arrays: dict[str, Any] = _rounded(layers)
    np.savez_compressed(choice.output, **arrays)


def fit(drawings: Drawings, seconds: float) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The weights and the bias of each layer, after a fit of that many seconds."""
    torch: Any = import_module("torch")
    functional: Any = import_module("torch.nn.functional")
    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Drawings(*(torch.tensor(each).to(device) for each in drawings))
    layers = _layers(torch).to(device).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(layers.parameters(), lr=RATE, weight_decay=1e-4)
    held = min(HELD_OUT, len(drawings.kinds) // 10)
    used = len(drawings.kinds) - held
    start, step = time.time(), 0
    while (share := (time.time() - start) / seconds) < 1.0:
        for group in optimizer.param_groups:
            warm = min(1.0, step / WARM_UP + 0.01)
            group["lr"] = RATE * warm * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        chosen = torch.randint(0, used, (BATCH,), device=device)
        loss, _ = _losses(torch, functional, layers, data, chosen, mirror=True)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step += 1
    layers.eval()
    with torch.no_grad():
        chunks = torch.arange(used, used + held, device=device).split(1000)
        near = [_losses(torch, functional, layers, data, each, mirror=False)[1] for each in chunks]
    for name, value in zip((*PLACES, "kind"), torch.stack(near).mean(0).tolist(), strict=True):
        print(f"{name:16} {value:6.1%}")
    return {name: _folded(torch, module) for name, module in layers.named_children()}


def _layers(torch: Any) -> Any:
    one, two, three, four, five = CHANNELS
    nn = torch.nn

    def convolution(inputs: int, outputs: int, step: int = 1) -> Any:
        plain = nn.Conv2d(inputs, outputs, 3, step, 1, bias=False)
        return nn.Sequential(plain, nn.BatchNorm2d(outputs), nn.ReLU())

    return nn.ModuleDict({
        "c0": convolution(3, one, 2), "c1": convolution(one, two), "c2": convolution(two, three),
        "c3": convolution(three, three), "c4": convolution(three, four), "c5": convolution(four, four),
        "c6": convolution(four, five), "c7": convolution(five, five), "d0": convolution(five + four, four),
        "d1": convolution(four + three, three), "d2": convolution(three + two, two),
        "maps": nn.Conv2d(two, len(PLACES), 1), "kind": nn.Linear(2 * five, len(KINDS) + 6),
    })  # fmt: skip


def _run(torch: Any, functional: Any, layers: Any, pictures: Any) -> tuple[Any, Any]:
    """Maps and kinds of a batch, as run_network gives them for one picture."""

    def double(image: Any) -> Any:
        return functional.interpolate(image, scale_factor=2, mode="nearest")

    first = layers["c1"](layers["c0"](pictures))
    second = layers["c3"](layers["c2"](functional.max_pool2d(first, 2)))
    third = layers["c5"](layers["c4"](functional.max_pool2d(second, 2)))
    fourth = layers["c7"](layers["c6"](functional.max_pool2d(third, 2)))
    grown = layers["d0"](torch.cat([double(fourth), third], 1))
    grown = layers["d1"](torch.cat([double(grown), second], 1))
    grown = layers["d2"](torch.cat([double(grown), first], 1))
    whole = torch.cat([fourth.mean((2, 3)), fourth.amax((2, 3))], 1)
    return layers["maps"](grown), layers["kind"](whole)


def _losses(
    torch: Any, functional: Any, layers: Any, data: Drawings, chosen: Any, *, mirror: bool
) -> tuple[Any, Any]:
    """The loss of chosen drawings, and the shares of places that are near and of kinds that are right."""
    pictures = data.pictures[chosen].float() / 255
    places, flags = data.places[chosen, 0], data.flags[chosen]
    kinds, legs = data.kinds[chosen], data.legs[chosen]
    if mirror:  # half of them, and with darker or lighter ink
        flipped = torch.rand(len(chosen), device=pictures.device) < 0.5
        pictures = torch.where(flipped[:, None, None, None], pictures.flip(3), pictures)
        places = torch.where(flipped[:, None, None], data.places[chosen, 1], places)
        flags = torch.where(flipped[:, None], flags * flags.new_tensor([-1.0, 1.0, 1.0]), flags)
        pictures[:, 0] *= 0.8 + 0.4 * torch.rand(len(chosen), 1, 1, device=pictures.device)
    with torch.autocast(pictures.device.type, dtype=torch.bfloat16):
        maps, shown = _run(torch, functional, layers, pictures.contiguous(memory_format=torch.channels_last))
    maps, shown = maps.float().flatten(2), shown.float()
    there = (places[..., 0] > 0.5 * ABSENT).float()
    logs = functional.log_softmax(maps, 2)
    loss = -((_blobs(torch, places.clamp(0, GRID - 1)) * logs).sum(2) * there).sum() / there.sum().clamp_min(
        1
    )
    count = len(KINDS)
    loss = loss + functional.cross_entropy(shown[:, :count], kinds)
    faces = ((kinds > 0) & (kinds < count - 1)).float()
    guess = functional.binary_cross_entropy_with_logits
    loss = loss + 0.3 * _mean(guess(shown[:, count], (flags[:, 0] > 0).float(), reduction="none"), faces)
    beasts = (legs > 0).float()
    numbers = functional.cross_entropy(
        shown[:, count + 1 : count + 4], (legs - 2).clamp_min(0), reduction="none"
    )
    loss = loss + 0.2 * _mean(numbers, beasts)
    clothes = guess(shown[:, count + 4 :], flags[:, 1:], reduction="none").sum(1)
    loss = loss + 0.2 * _mean(clothes, (kinds == 0).float())
    best = logs.argmax(2)
    found = torch.stack([best % GRID, best // GRID], 2).float()
    near = (((found - places).norm(dim=2) < NEAR).float() * there).sum(0) / there.sum(0).clamp_min(1)
    right = (shown[:, :count].argmax(1) == kinds).float().mean()
    return loss, torch.cat([near, right[None]])


def _mean(values: Any, weights: Any) -> Any:
    return (values * weights).sum() / weights.sum().clamp_min(1)


def _blobs(torch: Any, places: Any) -> Any:
    """(B, P, cells) shares of a bell of one cell around each place (B, P, 2)."""
    at = torch.arange(GRID, device=places.device, dtype=torch.float32)
    rows = torch.exp(-0.5 * (at - places[..., 1:2]) ** 2)
    columns = torch.exp(-0.5 * (at - places[..., 0:1]) ** 2)
    bells = (rows[..., :, None] * columns[..., None, :]).flatten(2)
    return bells / bells.sum(-1, keepdim=True).clamp_min(1e-9)


def _folded(torch: Any, module: Any) -> tuple[np.ndarray, np.ndarray]:
    """Weights and bias of a layer, with its normalization in them."""
    if not isinstance(module, torch.nn.Sequential):
        return module.weight.detach().float().cpu().numpy(), module.bias.detach().float().cpu().numpy()
    plain, norm = module[0], module[1]
    scale = norm.weight / (norm.running_var + norm.eps).sqrt()
    weights = plain.weight * scale[:, None, None, None]
    bias = norm.bias - norm.running_mean * scale
    return weights.detach().float().cpu().numpy(), bias.detach().float().cpu().numpy()


def _rounded(layers: dict[str, tuple[np.ndarray, np.ndarray]]) -> dict[str, np.ndarray]:
    """Weights as whole numbers of 8 bits with a scale for each output."""
    stored = {}
    for name, (weights, bias) in layers.items():
        flat = weights.reshape(len(weights), -1)
        scale = np.maximum(np.abs(flat).max(axis=1) / 127.0, 1e-12)
        stored[f"{name}.weights"] = np.rint(flat / scale[:, None]).astype(np.int8)
        stored[f"{name}.scale"] = scale.astype(np.float32)
        stored[f"{name}.bias"] = bias.astype(np.float32)
    return stored


if __name__ == "__main__":
    main()
