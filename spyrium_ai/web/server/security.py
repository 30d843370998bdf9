"""What stands before the application: the gate, the way in, and the headers of every answer."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from spyrium_ai.web.api import ApiError, refused
from spyrium_ai.web.context import guest_of
from spyrium_ai.web.page import page
from spyrium_ai.web.server.gate import Gate

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
REFUSED = 1008  # the code of closing a socket: against the policy


class Security:
    """Middleware: lets in what the gate lets in, and gives every answer the headers."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on what may pass."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        connection = HTTPConnection(scope)
        try:
            self._gate.check_host(connection)
            connection.state.guest = self._gate.guest_table(connection)
            answer = self._way_in(connection)
            if answer is None:
                self._gate.check(connection)
        except ApiError as error:
            answer = refusal(connection, error)
        if answer is None:
            await self._app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(REFUSED)
        else:
            await answer(scope, receive, send_with_headers)

    def _way_in(self, connection: HTTPConnection) -> Response | None:
        """Return the answer to a link with a token or an invitation, None to anything else."""
        if connection.scope["type"] != "http" or connection.scope["method"] != "GET":
            return None
        gate, path = self._gate, connection.url.path
        if "token" in connection.query_params:
            if not gate.is_token(connection.query_params["token"]):
                raise ApiError(401, "the token of this link is not that of the server now running")
            gate.on_entry()
            return _entered(path, gate.cookie, gate.token)
        if path.startswith("/join/"):
            key = path.removeprefix("/join/")
            table = gate.table_of(key)
            if table is None:
                raise ApiError(404, "the table of this invitation is not open any more")
            if gate.is_owner(connection):
                return RedirectResponse(f"/table/{table}", 303)
            return _entered(f"/table/{table}?seat=ask", gate.guest_cookie, key)
        return None


def _entered(path: str, cookie: str, value: str) -> Response:
    answer = RedirectResponse(path if path.startswith("/") and path[1:2] != "/" else "/", 303)
    answer.set_cookie(cookie, value, httponly=True, samesite="strict")
    return answer


def refusal(connection: HTTPConnection, error: ApiError) -> Response:
    """Return the answer to what is refused: JSON under /api/, a page elsewhere."""
    if connection.url.path.startswith("/api/") or connection.scope["type"] == "websocket":
        return refused(error)
    guest = guest_of(connection)
    answer = page("refused.html", status=error.status, reason=error.reason, guest=guest)
    answer.status_code = error.status
    return answer
