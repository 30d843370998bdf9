"""The connection to a Dask cluster, and its errors as messages of this program."""

from __future__ import annotations

import contextlib
import importlib
import logging
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import so_many

if TYPE_CHECKING:
    from distributed import Client

NOISE = ("distributed", "distributed.client", "tornado.application", "asyncio")  # silenced logs


def connect(address: str, seconds: float) -> Client:
    """Return a client of a scheduler.

    Args:
        address: the scheduler's.
        seconds: timeout for connecting, and for reconnecting later.

    Raises:
        UsageError: no scheduler answers.
    """
    from distributed import Client  # noqa: PLC0415 (an extra)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about libraries' versions: only ours matter
        try:
            return Client(address, timeout=seconds, set_as_default=False)
        except Exception as error:
            raise UsageError(f"no Dask scheduler at '{address}': {error}") from None


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
    """Return a phrase that says why a game was lost."""
    from distributed import KilledWorker  # noqa: PLC0415 (an extra)

    if not isinstance(error, KilledWorker):
        return "the connection to the scheduler was lost"
    deaths = error.allowed_failures + 1
    died = f"{so_many(deaths, 'worker')} {'has' if deaths == 1 else 'have'} died"
    return (
        f"{died} while playing it, the last one at {error.last_worker.address}; "
        "see that worker's log"
    )
