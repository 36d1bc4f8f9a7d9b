"""Opening a USD file that nobody vouches for.

The library that parses USD trusts its input more than we do. Before it sees a file, the container is
checked here (see usd_container.py); the file is opened as an anonymous layer, which has no place that
relative addresses could start from; and a file that would pull in other files, or multiply its own prims,
is refused before it is composed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kinegraph.core.errors import FormatError
from kinegraph.formats.usd_container import check_container

_MOST_PRIMS = 100_000
# Prims that copy other prims of the file: each level may double what the next one holds.
_MOST_INNER_ARCS = 24
_ARCS = ("referenceList", "payloadList", "inheritPathList", "specializesList")


@contextmanager
def quiet_pxr(source: str) -> Iterator[None]:
    """Turns what the USD library raises into FormatError, and keeps it from printing."""
    from pxr import Tf, UsdUtils

    listener = UsdUtils.CoalescingDiagnosticDelegate()
    try:
        yield
    except Tf.ErrorException as error:
        raise FormatError(source, f"USD cannot read it: {_first_sentence(error)}") from error
    finally:
        listener.TakeUncoalescedDiagnostics()
        del listener


def open_stage(path: Path) -> Any:
    """The composed stage (Usd.Stage) of a file that stands on its own."""
    from pxr import Sdf, Usd

    check_container(path)
    with quiet_pxr(str(path)):
        layer = Sdf.Layer.OpenAsAnonymous(str(path))
        if not layer:
            raise FormatError(path, "USD cannot read it.")
        _check_layer(layer, path)
        return Usd.Stage.Open(layer, load=Usd.Stage.LoadAll)


def _check_layer(layer: Any, path: Path) -> None:
    others = sorted(name for name in layer.GetCompositionAssetDependencies() if name)
    if others:
        raise FormatError(
            path,
            f"it is put together from other files ({others[0][:80]!r}); flatten it with `usdcat --flatten`.",
        )
    stack = list(layer.rootPrims)
    prims = arcs = 0
    while stack:
        prim = stack.pop()
        prims += 1
        if prim.HasInfo("clips"):
            raise FormatError(
                path, "it takes values from other files (clips); flatten it with `usdcat --flatten`."
            )
        arcs += sum(len(getattr(prim, name).GetAddedOrExplicitItems()) for name in _ARCS)
        if prims > _MOST_PRIMS or arcs > _MOST_INNER_ARCS:
            raise FormatError(
                path, "its prims copy each other too often; flatten it with `usdcat --flatten`."
            )
        stack.extend(prim.nameChildren)
        for variants in prim.variantSets:
            stack.extend(variant.primSpec for variant in variants.variantList)


def _first_sentence(error: Exception) -> str:
    """The library's own words, without where in its sources they come from."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith("Error in ")] or lines or ["unknown reason"]
    text = told[0].split(" in '")[0].split("' at line")[0]
    text = text.rpartition(": ")[2] if text.startswith("Error") else text
    return text[:200].strip(" '\"") or "unknown reason"
