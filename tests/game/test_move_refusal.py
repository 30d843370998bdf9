"""Why a move is refused: every illegal move has a reason that is true of the position."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import product

import pytest
from support.position_builder import seat, table, vectors
from support.position_lines import BETWEEN, BONUS, OVER, START

from spyrium_ai.game.board import Board
from spyrium_ai.game.card_table import ALL_CARDS, SLOTS
from spyrium_ai.game.move_effects import account
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.position import IllegalMoveError, Position

GAMES = [f"games-{players}-players" for players in (2, 3, 4, 5)]
TRIED = 40  # moves of the universe that are tried in each position, and as many near legal ones


@cache
def universe() -> tuple[str, ...]:
    """Return all moves that can be written, constructions with one building to replace."""
    takes = [f"{slot}:{cell}" for slot in SLOTS for cell in (slot[:2], slot[2:])]
    uses = [f"{c.code}:{n}" for c in ALL_CARDS for n in range(1, len(c.uses) + 1)]
    choices = ("money", "spyrium", "points", "pay1", "pay3", "pay6", "hire", "advance", "score")
    events = [*choices, *uses, *SLOTS, *(f"{good}:commerce" for good in choices[:3])]
    ends = product(
        *(("", ":over=M1", ":over=W1*"), ("", ":token=1", ":token=2", ":token=3")),
        *(("", ":commerce"), ("", ":lobby"), ("", ":advance", ":score")),
    )
    extras = ["".join(end) for end in ends]
    moves = [f"activate:{take}{extra}" for take in takes for extra in extras]
    moves += [f"money:{take}" for take in (*takes, *SLOTS)]
    moves += [f"use:{use}" for use in uses] + [f"event:{event}" for event in events] + ["pass"]
    both = [*moves, *(f"II:{move}" for move in moves)]
    both += [f"place:{slot}" for slot in SLOTS] + [f"reuse:{use}" for use in uses]
    return (*both, "bonus:worker", "bonus:money")


def near(moves: list[str], rng: random.Random) -> list[str]:
    """Return moves that differ in one word from a legal one."""
    found = []
    for move in rng.sample(moves, min(len(moves), TRIED // 4)):
        words = move.split(":")
        for other in rng.sample(universe(), 4):
            at = rng.randrange(len(words))
            changed = [*words[:at], rng.choice(other.split(":")), *words[at + 1 :]]
            found += [":".join(changed), ":".join(changed[1:]), f"II:{move}", f"{move}:lobby"]
            found += [f"{move}:commerce", f"{move}:over=M1", move.replace("II:", "")]
    return found


def is_written(move: str) -> bool:
    """Whether it is the text of a move."""
    try:
        parse_move(move)
    except NotationError:
        return False
    return True


@cache
def reasons() -> dict[str, list[tuple[str, str, str]]]:
    """Return the reasons that were given, numbers left out, with position, move and reason."""
    rng = random.Random(5)
    found: dict[str, list[tuple[str, str, str]]] = {}
    for game in (game for name in GAMES for game in vectors(name)[:2]):
        earlier: list[str] = []
        for step in game["steps"]:
            board = Position.parse(step["position"]).board()
            legal = step["legal"] or []
            tried = [*rng.sample(universe(), TRIED), *earlier, *near(legal, rng), *legal]
            for move in filter(is_written, dict.fromkeys(tried)):
                why = refusal(board, move)
                where = f"{move} in {step['position']}: {why}"
                assert (why is None) == (move in legal), where
                if why:
                    kind = re.sub(r"\d+|the [A-Z][-\w ]+|ready .*|used .*|'II:.*", "#", why)
                    found.setdefault(kind, []).append((step["position"], move, why))
            earlier = legal
    return found


def test_every_illegal_move_of_the_recorded_games_has_a_reason_and_no_legal_one() -> None:
    assert len(reasons()) > 40
    assert sum(map(len, reasons().values())) > 10_000


def cost_of(board: Board, move: str, unit: str) -> tuple[int, int]:
    """Return what the move takes of pounds, Spyrium or active workers, and what the player has."""
    cost, owner = account(board, move), board.seats[int(board.decides[0]) - 1]
    return {
        "£": (cost.paid, owner.money),
        "Spyrium": (cost.spyrium_paid, owner.spyrium),
        "worker": (cost.workers_used, owner.active),
    }[unit]


@pytest.mark.parametrize("unit", ["£", "Spyrium", "worker"])
def test_what_a_refusal_says_of_costs_is_so(unit: str) -> None:
    told = [
        case
        for cases in reasons().values()
        for case in cases
        if case[2].startswith("it ") and unit in case[2]
    ]
    assert len(told) > 10
    for position, move, why in told[:: max(1, len(told) // 300)]:
        board = Position.parse(position).board()
        needed, owned = map(int, re.findall(r"\d+", re.sub(r"player \d", "", why)))
        assert (needed, owned) == cost_of(board, move, unit), f"{move} in {position}: {why}"
        assert needed > owned


POOR = table(
    seat("W1", "M2*", money=1, spyrium=0, techniques="Lo*", residence=7, active=1),
    seat(),
    market={"a1": "M2", "b1": "R1", "c1": "U1.3", "a2": "Ap"},
    slots={"a1b1": "1", "b1c1": "1", "a1a2": "2"},
    event="E2",
)
EARLY = table(seat(phase="I"), event="E5", market={"a1": "W1"})


@pytest.mark.parametrize(
    ("position", "move", "why"),
    [
        (Position.parse(OVER), "pass", "the game is over"),
        (Position.parse(START), "pass", "no player is to move: a setup is due"),
        (Position.parse(BETWEEN), "pass", "no player is to move: a deal is due"),
        (
            Position.parse(BONUS),
            "pass",
            "player 2 first chooses the bonus: bonus:worker or bonus:money",
        ),
        (POOR, "bonus:money", "player 1 has no bonus to choose now"),
        (POOR, "place:a1b1", "Phase I is over for player 1"),
        (POOR, "II:money:a1b1:a1", "player 1 is in Phase II already, and 'II:' begins it"),
        (POOR, "money:b3c3:b3", "no worker of player 1 stands at b3c3"),
        (POOR, "money:a1b1", "the card at a1 is beside a1b1, and the move has to name it"),
        (POOR, "activate:a1b1:a1", "it costs £8, player 1 has £1"),
        (POOR, "activate:a1b1:a1:over=M2*", "it costs £3, player 1 has £1"),
        (POOR, "activate:a1b1:a1:over=M2", "player 1 has no ready Mine (M2)"),
        (POOR, "activate:a1b1:a1:over=W1*", "player 1 has no used Workshop (W1)"),
        (POOR, "activate:a1b1:a1:lobby", "player 1 has used Lobbying in this turn already"),
        (POOR, "activate:a1b1:a1:score", "the Mine gives no residence action"),
        (
            POOR,
            "activate:a1b1:b1",
            "the Residence gives a residence action: the move ends in ':advance' or ':score'",
        ),
        (POOR, "activate:a1b1:b1:advance", "player 1 is on the last space of the residence track"),
        (POOR, "activate:b1c1:c1:commerce", "player 1 does not own Commerce"),
        (
            POOR,
            "activate:b1c1:c1:token=3",
            "no token is chosen with the University: ':token=' is too much",
        ),
        (POOR, "use:W1:1", "it costs 1 Spyrium, player 1 has 0"),
        (POOR, "use:M2:1", "player 1 has no ready Mine (M2)"),
        (POOR, "reuse:M2:1", "player 1 does not own Taylorism"),
        (POOR, "event:pay1", "the event of this turn is E2: 1 Spyrium: residence action"),
        (POOR, "event:score", "it costs 1 Spyrium, player 1 has 0"),
        (POOR, "pass", "player 1 still has 2 workers in the market"),
        (
            EARLY,
            "pass",
            "player 1 is in Phase I, where the move is written 'II:pass'",
        ),
        (EARLY, "event:M1:1", "player 1 has no used Mine (M1)"),
        (
            table(seat(event_used=True), event="E3"),
            "event:pay3",
            "player 1 has used the event in this turn already",
        ),
        (
            table(seat(workers=7), event="E6"),
            "event:hire",
            "player 1 has all 7 workers already",
        ),
        (
            table(seat("F1", spyrium=9, active=0), event="E6"),
            "use:F1:1",
            "it takes 1 active worker, player 1 has 0",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else None,
)
def test_the_reason_of_a_refusal(position: Position, move: str, why: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        position.copy().apply(move)
    assert str(refused.value) == f"'{move}' is not legal here: {why}"


def test_what_is_no_move_has_no_reason() -> None:
    with pytest.raises(NotationError, match="'jump' is not the text of a move"):
        refusal(POOR.board(), "jump")
