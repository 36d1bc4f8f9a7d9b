"""The motion library over plain HTTP: search, likeness, pictures, and adding a motion to the document."""

import asyncio
import tempfile
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.handlers.import_job import start_import
from kinegraph.studio.protocol.answers import LibraryAnswer
from kinegraph.studio.studio import Studio

_LONGEST = 200  # letters of a search


def library_routes() -> list[BaseRoute]:
    """The addresses of the library."""
    return [
        Route("/api/library", _search),
        Route("/api/library/{id:int}/like", _like),
        Route("/api/library/{id:int}.png", _picture),
        Route("/api/library/{id:int}/add", _add, methods=["POST"]),
    ]


def closed_library_routes() -> list[BaseRoute]:
    """For pages of other people: a search finds nothing, and there is nothing else."""
    return [Route("/api/library", _search_nothing)]


async def _search_nothing(_: Request) -> Response:
    return _json(LibraryAnswer(total=0, size=0, motions=()))


def _studio(request: Request) -> Studio:
    return request.app.state.studio


async def _search(request: Request) -> Response:
    asked = request.query_params
    words, figure = asked.get("words", "")[:_LONGEST], asked.get("figure", "")
    low, high = _number(asked.get("low")), _number(asked.get("high"))
    return _json(await asyncio.to_thread(_studio(request).library.search, words, figure, low, high))


def _number(text: str | None) -> float | None:
    """A limit of a figure; None where there is none."""
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        raise InvalidValue(f"{text[:40]!r} is not a number.") from None


async def _like(request: Request) -> Response:
    return _json(await asyncio.to_thread(_studio(request).library.like, request.path_params["id"]))


async def _picture(request: Request) -> Response:
    content = await asyncio.to_thread(_studio(request).library.thumbnail, request.path_params["id"])
    if content is None:
        raise HTTPException(404, "This motion has no picture.")
    return Response(content, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


async def _add(request: Request) -> Response:
    studio = _studio(request)
    path = await asyncio.to_thread(studio.library.file_of, request.path_params["id"])
    if not path.is_file():
        raise InvalidValue(f"{path.name} is no longer where it was; index its folder again.")
    folder = Path(tempfile.mkdtemp(prefix="import-", dir=studio.scratch))
    return JSONResponse({"job": start_import(studio, [path], folder).id}, status_code=202)


def _json(answer: msgspec.Struct) -> Response:
    return Response(
        msgspec.json.encode(answer), media_type="application/json", headers={"Cache-Control": "no-store"}
    )
