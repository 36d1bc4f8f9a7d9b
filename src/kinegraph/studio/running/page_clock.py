"""PageClock: a page's time stamps on the server's clock."""

import time


class PageClock:
    """Maps one page's time stamps to the server's clock, by the quickest message so far."""

    def __init__(self) -> None:
        self._offset: float | None = None

    def server_time(self, stamp: float) -> float:
        """Time on the server's clock [s] of an event with a page's time stamp [s]."""
        offset = time.monotonic() - stamp
        self._offset = offset if self._offset is None else min(offset, self._offset)
        return stamp + self._offset
