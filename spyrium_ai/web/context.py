"""What all parts of the server share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.match.player_spec import PlayerSpec


@dataclass
class Context:
    """One server's settings and what its parts leave in each other's reach.

    `store` keeps the games of people. `engines` are the players that a browser may name beside
    the built-in ones, by name: command lines and paths never come from a browser. `watched` are the
    runs that may be looked at, by the paths given at the start. `closing` are called when the
    server ends, each once.
    """

    store: GameStore = field(default_factory=GameStore)
    engines: dict[str, PlayerSpec] = field(default_factory=dict)
    watched: tuple[Path, ...] = ()
    closing: list[Callable[[], None]] = field(default_factory=list)

    def close(self) -> None:
        """End everything that was begun, the last first."""
        while self.closing:
            self.closing.pop()()


def context_of(connection: HTTPConnection) -> Context:
    """Return the context of the server that a request or socket has come to."""
    app = connection.app
    assert isinstance(app, Starlette)  # noqa: S101 (for the type)
    context = app.state.context
    assert isinstance(context, Context)  # noqa: S101
    return context
