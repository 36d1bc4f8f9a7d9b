"""The web application: the page's files, the socket, and what goes over plain HTTP."""

import asyncio
import hashlib
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from kinegraph.core.errors import KinegraphError, UnknownName
from kinegraph.studio.creatures.pictures import creature_picture
from kinegraph.studio.document import edits
from kinegraph.studio.doodles.edits import set_picture, sheet_record
from kinegraph.studio.doodles.pictures import MOST_BYTES, PictureTooLarge, received_picture
from kinegraph.studio.files.uploads import UploadTooLarge, receive_files
from kinegraph.studio.handlers.import_job import start_import
from kinegraph.studio.running.full_disk import explain_full_disk, full_disk_error, is_full_disk
from kinegraph.studio.running.looks import THEMES
from kinegraph.studio.running.places import ENDING
from kinegraph.studio.server.document_desk import DocumentDesk
from kinegraph.studio.server.document_routes import document_routes
from kinegraph.studio.server.library_routes import closed_library_routes, library_routes
from kinegraph.studio.server.live_link import LiveLink, live_routes
from kinegraph.studio.server.page_socket import SHORT_WAY
from kinegraph.studio.server.session import run_session
from kinegraph.studio.studio import Studio

PAGE = Path(__file__).parents[1] / "page"
# A page that was made is looked at, not saved: with its own script, and without a way to the studio or out.
_SHUT_IN = {
    "Content-Security-Policy": (
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "unsafe-none",  # a browser does not open what is both shut in and apart
}
NO_PAGE = """<!doctype html><meta charset="utf-8"><title>Kinegraph</title>
<body style="font: 16px system-ui; margin: 15vh auto; max-width: 34em; color: #ddd; background: #1b1a19">
<h1>The page has not been built yet.</h1>
<p>The studio's server is running, but this copy of Kinegraph came without its page.
Run <code>make studio</code> in the project's folder, which builds it (Node 20 or newer is needed).</p>
"""


def make_app(
    studio: Studio,
    page: Path = PAGE,
    imports: tuple[Path, ...] = (),
    library: tuple[Path, ...] | None = None,
    on_start: Callable[[], None] = lambda: None,
    on_stop: Callable[[], None] = lambda: None,
    desk: DocumentDesk | None = None,
    live: LiveLink | None = None,
) -> Starlette:
    """The application around a studio.

    page: The folder that holds the built page.
    imports: Files of this machine's user to read into the document at the start.
    library: Folders of this machine's user to bring the motion library up to date with; None where pages
        belong to other people, so that there is no library.
    on_start, on_stop: Called when pages can be served, and after the document was closed.
    desk: What opens other documents; None where pages belong to other people.
    live: The live link to programs of this machine's user; None where pages belong to other people.
    """
    routes: list[BaseRoute] = [
        WebSocketRoute("/socket", _socket),
        Route("/api/access", _access),
        Route("/api/characters/{id}.glb", _character_glb),
        Route("/api/cast/{name}.glb", _cast_glb),
        Route("/api/thumbnails/characters/{id}.png", _character_picture),
        Route("/api/thumbnails/cast/{name}.png", _cast_picture),
        Route("/api/thumbnails/creatures/{kind}/{name}.png", _creature_picture),
        Route("/api/import", _import, methods=["POST"]),
        Route("/api/doodles/{id}/picture", _picture),
        Route("/api/doodles/{id}/picture", _new_picture, methods=["POST"]),
        Route("/api/doodles/{id}/file/{filename}", _doodle_file),
        Route("/api/exports/{job}/{filename}", _export),
        Route("/api/document/{filename}", _document_copy),
        *(closed_library_routes() if library is None else library_routes()),
        *(() if desk is None else document_routes(desk)),
        *(() if live is None else live_routes(live)),
    ]
    if (page / "index.html").is_file():
        routes.append(Mount("/", StaticFiles(directory=page, html=True)))
    else:
        routes.append(Route("/", lambda _: HTMLResponse(NO_PAGE, status_code=503)))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await studio.open()
        if imports:
            start_import(studio, list(imports), Path(tempfile.mkdtemp(prefix="import-", dir=studio.scratch)))
        if library:
            studio.library.start_indexing(studio.jobs, library)
        on_start()
        try:
            yield
        finally:
            await app.state.studio.close()
            on_stop()

    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={
            KinegraphError: _bad_request,
            HTTPException: _http_error,
            OSError: _no_storage,
            Exception: _our_fault,
        },
    )
    app.state.studio = studio
    if desk is not None:
        desk.show = lambda other: setattr(app.state, "studio", other)
    return app


def _studio(request: Request | WebSocket) -> Studio:
    return request.app.state.studio


async def _socket(socket: WebSocket) -> None:
    viewing, direct = socket.scope.get("viewing", False), socket.scope.get(SHORT_WAY)
    await run_session(_studio(socket), socket, viewing, direct)


async def _access(_: Request) -> Response:
    """For a page whose socket was closed: the guard has let this request pass, so the token is right."""
    return Response(status_code=204)


async def _character_glb(request: Request) -> Response:
    studio = _studio(request)
    record = edits.character_record(studio.document.records, request.path_params["id"])
    return await _answer_tagged(request, "model/gltf-binary", lambda: studio.looks.glb(record))


async def _cast_glb(request: Request) -> Response:
    looks, name = _studio(request).looks, request.path_params["name"]
    return await _answer_tagged(request, "model/gltf-binary", lambda: looks.cast_glb(name))


async def _character_picture(request: Request) -> Response:
    studio = _studio(request)
    record = edits.character_record(studio.document.records, request.path_params["id"])
    return await _answer_tagged(request, "image/png", lambda: studio.looks.picture(record, _theme(request)))


async def _cast_picture(request: Request) -> Response:
    looks, name = _studio(request).looks, request.path_params["name"]
    return await _answer_tagged(request, "image/png", lambda: looks.cast_picture(name, _theme(request)))


async def _creature_picture(request: Request) -> Response:
    studio, path = _studio(request), request.path_params
    return await _answer_tagged(
        request,
        "image/png",
        lambda: creature_picture(path["kind"], path["name"], _theme(request), studio.workers.run),
    )


async def _answer_tagged(request: Request, kind: str, make: Callable[[], bytes]) -> Response:
    """The result of `make`, or 304 where the browser has it already."""
    content = await asyncio.to_thread(make)
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


async def _import(request: Request) -> Response:
    studio = _studio(request)
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > studio.upload_limit:
        raise UploadTooLarge(studio.upload_limit)
    folder = Path(tempfile.mkdtemp(prefix="import-", dir=studio.scratch))
    try:
        files = await receive_files(request.stream(), folder, studio.upload_limit)
    except ClientDisconnect:  # the page is gone
        shutil.rmtree(folder, ignore_errors=True)
        return Response(status_code=400)
    except (KinegraphError, OSError):
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return JSONResponse({"job": start_import(studio, files, folder).id}, status_code=202)


async def _picture(request: Request) -> Response:
    studio = _studio(request)
    record = sheet_record(studio.document.records, request.path_params["id"])
    if record.picture is None:
        raise HTTPException(404, f"There is no picture behind {record.name}.")
    picture = record.picture
    return await _answer_tagged(request, picture.media, lambda: studio.document.blob(picture.blob))


async def _new_picture(request: Request) -> Response:
    studio, id = _studio(request), request.path_params["id"]
    edits.doodle_record(studio.document.records, id)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise PictureTooLarge
    picture, kept = await asyncio.to_thread(received_picture, bytes(data))
    await studio.commit(lambda records: set_picture(records, id, picture, kept))
    return JSONResponse({"doodle": id})


async def _doodle_file(request: Request) -> Response:
    studio = _studio(request)
    record = edits.doodle_record(studio.document.records, request.path_params["id"])
    content = await asyncio.to_thread(studio.doodles.file, record)
    return Response(
        content,
        media_type="application/json",
        headers={"Cache-Control": "no-store", "Content-Disposition": "attachment"},
    )


async def _export(request: Request) -> Response:
    job, filename = request.path_params["job"], request.path_params["filename"]
    # Neither name is joined to a path: both are looked up among what is there.
    folders = {folder.name: folder for folder in _studio(request).scratch.iterdir()}
    folder = folders.get(f"export-{job}")
    files = {file.name: file for file in folder.iterdir()} if folder else {}
    if filename not in files:
        raise HTTPException(404, "This export no longer exists; export again.")
    if filename.endswith(".html"):
        return FileResponse(files[filename], headers={"Cache-Control": "no-store", **_SHUT_IN})
    return FileResponse(files[filename], filename=filename, headers={"Cache-Control": "no-store"})


async def _document_copy(request: Request) -> Response:
    studio = _studio(request)
    folder = Path(tempfile.mkdtemp(prefix="copy-", dir=studio.scratch))
    copy = folder / f"copy{ENDING}"
    await studio.on_disk(lambda: studio.document.copy_to(copy))
    return FileResponse(
        copy,
        filename=request.path_params["filename"],
        headers={"Cache-Control": "no-store"},
        background=BackgroundTask(shutil.rmtree, folder, ignore_errors=True),
    )


def _theme(request: Request) -> str:
    theme = request.query_params.get("theme", THEMES[0])
    return theme if theme in THEMES else THEMES[0]


async def _bad_request(_: Request, error: Exception) -> Response:
    if full := full_disk_error(error):
        return JSONResponse({"message": explain_full_disk(full)}, status_code=507)
    missing = isinstance(error, UnknownName | edits.UnknownRecord)
    large = isinstance(error, UploadTooLarge | PictureTooLarge)
    status = 413 if large else 404 if missing else 400
    return JSONResponse({"message": str(error)}, status_code=status)


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"message": error.detail}, status_code=error.status_code)


async def _no_storage(request: Request, error: Exception) -> Response:
    """The disk is full, or a folder of the studio is gone: nothing that the page did."""
    assert isinstance(error, OSError)
    message = _studio(request).failures.report(error, request.url.path)
    if is_full_disk(error):
        return JSONResponse({"message": message}, status_code=507)
    reason = (error.strerror or str(error)).lower()
    message = f"The studio could not use its folder for temporary files: {reason}."
    return JSONResponse({"message": message}, status_code=503)


async def _our_fault(request: Request, error: Exception) -> Response:
    message = _studio(request).failures.report(error, request.url.path)
    return JSONResponse({"message": message}, status_code=500)
