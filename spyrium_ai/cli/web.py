"""`spyrium-ai web`: the game in a browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.loopback import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spyrium_ai.match.player_spec import PlayerSpec
    from spyrium_ai.web.server.launch import Address

LOOPBACK = "127.0.0.1"


@click.command("web")
@click.option(
    "--port", type=Whole(1, 65535), metavar="N", help="Port to listen at; by default a free one."
)
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen at. Another one lets in whoever has the link, unencrypted.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--watch",
    "watched",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A tournament's folder or a match's game log to watch; can be given several times.",
)
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="PLAYER",
    help="A player, as `match` takes it, to play against; can be given several times.",
)
@shared_options.no_record
def command(
    port: int | None,
    host: str,
    no_browser: bool,
    watched: tuple[Path, ...],
    engines: tuple[str, ...],
    no_record: bool,
) -> None:
    """Play, analyse and watch in a browser.

    Starts a server for this machine alone, prints the link to it with its token, and opens a
    browser. Ctrl-C ends it; games go on where they were when it is started again.
    """
    try:
        from spyrium_ai.web.context import Context
        from spyrium_ai.web.server.launch import serve
    except ModuleNotFoundError as error:
        if error.name not in {"starlette", "uvicorn", "websockets"}:
            raise
        raise UsageError(
            f"`web` needs the package {error.name}: pip install 'spyrium-ai[web]'"
        ) from None
    from spyrium_ai.human.game_store import GameStore

    for path in watched:
        _check_watched(path)
    context = Context(
        store=None if no_record else GameStore(),
        engines={player.name: player for player in checked(engines)},
        watched=tuple(path.absolute() for path in watched),
    )
    sys.exit(serve(context, host, port or 0, _announce, browse=not no_browser))


def _check_watched(place: Path) -> None:
    from spyrium_ai.web.watch.desk import logs_of

    if not place.exists():
        raise UsageError(f"--watch: there is no '{place}'")
    if place.is_file():
        with place.open("rb") as file:
            if file.read(1) not in {b"", b"{"}:
                raise UsageError(f"--watch: '{place}' is no game log: it does not begin with '{{'")
    elif not any(logs_of(place)):
        click.echo(f"--watch: '{place}' holds no game log yet.", err=True)


def checked(engines: Iterable[str]) -> list[PlayerSpec]:
    """Return the players of these specs, each of which has been started once.

    Raises:
        UsageError: there is no such player, it is a person, or it does not start.
    """
    from spyrium_ai.match.engine_player import EnginePlayer
    from spyrium_ai.match.player_spec import parse_players

    players = list(parse_players(tuple(engines)))
    for player in players:
        if player.is_human:
            raise UsageError("--engine: a person is no engine")
        process = EnginePlayer(player)
        try:
            process.check()
        finally:
            process.close()
    return players


def _announce(address: Address) -> None:
    click.echo(f"Spyrium is at {address.link}")
    if not is_loopback(address.host):
        click.echo(
            "Everybody in the network who has this link can play and read your games here; what "
            "is sent is not encrypted."
        )
    click.echo("Ctrl-C ends it.")
    sys.stdout.flush()
