"""Tables with real cards for tests: what people type for the deals of a recorded game."""

from __future__ import annotations

import io
from collections.abc import Sequence

from support.human_sessions import Evening

from spyrium_ai.game.card_table import CARDS
from spyrium_ai.game.notation import parse_deal
from spyrium_ai.game.position import Position
from spyrium_ai.human.session import host
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.series import Series


def deal_by_hand(*lines: str, players: str = "human human") -> Evening:
    """Return what comes of these lines at a table with manual deals."""
    evening, out = Evening(), io.StringIO()
    series = Series(parse_players(players.split()), games=1, seed=5, deals="manual")
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    host(series, TerminalIO(source, out), evening.records.append)
    evening.text = out.getvalue()
    return evening


def few_tokens() -> Position:
    """Return a game of three before turn 4, with one token in the reserve, of value 3."""
    seats = "I/-/0/8/2/2/3/3/-/-/Co/1.1 I/-/0/8/2/2/3/3/-/-/-/- I/-/0/8/2/2/3/3/-/-/-/-"
    market, slots = ",".join("-" * 9), ",".join("-" * 12)
    return Position.parse(f"3 4 1 ? {market} {slots} E2 - - 0.0.1/6.8.7 E3,E4,E5 {seats}")


def words_of(text: str) -> str:
    """Return a text of many lines as one line."""
    return " ".join(text.split())


def at_once(text: str) -> list[str]:
    """Return the line that enters a setup or deal in the notation."""
    return [text]


def one_by_one(text: str) -> list[str]:
    """Return a line for each answer, with the tokens after all cards."""
    deal = parse_deal(text)
    tokens = [str(value) for cell in deal.market for value in cell.tokens]
    first = [str(deal.first)] if deal.first else []
    return [*first, *_event(deal.event), *(cell.card.lower() for cell in deal.market), *tokens]


def by_rows(text: str) -> list[str]:
    """Return a line for each row, names where they are clear, tokens right after their card."""
    deal = parse_deal(text)
    cards = [" ".join([_name(cell.card), *map(str, cell.tokens)]) for cell in deal.market]
    rows = [", ".join(cards[i : i + 3]) for i in range(0, len(cards), 3)]
    return [f"{deal.first or ''} {deal.event}", *rows]


WAYS = (at_once, one_by_one, by_rows)


def whole_game(texts: Sequence[str], way: int = 0) -> list[str]:
    """Return what is typed for the moves and deals of a game; each deal is confirmed."""
    lines: list[str] = []
    for text in texts:
        is_deal = text.startswith(("setup:", "deal:"))
        lines += [*WAYS[way](text), ""] if is_deal else [text]
    return lines


def _event(event: str) -> list[str]:
    return event[1:].split(".")


def _name(code: str) -> str:
    name = CARDS[code].name
    is_clear = sum(card.name == name for card in CARDS.values()) == 1
    return name.upper() if is_clear else code
