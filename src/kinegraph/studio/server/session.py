"""Session: one page's socket, from its hello to its last message."""

import asyncio
import secrets
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from kinegraph import __version__
from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document import edits
from kinegraph.studio.document.records import ViewRecord
from kinegraph.studio.files.format_list import format_list
from kinegraph.studio.handlers.registry import Answer, all_handlers
from kinegraph.studio.protocol.commands import (
    CancelJob,
    Command,
    Cursor,
    Hello,
    Request,
    Watch,
)
from kinegraph.studio.protocol.doodle_commands import PenDown, PenPoints
from kinegraph.studio.protocol.events import (
    DocumentInfo,
    Done,
    Event,
    Failure,
    Welcome,
)
from kinegraph.studio.protocol.key_commands import MeasureKeys, OpenKeys
from kinegraph.studio.protocol.messages import (
    PROTOCOL,
    decode_command,
    encode_event,
    request_of,
)
from kinegraph.studio.protocol.perform_commands import Perform
from kinegraph.studio.running.casting import cast_members
from kinegraph.studio.running.outbox import OutboxFull, PageDismissed
from kinegraph.studio.running.page import Page
from kinegraph.studio.running.page_clock import PageClock
from kinegraph.studio.server.page_socket import PageSocket
from kinegraph.studio.server.short_way import ShortWay
from kinegraph.studio.server.waiting import WaitingRequests
from kinegraph.studio.studio import Studio

WRONG_PROTOCOL = 4001  # close code: the page is of another version; reloading it helps
TOO_SLOW = 4002  # close code: the page stopped reading; saying hello again helps
ANOTHER_DOCUMENT = 1012  # close code: saying hello again shows the document that is open now
_ENDS = (WebSocketDisconnect, OutboxFull, PageDismissed, OSError)  # how a session may end
_MOST_WAITING = 256  # requests of one page; a page that sends more waits for its answers
_ONLY_LOOKS = "This page shows the document; it does not change it."
_MOST_BESIDE = 16  # requests that are carried out beside the page's others
_HANDLERS = all_handlers()
_Beside = dict[asyncio.Task, Request]


async def run_session(
    studio: Studio, socket: WebSocket, viewing: bool = False, direct: PageSocket | None = None
) -> None:
    """Serves a page until it goes.

    viewing: Whether the page may only look.
    direct: What reads and writes the socket's frames, where that can be used past all tasks.
    """
    await socket.accept()
    try:
        page = await _welcome(studio, socket, viewing)
        if page is not None:
            await _converse(studio, socket, page, direct)
    except WebSocketDisconnect:
        pass


async def _welcome(studio: Studio, socket: WebSocket, viewing: bool) -> Page | None:
    """Waits for a hello that fits and answers it; None where the page is of another version."""
    while True:
        text = await _receive(socket)
        try:
            hello = decode_command(text)
            if not isinstance(hello, Hello):
                raise _Unexpected("The first message on a socket is Hello.")
        except KinegraphError as error:
            await socket.send_text(_failure(request_of(text), error))
            continue
        if hello.protocol != PROTOCOL:
            message = f"This page speaks protocol {hello.protocol}, the studio {PROTOCOL}: reload the page."
            await socket.send_text(encode_event(Failure(request=hello.request, message=message)))
            await socket.close(WRONG_PROTOCOL, message)
            return None
        lists = await asyncio.to_thread(lambda: (cast_members(), format_list()))
        page = Page(hello.session or secrets.token_urlsafe(12), viewing)
        # From here on the page misses nothing: its snapshot is taken and it joins in one step of the loop.
        page.tell(_welcome_event(studio, hello, page, *lists))
        studio.join(page)
        studio.follower.wake()
        return page


def _welcome_event(studio: Studio, hello: Hello, page: Page, cast: tuple, formats: tuple) -> Welcome:
    document = studio.document
    records = {**document.records, ViewRecord.ID: edits.view_of(document.records)}
    stage = edits.stage_of(document.records)
    records.setdefault(stage.id, stage)
    return Welcome(
        request=hello.request,
        protocol=PROTOCOL,
        version=__version__,
        session=page.session,
        document=DocumentInfo(
            id=document.id,
            file=studio.caretaker.state.file,
            fresh=document.fresh,
        ),
        file=studio.caretaker.state,
        revision=document.revision,
        records=tuple(records.values()),
        undo_label=document.undo_label,
        undo_kind=document.undo_kind,
        redo_label=document.redo_label,
        cast=cast,
        formats=formats,
        jobs=studio.jobs.states,
        upload_limit=studio.upload_limit,
        seat=None if studio.seat is None else studio.seat.info,
        viewing=page.viewing,
    )


async def _converse(studio: Studio, socket: WebSocket, page: Page, direct: PageSocket | None) -> None:
    """Receives, works and sends side by side until the page goes."""
    waiting, beside, clock = WaitingRequests(_MOST_WAITING), _Beside(), PageClock()
    short = ShortWay(studio, page, clock, direct)
    parts = [
        asyncio.create_task(_listen(studio, socket, page, waiting, beside, clock, short)),
        asyncio.create_task(_work(studio, page, waiting)),
        asyncio.create_task(_send(socket, page)),
    ]
    try:
        done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
    finally:
        short.close()
        studio.leave(page)
        for part in (*parts, *beside):
            part.cancel()
        await asyncio.gather(*parts, *beside, return_exceptions=True)
    for part in done:
        error = part.exception()
        if error is not None and not isinstance(
            error, WebSocketDisconnect | OutboxFull | PageDismissed | OSError
        ):
            raise error


async def _listen(
    studio: Studio,
    socket: WebSocket,
    page: Page,
    waiting: WaitingRequests,
    beside: _Beside,
    clock: PageClock,
    short: ShortWay,
) -> None:
    """Takes messages as they come: pointer and pen positions are used at once, requests wait their
    turn.
    """
    while True:
        short.open = True
        text = await _receive(socket)
        short.open = False
        try:
            command = decode_command(text)
        except KinegraphError as error:
            page.outbox.put(_failure(request_of(text), error))
            continue
        match command:
            case Cursor() | Request() if page.viewing and not _only_reads(command):
                if isinstance(command, Request):
                    page.tell(Failure(request=command.request, message=_ONLY_LOOKS))
            case Cursor():
                moment = clock.server_time(command.time)
                if not studio.performer.point(page, command, moment):
                    studio.follower.point(command.position, moment, command.sequence)
            case PenDown() | PenPoints():
                studio.doodles.pens.hear(page.session, command)
                await _wait_turn(studio, page, waiting, command)
            case Watch():
                page.visible = command.visible
                studio.follower.wake()
            # What changes nothing and may take long, and what ends long work, is not to wait behind others.
            case OpenKeys() | MeasureKeys() | CancelJob() if len(beside) < _MOST_BESIDE:
                _begin_beside(studio, page, command, beside)
            case Request():
                await _wait_turn(studio, page, waiting, command)


async def _wait_turn(studio: Studio, page: Page, waiting: WaitingRequests, command: Request) -> None:
    superseded = await waiting.put(command)
    if superseded is not None:
        page.tell(_done_event(studio, superseded.request, Answer()))


def _only_reads(command: Command) -> bool:
    """True if a page that may only look can ask this. Performing moves the characters of every page."""
    return command.reads and not isinstance(command, Perform)


def _begin_beside(
    studio: Studio, page: Page, command: OpenKeys | MeasureKeys | CancelJob, beside: _Beside
) -> None:
    """Carries a request out beside the others; of choices for one motion, and of measurings, only the newest
    are still wanted.
    """
    for task, other in list(beside.items()):
        if _is_renewed(other, command) and not task.done():
            task.cancel()
            page.tell(_done_event(studio, other.request, Answer()))
    task = asyncio.create_task(_answer(studio, page, command))
    beside[task] = command
    task.add_done_callback(lambda done: beside.pop(done, None))


def _is_renewed(older: Request, newer: Request) -> bool:
    """True if a request asks anew for what an older one asked for."""
    if isinstance(newer, MeasureKeys):
        return isinstance(older, MeasureKeys)
    return isinstance(newer, OpenKeys) and isinstance(older, OpenKeys) and newer.motion == older.motion


async def _work(studio: Studio, page: Page, waiting: WaitingRequests) -> None:
    """Carries out one page's requests in their order."""
    while True:
        await _answer(studio, page, await waiting.take())


async def _answer(studio: Studio, page: Page, command: Request) -> None:
    page.tell(await _carry_out(studio, page, command))


async def _carry_out(studio: Studio, page: Page, command: Request) -> Event:
    request, handler = command.request, _HANDLERS.get(type(command))
    if handler is None:
        return Failure(request=request, message=f"{type(command).__name__} has its place at the start only.")
    try:
        answer = await handler(studio, page, command) or Answer()
    except KinegraphError as error:
        return Failure(request=request, message=str(error))
    except Exception as error:  # a bug of ours: it is logged and reported, the studio goes on
        message = studio.failures.report(error, type(command).__name__)
        return Failure(request=request, message=message)
    return _done_event(studio, request, answer)


def _done_event(studio: Studio, request: int, answer: Answer) -> Done:
    revision = studio.document.revision
    return Done(request=request, revision=revision, created=answer.created, job=answer.job)


async def _send(socket: WebSocket, page: Page) -> None:
    """Sends what waits, as fast as the page takes it."""
    while True:
        try:
            frame = await page.outbox.take()
        except OutboxFull:
            with suppress(RuntimeError):
                await socket.close(TOO_SLOW, "The page has stopped reading.")
            raise
        except PageDismissed:
            with suppress(RuntimeError):
                await socket.close(ANOTHER_DOCUMENT, "The studio shows another document.")
            raise
        if isinstance(frame, str):
            await socket.send_text(frame)
        else:
            await socket.send_bytes(frame)


async def _receive(socket: WebSocket) -> str | bytes:
    """The next message; one in a binary frame is no command, and read as such."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return b"" if text is None else text


def _failure(request: int | None, error: KinegraphError) -> str:
    return encode_event(Failure(request=request, message=str(error)))


class _Unexpected(KinegraphError):
    """A message that has no place here."""
