"""Moves as text, both ways: exactly one way to write each one (docs/notation.md)."""

from __future__ import annotations

from functools import lru_cache

from spyrium_ai.game.card_table import ALL_CARDS, CARD_INDEX, CARDS, SLOTS
from spyrium_ai.game.notation import BUILDING_CODES, NotationError
from spyrium_ai.game.rules.moves import MoveFields, pack_move, unpack_move

MOST_REMEMBERED = 8192  # texts of moves: games repeat them, and parsing takes longer than a move

_SIDES = {(slot, cell): side for slot in SLOTS for side, cell in enumerate((slot[:2], slot[2:]))}


def format_move(move: int) -> str:
    """Return the text of a move number."""
    return _move_text(unpack_move(move))


def _move_text(m: MoveFields) -> str:
    parts = ["II"] if m.begins else []
    parts.append(m.kind)
    slot = SLOTS[m.slot]
    if m.kind == "place":
        parts.append(slot)
    elif m.kind in {"money", "activate"}:
        parts.append(slot)
        if m.side < 2:
            parts.append((slot[:2], slot[2:])[m.side])
    elif m.use:
        parts += [ALL_CARDS[m.building].code, str(m.use)]
    elif m.kind == "event" and not m.choice and not m.residence:
        parts.append(slot)
    if m.choice:
        parts.append("hire" if m.kind == "event" and m.choice == "worker" else m.choice)
    if m.replaced is not None:
        star = "*" if m.replaced_inclined else ""
        parts.append(f"over={ALL_CARDS[m.replaced].code}{star}")
    if m.token:
        parts.append(f"token={m.token}")
    if m.commerce:
        parts.append("commerce")
    if m.lobby:
        parts.append("lobby")
    if m.residence:
        parts.append(m.residence)
    return ":".join(parts)


def parse_move(text: str) -> int:
    """Return the number of the move; NotationError if no move is written so.

    >>> format_move(parse_move("II:activate:a1b1:b1:over=M1*:lobby"))
    'II:activate:a1b1:b1:over=M1*:lobby'
    """
    return _parsed(text)


@lru_cache(MOST_REMEMBERED)
def _parsed(text: str) -> int:
    parts = text.split(":")
    begins = parts[0] == "II"
    words = parts[1:] if begins else parts
    try:
        fields = _MOVE_PARSERS[words[0]](words[1:])
    except (KeyError, IndexError, ValueError):
        raise NotationError("move", f"'{text}' is not the text of a move") from None
    move = pack_move(fields._replace(begins=begins))
    # What is not written in the one right way does not come back as it was.
    if format_move(move) != text or (begins and fields.kind in {"place", "bonus", "reuse"}):
        raise NotationError("move", f"'{text}' is not the text of a move")
    return move


def _parse_place(words: list[str]) -> MoveFields:
    return MoveFields("place", slot=SLOTS.index(words[0]))


def _parse_money(words: list[str]) -> MoveFields:
    side = _SIDES[words[0], words[1]] if len(words) > 1 else 2
    return MoveFields("money", slot=SLOTS.index(words[0]), side=side)


def _parse_activate(words: list[str]) -> MoveFields:
    fields = MoveFields("activate", slot=SLOTS.index(words[0]), side=_SIDES[words[0], words[1]])
    for word in words[2:]:
        if word.startswith("over="):
            code = word[5:]
            fields = fields._replace(
                replaced=BUILDING_CODES.index(code.rstrip("*")), replaced_inclined=code[-1] == "*"
            )
        elif word.startswith("token="):
            fields = fields._replace(token=("1", "2", "3").index(word[6:]) + 1)
        elif word == "commerce":
            fields = fields._replace(commerce=True)
        elif word == "lobby":
            fields = fields._replace(lobby=True)
        else:
            fields = fields._replace(residence=_residence(word))
    return fields


def _residence(word: str) -> str:
    if word not in {"advance", "score"}:
        raise ValueError(word)
    return word


def _parse_use(words: list[str], kind: str = "use") -> MoveFields:
    number = ("1", "2").index(words[1]) + 1
    if len(CARDS[words[0]].uses) < number:
        raise ValueError(words[1])
    return MoveFields(kind, building=CARD_INDEX[words[0]], use=number)


def _parse_reuse(words: list[str]) -> MoveFields:
    return _parse_use(words, "reuse")


def _parse_event(words: list[str]) -> MoveFields:
    word = words[0]
    if word in SLOTS:
        return MoveFields("event", slot=SLOTS.index(word))
    if word in CARDS:
        return _parse_use(words, "event")
    if word in {"advance", "score"}:
        return MoveFields("event", residence=word)
    if word not in {"money", "spyrium", "points", "pay1", "pay3", "pay6", "hire"}:
        raise ValueError(word)
    commerce = words[1:] == ["commerce"] and word in {"money", "spyrium", "points"}
    return MoveFields("event", choice="worker" if word == "hire" else word, commerce=commerce)


def _parse_pass(_words: list[str]) -> MoveFields:
    return MoveFields("pass")


def _parse_bonus(words: list[str]) -> MoveFields:
    if words[0] not in {"worker", "money"}:
        raise ValueError(words[0])
    return MoveFields("bonus", choice=words[0])


_MOVE_PARSERS = {
    "place": _parse_place,
    "money": _parse_money,
    "activate": _parse_activate,
    "use": _parse_use,
    "reuse": _parse_reuse,
    "event": _parse_event,
    "pass": _parse_pass,
    "bonus": _parse_bonus,
}
