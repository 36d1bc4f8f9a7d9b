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
        outbox = Outbox(most_bytes=1000)
        for _ in range(1000):
            outbox.put("event")
        await outbox.take()

    with pytest.raises(OutboxFull):
        asyncio.run(scenario())


@pytest.mark.parametrize("size", [1, 1000, 50_000])
def test_what_waits_for_a_page_is_bounded_in_bytes(size: int) -> None:
    """However many or large its frames are, a page that never reads costs the limit and one frame more."""

    async def scenario() -> list[int]:
        outbox, waiting = Outbox(most_bytes=100_000), []
        for number in range(5_000):
            outbox.put(bytes(size))
            outbox.put_newest(("stream", number), bytes(size))
            waiting.append(outbox.waiting_bytes)
        return waiting

    waiting = asyncio.run(scenario())
    assert max(waiting) <= 100_000 + 2 * (size + 100)
    assert waiting[-1] == 0, "once a page is given up, nothing waits for it"


def test_many_small_events_are_no_reason_to_give_a_page_up() -> None:
    async def scenario() -> Any:
        outbox = Outbox()
        for number in range(20_000):
            outbox.put(str(number))
        return [await outbox.take() for _ in range(20_000)][-1], outbox.waiting_bytes

    assert asyncio.run(scenario()) == ("19999", 0)


def test_a_stream_that_is_dropped_no_longer_counts() -> None:
    async def scenario() -> int:
        outbox = Outbox()
        outbox.put_newest(("drag", "a"), bytes(100))
        outbox.put_newest(("drag", "a"), bytes(300))
        outbox.put_newest("pose", bytes(10))
        outbox.drop("pose")
        outbox.drop_all("drag")
        return outbox.waiting_bytes

    assert asyncio.run(scenario()) == 0


def test_a_sender_of_many_big_frames_waits_for_room() -> None:
    async def scenario() -> Any:
        outbox = Outbox(big=150)
        await outbox.room()
        outbox.put(bytes(100))
        waiting = asyncio.ensure_future(outbox.room())
        await asyncio.sleep(0)
        blocked = not waiting.done()
        await outbox.take()
        await waiting
        return blocked

    assert asyncio.run(scenario())


def test_a_newest_frame_is_sent_at_once_only_where_nothing_waits_and_the_page_reads() -> None:
    async def scenario() -> Any:
        outbox, sent, reads = Outbox(), [], True

        def send_now(frame: bytes) -> bool:
            if reads:
                sent.append(frame)
            return reads

        outbox.send_now = send_now
        outbox.send_newest("pose", b"1")
        reads = False
        outbox.send_newest("pose", b"2")
        reads = True
        outbox.send_newest("pose", b"3")  # the one before still waits: it may not be overtaken
        taken = [await outbox.take()]
        outbox.put("event")
        outbox.send_newest("pose", b"4")
        return sent, [*taken, await outbox.take(), await outbox.take()]

    assert asyncio.run(scenario()) == ([b"1"], [b"3", "event", b"4"])
