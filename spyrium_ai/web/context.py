"""What all parts of the server share."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.web.advice import AdviceDesk


class Part(Protocol):
    """What a part of the server keeps, such as the open tables."""

    def close(self) -> None:
        """End everything that was begun."""


P = TypeVar("P", bound=Part)


@dataclass
class Context:
    """One server's settings and what its parts leave in each other's reach.

    `store` keeps the games of people; None keeps none. `engines` are the players that a browser may
    name beside the built-in ones, by name: command lines and paths never come from a browser.
    `watched` are the runs that may be looked at, by the paths given at the start. `closing` are
    called when the server ends, each once.
    """

    store: GameStore | None = field(default_factory=GameStore)
    engines: dict[str, PlayerSpec] = field(default_factory=dict)
    watched: tuple[Path, ...] = ()
    advice: AdviceDesk = field(default_factory=AdviceDesk)
    closing: list[Callable[[], None]] = field(default_factory=list)
    _parts: dict[type, object] = field(default_factory=dict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def __post_init__(self) -> None:
        """Have the advisers end with the server."""
        self.closing.append(self.advice.close)

    def part(self, kind: type[P], make: Callable[[Context], P]) -> P:
        """Return what a part of the server keeps, which is made once and closed with the server."""
        with self._lock:
            found = self._parts.get(kind)
            if found is None:
                found = self._parts[kind] = make(self)
                self.closing.append(found.close)
        assert isinstance(found, kind)  # noqa: S101 (kept under it)
        return found

    def close(self) -> None:
        """End everything that was begun, the last first."""
        while self.closing:
            self.closing.pop()()


def guest_of(connection: HTTPConnection) -> str | None:
    """Return the table to which a guest is invited, None for the owner of the server."""
    table: str | None = getattr(connection.state, "guest", None)
    return table


def context_of(connection: HTTPConnection) -> Context:
    """Return the context of the server that a request or socket has come to."""
    app = connection.app
    assert isinstance(app, Starlette)  # noqa: S101 (for the type)
    context = app.state.context
    assert isinstance(context, Context)  # noqa: S101
    return context
