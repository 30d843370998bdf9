"""Which positions are accepted (docs/notation.md)."""

from __future__ import annotations

from collections import Counter

from spyrium_ai.game.board import Board, Cell, Seat
from spyrium_ai.game.card_table import (
    BONUS_POINTS,
    CARDS,
    DECKS,
    EVENTS,
    KEPT_TOKEN_LIMIT,
    PERIOD_BY_TURN,
    RESIDENCE,
    TOKENS_PER_VALUE,
    WORKER_LIMIT,
    tokens_laid_on,
)
from spyrium_ai.game.notation import NotationError

FIRST_TURN_OF_PERIOD = tuple(PERIOD_BY_TURN.index(period, 1) for period in range(3))


def check_board(b: Board) -> None:
    """Raise NotationError, naming the field and the reason, unless the position is accepted."""
    _check_decider(b)
    if b.decides == "?":
        _check_chance(b)
    else:
        _check_in_turn(b)
    _check_events(b)
    _check_dealt(b)
    _check_tokens(b)
    _check_owned(b)
    for number, seat in enumerate(b.seats, 1):
        _check_seat(b, number, seat)


def _require(fact: bool, field: str, reason: str) -> None:
    if not fact:
        raise NotationError(field, reason)


def _check_decider(b: Board) -> None:
    if b.decides == ".":
        passed = all(seat.phase == "P" for seat in b.seats)
        _require(b.turn == 6 and passed, "who decides", "the game is not over")
    elif b.decides != "?":
        _require(b.turn > 0, "who decides", "before the setup only chance decides")
        seat = b.seats[int(b.decides[0]) - 1]
        _require(seat.phase != "P", "who decides", f"player {b.decides[0]} has passed")


def _check_chance(b: Board) -> None:
    """Between turns all is cleared away; before the setup there is nothing yet."""
    _require(not any(b.market), "market", "not empty between turns")
    _require(not any(b.slots), "slots", "not empty between turns")
    _require(not b.next_event, "next event", "there is none between turns")
    before_setup = b.turn == 0
    _require(
        (b.first == 0) == before_setup, "first player", "unknown before the setup, known after"
    )
    _require(
        bool(b.event) != before_setup, "event", "unknown before the setup, known from there on"
    )
    for number, seat in enumerate(b.seats, 1):
        field = f"player {number}"
        _require(seat.phase == "I", field, "not in Phase I between turns")
        _require(not seat.event_used, field, "has used the event between turns")
        _require(seat.active == seat.workers, field, "has inactive workers between turns")
        straight = not any(code.endswith("*") for code in seat.buildings + seat.techniques)
        _require(straight, field, "has used cards between turns")


def _check_in_turn(b: Board) -> None:
    _require(b.first > 0, "first player", "missing")
    _require(bool(b.event), "event", "missing")
    _require(bool(b.next_event), "next event", "missing")


def _check_events(b: Board) -> None:
    seen = [event[:2] for event in (b.event, b.next_event) if event]
    _require(
        len({*seen, *b.unseen_events}) == len(seen) + len(b.unseen_events), "events", "one twice"
    )
    unseen = len(EVENTS) - b.turn - (b.decides != "?")
    _require(
        len(b.unseen_events) == unseen,
        "unseen events",
        f"{len(b.unseen_events)} unseen, not {unseen}",
    )


def _check_dealt(b: Board) -> None:
    """Nine cards for every deal of the period, from its deck; the market's are among them."""
    period = PERIOD_BY_TURN[b.turn]
    deals = b.turn - FIRST_TURN_OF_PERIOD[period] + (b.decides != "?") if b.turn else 0
    _require(
        len(b.dealt) == 9 * deals, "cards dealt", f"{len(b.dealt)} cards dealt, not {9 * deals}"
    )
    for code, count in Counter(b.dealt).items():
        copies = DECKS[period][code]
        _require(count <= copies, "cards dealt", f"{count} {code} dealt, the deck has {copies}")
    for code, count in _in_market(b).items():
        dealt = b.dealt.count(code)
        _require(count <= dealt, "market", f"{count} {code} in the market, {dealt} dealt")


def _in_market(b: Board) -> Counter[str]:
    return Counter(cell.card for cell in b.market if cell)


def _check_tokens(b: Board) -> None:
    """Eight of each value over all places."""
    count = Counter[int]()
    for value, (reserve, discard) in enumerate(zip(b.reserve, b.discard, strict=True), 1):
        count[value] += reserve + discard
    for cell in b.market:
        if cell:
            _check_cell_tokens(cell, b.players)
            count.update(cell.tokens)
    # The notation of an event has a token with E1 and with no other.
    count.update(int(event[-1]) for event in (b.event, b.next_event) if "." in event)
    for seat in b.seats:
        count.update(seat.tokens)
    wrong = [f"{count[v]} of value {v}" for v in (1, 2, 3) if count[v] != TOKENS_PER_VALUE]
    _require(not wrong, "tokens", f"{', '.join(wrong)}, not {TOKENS_PER_VALUE}")


def _check_cell_tokens(cell: Cell, players: int) -> None:
    most = tokens_laid_on(cell.card, players)
    _require(
        len(cell.tokens) <= most,
        "market",
        f"{len(cell.tokens)} tokens on {cell.card}, at most {most}",
    )


def _check_owned(b: Board) -> None:
    """No more of a type than have come out of the decks and left the market."""
    period = PERIOD_BY_TURN[b.turn]
    available = Counter[str]()
    for earlier in DECKS[:period]:
        available += earlier
    left = Counter(b.dealt) - _in_market(b)
    owned = Counter(code.rstrip("*") for s in b.seats for code in s.buildings + s.techniques)
    for code, count in owned.items():
        limit = available[code] + left[code]
        _require(count <= limit, "cards owned", f"{count} {code} owned, at most {limit}")
    if b.decides != "?":
        gone = sum(n for code, n in left.items() if CARDS[code].kind != "character")
        empty = b.market.count(None)
        _require(empty <= gone, "market", f"{empty} empty cells, {gone} cards can have left")


def _check_seat(b: Board, number: int, seat: Seat) -> None:
    field = f"player {number}"
    in_market = sum(slot.count(number) for slot in b.slots)
    _require(seat.residence in RESIDENCE, field, f"the track has no space {seat.residence}")
    _require(
        seat.active + in_market <= seat.workers,
        field,
        f"{seat.active} active workers and {in_market} in the market, {seat.workers} owned",
    )
    if seat.phase == "I":
        _require(
            seat.active + in_market == seat.workers, field, "in Phase I, but workers are missing"
        )
        inclined = any(code.endswith("*") for code in seat.buildings)
        _require(not inclined, field, "has used buildings in Phase I")
    if seat.phase == "P":
        _require(in_market == 0, field, "has passed with workers in the market")
    for code in seat.buildings:
        usable = not code.endswith("*") or CARDS[code[:-1]].uses
        _require(bool(usable), field, f"{code} has no effect, so it is never used")
    _require(
        not seat.tokens or any(code.startswith("Co") for code in seat.techniques),
        field,
        "keeps tokens without Commerce",
    )
    _require(len(seat.tokens) <= KEPT_TOKEN_LIMIT, field, f"keeps {len(seat.tokens)} tokens")
    _check_bonuses(field, seat, choosing=b.decides == f"{number}b")


def _check_bonuses(field: str, seat: Seat, choosing: bool) -> None:
    if choosing:
        due = seat.points >= BONUS_POINTS[0] and not seat.bonuses and seat.workers < WORKER_LIMIT
        _require(due, field, "has no bonus to choose")
        return
    due_count = sum(seat.points >= points for points in BONUS_POINTS)
    _require(
        len(seat.bonuses) == due_count,
        field,
        f"{len(seat.bonuses)} bonuses taken with {seat.points} points, not {due_count}",
    )
