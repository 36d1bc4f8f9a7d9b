"""An outbox keeps events in order and never grows without bound."""

import asyncio
from typing import Any

import pytest

from kinegraph.studio.running.outbox import Outbox, OutboxFull


def test_events_keep_their_order_and_go_before_streams() -> None:
    async def scenario() -> Any:
        outbox = Outbox()
        outbox.put_newest("pose", b"1")
        outbox.put("a")
        outbox.put("b")
        outbox.put_newest("pose", b"2")
        return [await outbox.take() for _ in range(3)]

    assert asyncio.run(scenario()) == ["a", "b", b"2"]


def test_of_a_stream_only_the_newest_waits() -> None:
    async def scenario() -> Any:
        outbox = Outbox()
        for number in range(10_000):
            outbox.put_newest("pose", str(number))
        return await outbox.take(), len(outbox._newest)

    assert asyncio.run(scenario()) == ("9999", 0)


def test_streams_take_turns() -> None:
    async def scenario() -> Any:
        outbox = Outbox()
        outbox.put_newest("one", "1")
        outbox.put_newest("two", "2")
        outbox.put_newest("one", "3")
        return [await outbox.take(), await outbox.take()]

    assert asyncio.run(scenario()) == ["2", "3"]


def test_a_page_that_stopped_reading_is_given_up() -> None:
    async def scenario() -> None:
        outbox = Outbox(most_events=3)
        for _ in range(4):
            outbox.put("event")
        await outbox.take()

    with pytest.raises(OutboxFull):
        asyncio.run(scenario())


def test_a_sender_of_many_big_frames_waits_for_room() -> None:
    async def scenario() -> Any:
        outbox = Outbox(most_bytes=10)
        await outbox.room()
        outbox.put(bytes(20))
        waiting = asyncio.ensure_future(outbox.room())
        await asyncio.sleep(0)
        blocked = not waiting.done()
        await outbox.take()
        await waiting
        return blocked

    assert asyncio.run(scenario())
