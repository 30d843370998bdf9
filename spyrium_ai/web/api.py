"""What all parts of the interface share: errors, bodies and answers in JSON."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import convert, decode

Data = dict[str, Any]
T = TypeVar("T")

LARGEST_BODY = 64 * 1024  # bytes of a request, where a route does not allow more


class ApiError(Exception):
    """A request that is refused: the status of the answer, and why in words."""

    def __init__(self, status: int, reason: str) -> None:
        """Refuse a request: 400 malformed, 404 unknown, 409 stale, 422 impossible, 429 too many."""
        super().__init__(reason)
        self.status = status
        self.reason = reason


async def read_bytes(request: Request, most: int = LARGEST_BODY, what: str = "the body") -> bytes:
    """Return the body of a request; ApiError 413 where it is larger than `most` bytes.

    `what` names the body in the error.
    """
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > most:
            raise ApiError(413, f"{what} has more than {size_words(most)}")
    return bytes(content)


async def read_json(request: Request, form: type[T], most: int = LARGEST_BODY) -> T:
    """Return the body of a request as a dataclass; ApiError names what is wrong in it."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise ApiError(415, "the body is not 'application/json'")
    try:
        return convert(decode(await read_bytes(request, most)), form)
    except FieldError as error:
        raise ApiError(400, str(error)) from None


def reply(data: object, status: int = 200) -> Response:
    """Return the data as an answer in JSON, which nobody keeps."""
    return Response(
        dumped(data),
        status,
        {"cache-control": "no-store"},
        "application/json",
    )


def refused(error: ApiError) -> Response:
    """Return the answer that says why a request is refused."""
    return reply({"error": error.reason}, error.status)


def dumped(data: object) -> str:
    """Return plain data as JSON in ASCII, as sockets and answers send it."""
    return json.dumps(data, separators=(",", ":"))


def size_words(count: int) -> str:
    """Return a number of bytes in the largest unit that leaves it whole.

    >>> size_words(64 * 1024), size_words(32 * 1024 * 1024), size_words(1000)
    ('64 KB', '32 MB', '1,000 bytes')
    """
    for unit, size in (("MB", 1024 * 1024), ("KB", 1024)):
        if count % size == 0:
            return f"{count // size:,} {unit}"
    return f"{count:,} bytes"


def number_of(text: str, name: str, low: int, high: int) -> int:
    """Return a number of an address's query; ApiError 400 where it is none from low to high."""
    if not (text.isascii() and text.isdigit() and len(text) < 16 and low <= int(text) <= high):
        raise ApiError(400, f"{name} is not a whole number from {low} to {high}")
    return int(text)
