"""The class's application: the pages' files, the teacher's questions, and requests that go to documents."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from kinegraph.core.errors import KinegraphError, UnknownName
from kinegraph.studio.classroom.classroom import LARGEST_PICTURE, Classroom, Place
from kinegraph.studio.classroom.forwarding import forward
from kinegraph.studio.classroom.handover import Refused
from kinegraph.studio.classroom.process_pool import NotOpen
from kinegraph.studio.classroom.sheet import links_sheet
from kinegraph.studio.files.uploads import UploadTooLarge

_PLAIN = {"Cache-Control": "no-store"}


class ClassSettings(msgspec.Struct, frozen=True):
    """Settings that the teacher can change. simple: Whether students' pages show fewer panels."""

    simple: bool


def make_class_app(classroom: Classroom, address: str, page: Path, no_page: str) -> Starlette:
    """The application around a class.

    address: How the server is reached, as in "https://teacher.local:8443".
    page: The folder that holds the built pages.
    no_page: What to show where they were not built.
    """
    routes: list[BaseRoute] = [
        Route("/api/class", _state),
        Route("/api/class", _change, methods=["PUT"]),
        Route("/api/class/links", _links),
        Route("/api/class/picture", _new_picture, methods=["POST"]),
        Route("/api/class/students/{id}/picture", _picture),
        Route("/api/class/students/{id}/handed-in/{name}", _copy),
        Route("/api/class/students/{id}/handed-in/{name}/show", _show),
        Route("/api/{path:path}", _of_document, methods=["GET", "HEAD", "POST", "PUT", "DELETE"]),
    ]
    if (page / "index.html").is_file():
        routes.append(Mount("/", StaticFiles(directory=page, html=True)))
    else:
        routes.append(Route("/", lambda _: HTMLResponse(no_page, status_code=503)))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await classroom.open()
        try:
            yield
        finally:
            await classroom.close()

    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={KinegraphError: _bad_request, HTTPException: _http_error},
    )
    app.state.classroom, app.state.address = classroom, address
    return app


def _classroom(request: Request) -> Classroom:
    return request.app.state.classroom


def _as_teacher(request: Request) -> Classroom:
    classroom = _classroom(request)
    if not classroom.is_teacher(request.scope):
        raise Refused("Only the teacher's page may ask this.")
    return classroom


def _place(request: Request) -> Place:
    return _as_teacher(request).place(request.path_params["id"])


async def _state(request: Request) -> Response:
    classroom = _as_teacher(request)
    state = {
        "folder": classroom.file.folder.name,
        "simple": classroom.file.roster.simple,
        "students": classroom.states(),
    }
    return Response(msgspec.json.encode(state), media_type="application/json", headers=_PLAIN)


async def _change(request: Request) -> Response:
    classroom = _as_teacher(request)
    try:
        wanted = msgspec.json.decode(await request.body(), type=ClassSettings)
    except msgspec.MsgspecError as error:
        raise HTTPException(400, f"The settings of the class cannot be read: {error}.") from None
    await classroom.simplify(wanted.simple)
    return await _state(request)


async def _links(request: Request) -> Response:
    classroom = _as_teacher(request)
    return HTMLResponse(links_sheet(classroom.file, request.app.state.address), headers=_PLAIN)


async def _new_picture(request: Request) -> Response:
    classroom = _classroom(request)
    place = classroom.place_of(request.scope)
    if place is None:
        raise Refused("Only a student's page sends a picture of its stage.")
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST_PICTURE:
            break
    classroom.keep_picture(place, bytes(content))
    return Response(status_code=204)


async def _picture(request: Request) -> Response:
    picture = _place(request).picture
    if not picture.number:
        raise HTTPException(404, "There is no picture of this stage yet.")
    return Response(picture.content, media_type=picture.kind, headers=_PLAIN)


async def _copy(request: Request) -> Response:
    place, name = _place(request), request.path_params["name"]
    path = _classroom(request).hand_in(place, name)
    return FileResponse(path, filename=name, headers=_PLAIN)


async def _show(request: Request) -> Response:
    place, name = _place(request), request.path_params["name"]
    token = await _classroom(request).show(place, name)
    return RedirectResponse(f"/#token={token}", status_code=303, headers=_PLAIN)


async def _of_document(request: Request) -> Response:
    return await forward(request, _classroom(request).process_for(request.scope))


_STATUSES: dict[type[KinegraphError], int] = {
    Refused: 403,
    UnknownName: 404,
    UploadTooLarge: 413,
    NotOpen: 503,
}


async def _bad_request(_: Request, error: Exception) -> Response:
    status = next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), 400)
    return JSONResponse({"message": str(error)}, status_code=status)


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"message": error.detail}, status_code=error.status_code)
