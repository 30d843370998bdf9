"""The connection to a Dask cluster, and its errors as messages of this program."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import re
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.loopback import is_loopback
from spyrium_ai.util.text import so_many

if TYPE_CHECKING:
    from distributed import Client

ADDRESS = re.compile(r"((tcp|tls)://)?(?P<host>[\w.-]+|\[[0-9a-fA-F:.%\w]+\]):(?P<port>[0-9]{1,5})")
NOISE = ("distributed", "distributed.client", "tornado.application", "asyncio")  # silenced logs


def connect(address: str, seconds: float) -> Client:
    """Return a client of a scheduler.

    TLS is set up by Dask's own configuration (`distributed.comm.tls`).

    Args:
        address: the scheduler's.
        seconds: timeout for connecting, and for reconnecting later.

    Raises:
        UsageError: it is no address, or no scheduler answers there.
    """
    from distributed import Client  # noqa: PLC0415 (an extra)

    check_address(address)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about libraries' versions: only ours matter
        try:
            # Client itself would wait twice as long, and fail with a traceback. The check has a
            # thread of its own, since this one may have a running event loop, as in a notebook.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(lambda: asyncio.run(_check_scheduler(address, seconds))).result()
            return Client(address, timeout=seconds, set_as_default=False)
        except Exception as error:
            raise UsageError(f"no Dask scheduler at '{address}': {_reason(error)}") from None


def check_address(address: str) -> None:
    """Raise UsageError if this is not the address of a scheduler, with its host and port."""
    found = ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found["port"]) < 2**16:
        raise UsageError(
            f"--scheduler '{address}' is not PROTOCOL://HOST:PORT with tcp or tls, "
            "as in tls://10.0.0.1:8786"
        )


def open_without_tls(addresses: Iterable[str]) -> list[str]:
    """Return those addresses that other machines can reach, and where nothing is encrypted."""
    return [each for each in addresses if not each.startswith("tls:") and not _is_loopback(each)]


def _is_loopback(address: str) -> bool:
    found = ADDRESS.fullmatch(address)
    # An address of another form is within one process, for example.
    return found is None or is_loopback(found["host"].strip("[]"))


async def _check_scheduler(address: str, seconds: float) -> None:
    """Raise an exception if no scheduler answers at the address in time."""
    from distributed.comm.core import connect as open_comm  # noqa: PLC0415 (an extra)
    from distributed.core import send_recv  # noqa: PLC0415
    from distributed.security import Security  # noqa: PLC0415

    arguments = Security().get_connection_args("client")
    if address.startswith("tls:") and not arguments.get("ssl_context"):
        raise ValueError(
            "Dask's configuration here names no certificates (distributed.comm.tls); "
            "docs/cluster.md says how"
        )
    async with asyncio.timeout(seconds):
        # A little earlier, so that it tells the cause.
        comm = await open_comm(address, timeout=0.9 * seconds, **arguments)
        try:
            answer = await send_recv(comm, op="identity")
        finally:
            comm.abort()
    if answer.get("type") != "Scheduler":
        raise ValueError(f"a {str(answer.get('type')).lower()} answers there")


def _reason(error: BaseException) -> str:
    """Return why there is no connection: the text of the deepest cause that has one."""
    cause: BaseException | None = error
    found = ""
    while cause is not None:
        found = str(cause) or found
        cause = cause.__cause__
    return found or "it does not answer"


@contextlib.contextmanager
def quiet_dask() -> Iterator[None]:
    """Keep Dask's logs off the terminal; UsageError if Dask is not installed."""
    try:
        importlib.import_module("distributed")  # the import sets the log levels
    except ImportError:
        raise UsageError(
            "Dask is not installed here: pip install distributed, "
            "or in a clone of spyrium-ai: pip install '.[dask]'"
        ) from None
    loggers = [logging.getLogger(name) for name in NOISE]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def is_gone(answer: object) -> bool:
    """Return whether a worker has left instead of answering."""
    from distributed.comm.core import CommClosedError  # noqa: PLC0415 (an extra)

    return isinstance(answer, CommClosedError)


def loss_text(error: BaseException) -> str:
    """Return a phrase that says why a task was lost."""
    from distributed import KilledWorker  # noqa: PLC0415 (an extra)

    if not isinstance(error, KilledWorker):
        return "the connection to the scheduler was lost"
    deaths = error.allowed_failures + 1
    died = f"{so_many(deaths, 'worker')} {'has' if deaths == 1 else 'have'} died"
    return (
        f"{died} while playing it, the last one at {error.last_worker.address}; "
        "see that worker's log"
    )
