"""LostPages: what pages were recording when they lost their connection, until they come back."""

import asyncio
from collections.abc import Callable

from kinegraph.studio.running.page import Page


class LostPages:
    """Recordings and strokes without a page, by the page's session; used from the event loop alone."""

    def __init__(self, grace: float, give_up: Callable[[list[str]], None]) -> None:
        """
        grace: How long to wait for a page to come back [s].
        give_up: Called with the ids of what a page was recording when it does not come back.
        """
        self._grace, self._give_up = grace, give_up
        self._lost: dict[str, tuple[set[str], asyncio.TimerHandle]] = {}

    def add(self, page: Page) -> None:
        """Keeps what a page was recording, which is gone now."""
        if not page.takes:
            return
        before = self.take_back(page.session)
        handle = asyncio.get_running_loop().call_later(self._grace, self._expire, page.session)
        self._lost[page.session] = (before | page.takes, handle)

    def take_back(self, session: str) -> set[str]:
        """The ids of what a session was recording; its page goes on with them."""
        takes, handle = self._lost.pop(session, (set(), None))
        if handle is not None:
            handle.cancel()
        return takes

    def close(self) -> None:
        """Stops waiting: what was recorded is recovered when the document is opened again."""
        for session in list(self._lost):
            self.take_back(session)

    def _expire(self, session: str) -> None:
        takes, _ = self._lost.pop(session)
        self._give_up(sorted(takes))
