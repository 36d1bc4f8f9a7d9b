"""Opening a USD file from an untrusted source.

The library that parses USD trusts its input more than we do. Before it sees a file, the container is
checked here (see container.py); the file is opened as an anonymous layer, which has no place that
relative addresses could start from; and a file that would pull in other files, or multiply its own prims,
is refused before it is composed.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kinegraph.core.errors import FormatError
from kinegraph.formats.usd.container import check_container
from kinegraph.formats.usd.trial import check_readable

_MOST_PRIMS = 100_000
# Prims that copy other prims of the file: each level may double what the next one holds.
_MOST_INNER_ARCS = 24
_PARSE_ERROR = re.compile(r":(\d+):\d+: [^/]*? at '(.*)' in ")
_PLACE_IN_LIBRARY = re.compile(r"Error in '[^']*' at line \d+ in file \S+ : ")
_ARCS = ("referenceList", "payloadList", "inheritPathList", "specializesList")


@contextmanager
def quiet_pxr(source: str) -> Iterator[None]:
    """Turns what the USD library raises into FormatError, and keeps it from printing."""
    from pxr import Tf, UsdUtils

    listener = UsdUtils.CoalescingDiagnosticDelegate()
    try:
        yield
    except Tf.ErrorException as error:
        raise _refusal(source, error) from error
    finally:
        listener.TakeUncoalescedDiagnostics()
        del listener


def open_stage(path: Path) -> Any:
    """The composed stage (Usd.Stage) of a file that stands on its own."""
    from pxr import Sdf, Usd

    if check_container(path) != "text":
        check_readable(path)
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


def _refusal(source: str, error: Exception) -> FormatError:
    """The library's own words, without where in its sources they come from, and the line they speak of."""
    text = " ".join(str(error).split())
    parse = _PARSE_ERROR.search(text)
    if parse:
        near = parse[2][:60].strip()
        reason = f"its text cannot be parsed near {near!r}." if near else "its text cannot be parsed."
        return FormatError(source, reason, line=int(parse[1]))
    reason = _PLACE_IN_LIBRARY.sub("", text).strip(" '\"")[:160]
    return FormatError(source, f"USD cannot read it ({reason or 'it does not say why'}).")
