"""The workers of a batch: this process, local processes, or a Dask cluster by address.

dask.distributed comes with the extra `cluster`; work in this process needs nothing.
"""

import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from kinegraph.batch.order import Order
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.formats.blender.session import keep_blender, release_blender

if TYPE_CHECKING:
    from distributed import Client, Future

LOST = "this file ended several workers: it crashes, or needs too much memory."
LOOPBACK = "127.0.0.1"
_AHEAD = 4  # orders per worker that are under way or wait at it
_LOOK_SECONDS = 2.0  # between two counts of the workers
_CONNECT_SECONDS = 15
_ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)

Work = Callable[[Order], Any]


class Workers(Protocol):
    """Takes orders and hands back answers, in any order."""

    @property
    def room(self) -> int:
        """The number of orders that may be under way, which bounds the memory of a batch."""
        ...

    def send(self, order: Order) -> None:
        """Hands an order to a worker."""
        ...

    def receive(self) -> tuple[str, Any]:
        """Waits for an answer; returns it with its key, None for a file that ended its workers."""
        ...


class HereWorker:
    """This process, one file after another."""

    room = 1

    def __init__(self, work: Work) -> None:
        self._work = work
        self._orders: list[Order] = []

    def send(self, order: Order) -> None:
        """Keeps the order until its answer is asked for."""
        self._orders.append(order)

    def receive(self) -> tuple[str, Any]:
        """Does the oldest order."""
        order = self._orders.pop(0)
        return order.key, self._work(order)


class DaskWorkers:
    """The workers of a Dask cluster."""

    def __init__(self, client: "Client", work: Work) -> None:
        from distributed import as_completed

        self._client, self._work = client, work
        self._done = as_completed(loop=client.loop)
        self._room, self._looked = 1, -math.inf

    @property
    def room(self) -> int:
        """A few orders for each worker that is there now: workers may come and go."""
        now = time.monotonic()
        if now - self._looked > _LOOK_SECONDS:
            workers: Any = self._client.nthreads()
            self._room, self._looked = max(1, _AHEAD * len(workers)), now
        return self._room

    def send(self, order: Order) -> None:
        """Hands an order to the scheduler. Its key is the result's, so equal orders are one."""
        self._done.add(
            self._client.submit(_keep_blender_for, self._work, order, key=f"kinegraph-{order.key}")
        )

    def receive(self) -> tuple[str, Any]:
        """The next answer; None for a file that kills its worker again and again."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        future: Future = next(self._done)
        key = str(future.key).removeprefix("kinegraph-")
        try:
            return key, future.result()
        except KilledWorker:
            return key, None
        except FutureCancelledError as error:
            raise KinegraphError("The cluster was lost. Run the batch again with --resume.") from error
        finally:
            future.release()


@contextmanager
def open_workers(work: Work, *, cluster: str | None = None, workers: int | None = None) -> Iterator[Workers]:
    """The workers for a batch.

    work: What is done with each order; workers import it, so it is a function of a module.
    cluster: Address of a Dask scheduler, such as tcp://127.0.0.1:8786.
    workers: Number of local processes; as many as there are processors by default, 0 for this process alone.
    """
    if cluster is not None and workers is not None:
        raise InvalidValue("--cluster and --workers exclude each other: a cluster has its own workers.")
    if workers == 0:
        keep_blender()
        try:
            yield HereWorker(work)
        finally:
            release_blender()  # other work of this process expects a Blender of its own
        return
    with _client(cluster, workers) as client:
        yield DaskWorkers(client, work)


def _keep_blender_for(work: Work, order: Order) -> Any:
    """Does an order in a worker process, where one Blender serves all files that need it."""
    keep_blender()
    return work(order)


@contextmanager
def _client(cluster: str | None, workers: int | None) -> Iterator["Client"]:
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise KinegraphError(
            "A batch in several processes needs dask.distributed: install kinegraph[cluster], "
            "or run it in this process with --workers 0."
        ) from error
    if cluster is not None:
        try:
            client = Client(cluster, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise InvalidValue(f"--cluster {cluster}: no Dask scheduler answers there.") from error
        with client:
            yield client
        return
    count = len(os.sched_getaffinity(0)) if workers is None else workers
    no_dashboard: Any = None  # Dask takes it, and declares a text
    with (
        LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            host=LOOPBACK,
            dashboard_address=no_dashboard,
            env=_ONE_THREAD,
            silence_logs=50,
        ) as local,
        Client(local, set_as_default=False) as client,
    ):
        yield client
