"""Positions and deals as text, both ways: one way to write each thing (docs/notation.md)."""

from __future__ import annotations

import re
from typing import NamedTuple

from spyrium_ai.game.board import Board, Cell, Seat
from spyrium_ai.game.card_table import ALL_CARDS, CARDS, CELLS, EVENTS, SLOTS
from spyrium_ai.game.rules.state_data import MOST_GOODS


class NotationError(ValueError):
    """Text that is not written as the notation says, or says something that cannot be."""

    def __init__(self, field: str, reason: str):
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class Deal(NamedTuple):
    """What chance decides: a setup (with the first player, without a market) or a turn's deal."""

    first: int  # seat from 1; 0 in a turn's deal
    market: tuple[Cell, ...]
    event: str


PHASES = ("I", "II", "P")
_NUMBER = re.compile(r"0|[1-9][0-9]*")
_EVENT = re.compile(r"E1\.[123]|E[2-7]")
BUILDING_CODES = tuple(card.code for card in ALL_CARDS if card.kind == "building")


# Deals


def format_deal(deal: Deal) -> str:
    """Return the text of a setup or deal."""
    if deal.first:
        return f"setup:{deal.first}:{deal.event}"
    return f"deal:{','.join(map(_cell_text, deal.market))}:{deal.event}"


def parse_deal(text: str) -> Deal:
    """Return the setup or deal that is written; whether it can happen is not looked at."""
    words = text.split(":")
    if len(words) != 3 or words[0] not in {"setup", "deal"}:
        raise NotationError("deal", f"'{text}' is not setup:PLAYER:EVENT or deal:CARDS:EVENT")
    if not _EVENT.fullmatch(words[2]):
        raise NotationError("deal", f"'{words[2]}' is not an event with its token")
    if words[0] == "setup":
        return Deal(_number("deal", words[1], 1, 5), (), words[2])
    market = tuple(_parse_cell("deal", word) for word in words[1].split(","))
    if len(market) != len(CELLS):
        raise NotationError("deal", f"{len(market)} cards instead of {len(CELLS)}")
    return Deal(0, market, words[2])


# Positions


def format_board(b: Board) -> str:
    """Return the position line."""
    fields = [
        str(b.players),
        str(b.turn),
        str(b.first or "-"),
        b.decides,
        ",".join(_cell_text(cell) if cell else "-" for cell in b.market),
        ",".join("".join(map(str, slot)) or "-" for slot in b.slots),
        b.event or "-",
        b.next_event or "-",
        ",".join(b.dealt) or "-",
        "/".join(".".join(map(str, counts)) for counts in (b.reserve, b.discard)),
        ",".join(b.unseen_events) or "-",
    ]
    return " ".join(fields + [_seat_text(seat) for seat in b.seats])


def _cell_text(cell: Cell) -> str:
    return ".".join((cell.card, *map(str, cell.tokens)))


def _seat_text(s: Seat) -> str:
    return "/".join(
        (
            s.phase,
            "e" if s.event_used else "-",
            *map(str, (s.points, s.money, s.spyrium, s.residence, s.active, s.workers)),
            s.bonuses or "-",
            ",".join(s.buildings) or "-",
            ",".join(s.techniques) or "-",
            ".".join(map(str, s.tokens)) or "-",
        )
    )


FIELD_NAMES = (
    *("players", "turn", "first player", "who decides", "market", "slots", "event", "next event"),
    *("cards dealt", "tokens", "unseen events"),
)


def parse_board(text: str) -> Board:
    """Return the position that is written; whether it is accepted is for `validity` to say."""
    words = text.split(" ")
    players = _number("players", words[0], 2, 5)
    if len(words) != len(FIELD_NAMES) + players:
        expected = len(FIELD_NAMES) + players
        raise NotationError("position", f"{len(words)} fields instead of {expected}")
    field = dict(zip(FIELD_NAMES, words, strict=False))
    first = field["first player"]
    return Board(
        players=players,
        turn=_number("turn", field["turn"], 0, 6),
        first=0 if first == "-" else _number("first player", first, 1, players),
        decides=_decides(field["who decides"], players),
        market=tuple(
            None if word == "-" else _parse_cell("market", word)
            for word in _exactly("market", field["market"], len(CELLS))
        ),
        slots=tuple(_slot(word, players) for word in _exactly("slots", field["slots"], len(SLOTS))),
        event=_event("event", field["event"]),
        next_event=_event("next event", field["next event"]),
        dealt=_sorted_codes("cards dealt", field["cards dealt"], tuple(CARDS)),
        reserve=_counts(field["tokens"], 0),
        discard=_counts(field["tokens"], 1),
        unseen_events=_distinct_codes("unseen events", field["unseen events"], EVENTS),
        seats=tuple(
            _parse_seat(f"player {i}", word) for i, word in enumerate(words[len(FIELD_NAMES) :], 1)
        ),
    )


def _number(field: str, word: str, low: int, high: int) -> int:
    if not _NUMBER.fullmatch(word):
        raise NotationError(field, f"'{word}' is not a number")
    if len(word) > 4 or not low <= int(word) <= high:
        raise NotationError(field, f"{word} is not {low} to {high}")
    return int(word)


def _exactly(field: str, text: str, count: int) -> list[str]:
    words = text.split(",")
    if len(words) != count:
        raise NotationError(field, f"{len(words)} entries instead of {count}")
    return words


def _decides(word: str, players: int) -> str:
    if word not in {"?", "."}:
        _number("who decides", word.removesuffix("b"), 1, players)
    return word


def _token_values(field: str, words: list[str]) -> tuple[int, ...]:
    if not all(word in {"1", "2", "3"} for word in words) or words != sorted(words):
        raise NotationError(field, f"'{'.'.join(words)}' are not tokens in ascending order")
    return tuple(map(int, words))


def _parse_cell(field: str, word: str) -> Cell:
    code, *tokens = word.split(".")
    if code not in CARDS:
        raise NotationError(field, f"'{code}' is not a card")
    return Cell(code, _token_values(field, tokens))


def _slot(word: str, players: int) -> tuple[int, ...]:
    if word == "-":
        return ()
    if not word or any(c not in "12345"[:players] for c in word) or list(word) != sorted(word):
        raise NotationError("slots", f"'{word}' is not a list of players in ascending order")
    return tuple(map(int, word))


def _event(field: str, word: str) -> str:
    if word == "-":
        return ""
    if not _EVENT.fullmatch(word):
        raise NotationError(field, f"'{word}' is not an event with its token")
    return word


def _sorted_codes(field: str, text: str, order: tuple[str, ...]) -> tuple[str, ...]:
    """Return the codes of a list; each must be in `order`, and the list sorted by it."""
    if text == "-":
        return ()
    codes = tuple(text.split(","))
    for code in codes:
        if code not in order:
            raise NotationError(field, f"'{code}' is not known here")
    if list(codes) != sorted(codes, key=order.index):
        raise NotationError(field, f"'{text}' is not in order")
    return codes


def _distinct_codes(field: str, text: str, order: tuple[str, ...]) -> tuple[str, ...]:
    codes = _sorted_codes(field, text, order)
    if len(set(codes)) != len(codes):
        raise NotationError(field, f"'{text}' names one twice")
    return codes


def _counts(text: str, pile: int) -> tuple[int, ...]:
    piles = [part.split(".") for part in text.split("/")]
    if [len(pile) for pile in piles] != [3, 3]:
        raise NotationError("tokens", f"'{text}' is not of the form 8.8.8/0.0.0")
    return tuple(_number("tokens", word, 0, 8) for word in piles[pile])


_BUILDINGS_IN_ORDER = tuple(code + star for code in BUILDING_CODES for star in ("", "*"))
_TECHNIQUES_IN_ORDER = tuple(
    code + star
    for code in (card.code for card in ALL_CARDS if card.kind == "technique")
    for star in (("", "*") if code in {"Co", "Lo", "Ta"} else ("",))
)


def _parse_seat(field: str, text: str) -> Seat:
    words = text.split("/")
    if len(words) != 12:
        raise NotationError(field, f"{len(words)} entries instead of 12")
    phase, used, points, money, spyrium, residence, active, workers, bonuses, *lists = words
    for word, allowed in ((phase, PHASES), (used, ("e", "-")), (bonuses, ("-", "w", "m", "wm"))):
        if word not in allowed:
            raise NotationError(field, f"'{word}' is not one of {' '.join(allowed)}")
    return Seat(
        phase=phase,
        event_used=used == "e",
        points=_number(f"{field} points", points, 0, MOST_GOODS),
        money=_number(f"{field} money", money, 0, MOST_GOODS),
        spyrium=_number(f"{field} spyrium", spyrium, 0, MOST_GOODS),
        residence=_number(f"{field} residence", residence, 2, 7),
        active=_number(f"{field} active workers", active, 0, 7),
        workers=_number(f"{field} workers", workers, 3, 7),
        bonuses=bonuses.replace("-", ""),
        buildings=_sorted_codes(f"{field} buildings", lists[0], _BUILDINGS_IN_ORDER),
        techniques=_distinct_codes(f"{field} techniques", lists[1], _TECHNIQUES_IN_ORDER),
        tokens=() if lists[2] == "-" else _token_values(f"{field} tokens", lists[2].split(".")),
    )
