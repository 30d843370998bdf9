"""Who may ask what: the host, the origin, the token of the owner, the keys of guests."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from spyrium_ai.web.api import ApiError

READING = {"GET", "HEAD"}
METHODS = {*READING, "DELETE", "POST"}
PUBLIC = "/static/"  # styles and scripts: nothing of anybody's
LEARNING = "/learn"  # a page that is the same for everybody
STRANGER = (
    "this page needs the link with the token that `spyrium-ai web` printed when it was started"
)


@dataclass
class Gate:
    """Decides on each request and socket of one server.

    Attributes:
        port: that it listens to; cookies of other ports are others.
        hosts: names under which it is known, beside addresses in numbers. No name of somebody
            else's domain is one, so that no foreign page can be served from here (DNS rebinding).
        token: of the owner.
        table_of: returns the table to which the key of a link invites, None for no such key.
        on_entry: called when the owner has come in by the token.
    """

    port: int
    hosts: tuple[str, ...]
    table_of: Callable[[str], str | None]
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    on_entry: Callable[[], None] = lambda: None

    @property
    def cookie(self) -> str:
        """The name of the owner's cookie."""
        return f"spyrium-{self.port}"

    @property
    def guest_cookie(self) -> str:
        """The name of a guest's cookie."""
        return f"spyrium-guest-{self.port}"

    def check(self, connection: HTTPConnection) -> None:
        """Raise ApiError where a request or socket is not let in; its host is checked before."""
        is_socket = connection.scope["type"] == "websocket"
        method = "GET" if is_socket else connection.scope["method"]
        if method not in METHODS:
            raise ApiError(405, f"{method} is none of: {', '.join(sorted(METHODS))}")
        if is_socket or method not in READING:
            self._check_origin(connection)
        path = connection.url.path
        if not path.startswith((PUBLIC, "/join/")) and not self.is_owner(connection):
            _check_guest(self.guest_table(connection), path)

    def is_token(self, given: str) -> bool:
        """Return whether this is the owner's token."""
        return secrets.compare_digest(given.encode(), self.token.encode())

    def is_owner(self, connection: HTTPConnection) -> bool:
        """Return whether the owner asks, by cookie or by `Authorization: Bearer TOKEN`."""
        bearer = connection.headers.get("authorization", "").partition("Bearer ")[2]
        return self.is_token(connection.cookies.get(self.cookie, "")) or self.is_token(bearer)

    def guest_table(self, connection: HTTPConnection) -> str | None:
        """Return the table to which somebody who is not the owner is invited."""
        key = connection.cookies.get(self.guest_cookie, "")
        return self.table_of(key) if key and not self.is_owner(connection) else None

    def check_host(self, connection: HTTPConnection) -> None:
        """Raise ApiError where a request names a host that is not this one."""
        given = connection.headers.get("host", "")
        try:
            parts = urlsplit(f"//{given}")
            name, port = parts.hostname or "", parts.port or 80
        except ValueError:
            name, port = "", 0
        if port != self.port or not (name in self.hosts or _is_address(name)):
            raise ApiError(421, f"there is no host '{given[:100]}' here")

    def _check_origin(self, connection: HTTPConnection) -> None:
        """Refuse what another page sends; who is no browser names neither site nor origin."""
        site = connection.headers.get("sec-fetch-site", "same-origin")
        host = connection.headers.get("host", "")
        origin = connection.headers.get("origin", f"http://{host}")
        if site != "same-origin" or origin != f"http://{host}":
            raise ApiError(403, "this comes from another page")


def _check_guest(table: str | None, path: str) -> None:
    if table is None:
        raise ApiError(401, STRANGER)
    api = f"/api/tables/{table}"
    if path not in {LEARNING, f"/table/{table}", api} and not path.startswith(f"{api}/"):
        raise ApiError(403, "the invitation is for one table only")


def known_hosts(host: str, more: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names of a server that listens at an address, numbers apart."""
    return ("localhost", host.lower(), *(name.lower() for name in more))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
