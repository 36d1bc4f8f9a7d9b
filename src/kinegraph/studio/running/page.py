"""Page: one connected page, and the audience: all of them."""

from collections.abc import Hashable

from kinegraph.studio.protocol.events import Event, JobDone, JobFailed, JobProgress
from kinegraph.studio.protocol.messages import encode_event
from kinegraph.studio.running.outbox import Frame, Outbox


class Page:
    """One connected page, as the studio sees it.

    viewing: Whether it may only look.
    visible: Whether the user can see it.
    takes: Ids of the recordings and strokes that it has under way.
    """

    def __init__(self, session: str, viewing: bool = False) -> None:
        self.session = session
        self.viewing = viewing
        self.outbox = Outbox()
        self.visible = True
        self.takes: set[str] = set()

    def tell(self, event: Event) -> None:
        """Sends an event to this page."""
        self.outbox.put(encode_event(event))


class Audience:
    """All connected pages; used from the event loop alone."""

    def __init__(self) -> None:
        self.pages: set[Page] = set()

    @property
    def is_watching(self) -> bool:
        """True if the user can see a page."""
        return any(page.visible for page in self.pages)

    def tell(self, event: Event) -> None:
        """Sends an event to every page; of a job's progress only the newest waits."""
        frame = encode_event(event)
        for page in self.pages:
            if isinstance(event, JobProgress):
                page.outbox.put_newest(("job", event.job), frame)
                continue
            if isinstance(event, JobDone | JobFailed):
                page.outbox.drop(("job", event.job))
            page.outbox.put(frame)

    def dismiss(self) -> None:
        """Ends every connection: pages that connect again find what the studio shows then."""
        for page in self.pages:
            page.outbox.end()

    def send(self, frame: Frame) -> None:
        """Sends a frame to every page, in order with events."""
        for page in self.pages:
            page.outbox.put(frame)

    def send_newest(self, stream: Hashable, frame: Frame) -> None:
        """Sends every page the newest frame of a stream."""
        for page in self.pages:
            page.outbox.put_newest(stream, frame)

    def send_visible(self, stream: Hashable, frame: bytes) -> None:
        """Sends the newest frame of a stream to the pages that the user can see, at once if they read."""
        for page in self.pages:
            if page.visible:
                page.outbox.send_newest(stream, frame)

    def preview(self, drag: str, /, **frames: Frame) -> None:
        """Shows every page the state of a drag; of each kind of frame only the newest waits."""
        for kind, frame in frames.items():
            self.send_newest(("drag", drag, kind), frame)

    def drop_preview(self, drag: str) -> None:
        """Drops what waits to be sent of a drag."""
        for page in self.pages:
            page.outbox.drop_all("drag", drag)
