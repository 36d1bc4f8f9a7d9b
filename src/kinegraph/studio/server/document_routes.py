"""The documents of this machine's user over plain HTTP: the list, and what can be done with them."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from kinegraph.studio.protocol.answers import DocumentList
from kinegraph.studio.server.document_desk import DocumentDesk


def document_routes(desk: DocumentDesk) -> list[BaseRoute]:
    """The addresses of the documents."""

    async def listed(_: Request) -> Response:
        documents = DocumentList(documents=tuple(await desk.documents()))
        return Response(
            msgspec.json.encode(documents),
            media_type="application/json",
            headers={"Cache-Control": "no-store"},
        )

    async def new(_: Request) -> Response:
        await desk.new()
        return Response(status_code=204)

    async def open_listed(request: Request) -> Response:
        await desk.open(request.path_params["id"])
        return Response(status_code=204)

    async def duplicate(_: Request) -> Response:
        await desk.duplicate()
        return Response(status_code=204)

    async def reveal(_: Request) -> Response:
        await desk.reveal()
        return Response(status_code=204)

    return [
        Route("/api/documents", listed),
        Route("/api/documents/new", new, methods=["POST"]),
        Route("/api/documents/duplicate", duplicate, methods=["POST"]),
        Route("/api/documents/reveal", reveal, methods=["POST"]),
        Route("/api/documents/{id}/open", open_listed, methods=["POST"]),
    ]
